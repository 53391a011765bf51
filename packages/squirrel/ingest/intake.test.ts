import { WRITER_LINE } from '@sqrl/base/model/own-session.ts';
import type { PieceResult, RawEvent } from '@sqrl/base/model/reader.ts';
import { expect, test } from 'vitest';
import { type Intake, openIntake } from './intake.ts';
import { rawEvent as raw } from './testing/raw-event.ts';

/** What an intake makes of a piece in which a reader found this. */
function taken(intake: Intake, ...found: Pick<PieceResult, 'events' | 'session'>[]) {
  const read = { type: 'a', version: null, fate: 'read' } as const;
  intake.take(
    found.map((each) => ({ ...read, ...each })),
    { bytes: new Uint8Array(1), offset: 0 },
  );
  return intake.drain();
}

test('a name that no client would give is cut, and stays a name of its own', () => {
  const place = (path: string) => ({ path, outside: false });
  const log = { client: 'codex', path: '/log', form: 'lines' } as const;
  const intake = openIntake(log, () => ({ project: 'shop', place }));
  const endless = 'x'.repeat(3_000_000);
  const [ready] = taken(
    intake,
    { session: { id: `${endless}1`, title: 'One' }, events: [raw({ session: `${endless}1` })] },
    { events: [raw({ key: 'b', session: `${endless}2`, call: endless, agent: endless })] },
  );
  const [one, two] = ready!.events;
  expect(one!.session).not.toBe(two!.session);
  for (const name of [one!.session, two!.session, two!.call!, two!.agent!])
    expect(name.length).toBeLessThan(250);
  expect(ready!.sessions.get(one!.session)).toMatchObject({ id: one!.session, title: 'One' });
  expect(JSON.stringify(intake.state()).length).toBeLessThan(2000);
});

test('a name that holds a secret goes without it, and stays a name of its own', () => {
  const log = { client: 'codex', path: '/log', form: 'lines' } as const;
  const place = (path: string) => ({ path, outside: false });
  const secrets = ['ghp_16C7e42F292c6912E7710c838347Ae178B4a', 'ghp_26C7e42F292c6912E7710c838347Ae178B4a'];
  const plain = ['d54f385c-756c-4b06-b8aa-279393dbb0ba', 'ses_4f2a9b8c7d6e', 'toolu_01A09q90qw90lq917835lq9'];
  const ids = [...secrets.map((secret) => `run ${secret}`), ...plain];
  const take = () => {
    const intake = openIntake(log, () => ({ project: 'shop', place }));
    const events = ids.map((id) => raw({ key: id, session: id, agent: id, call: id }));
    const session = { id: ids[0]!, forkedFrom: ids[1]! };
    const [ready] = taken(intake, { session, events });
    return { ...ready!, state: intake.state() };
  };
  const { events, sessions, state } = take();
  const names = events.map(({ session }) => session);
  expect(new Set(names).size).toBe(ids.length);
  expect(names.slice(2)).toEqual(plain);
  for (const { session, agent, call } of events) expect([agent, call]).toEqual([session, session]);
  expect(sessions.get(names[0]!)).toMatchObject({ id: names[0], forkedFrom: names[1] });
  const kept = JSON.stringify([events, [...sessions], state]);
  for (const secret of secrets) expect(kept).not.toContain(secret);
  expect(take().events).toEqual(events);
});

test('questions of the memory itself are told by their folder or their first line, and never kept', () => {
  const place = (path: string) => ({ path, outside: false });
  const log = { client: 'gemini', path: '/log', form: 'lines' } as const;
  const asked = `${WRITER_LINE}\n\nWhich operations?`;
  const take = (events: RawEvent[], state?: unknown) => {
    const intake = openIntake(log, () => ({ project: 'shop', place }), state);
    return {
      texts: taken(intake, { events }).flatMap(({ events }) => events.map(({ session }) => session)),
      state: intake.state(),
    };
  };
  expect(
    take([raw({ session: 'a', cwd: '/tmp/sqrl-writer-x1Y2z3' }), raw({ session: 'a', kind: 'reply' })]).texts,
  ).toEqual([]);
  expect(
    take([raw({ session: 'b', text: asked }), raw({ session: 'b', key: 'c', kind: 'reply' })]).texts,
  ).toEqual([]);
  // Read in two halves it is still the same session.
  const first = take([raw({ session: 'b', text: asked })]);
  expect(
    take([raw({ session: 'b', key: 'd', kind: 'reply' })], JSON.parse(JSON.stringify(first.state))).texts,
  ).toEqual([]);
  // Who quotes the line, or asks such a thing later, is a person.
  expect(
    take([
      raw({ session: 'c', text: `What does this mean?\n${asked}` }),
      raw({ session: 'c', key: 'e', text: asked }),
    ]).texts,
  ).toEqual(['c', 'c']);
});

test('a command that ended well touches the files that it names, whatever client ran it', () => {
  expect(kept({}).files).toEqual([{ path: '/shop/a.ts', outside: false, way: 'edit', lines: null }]);
  expect(kept({ kind: 'call' }).files).toEqual([]);
  expect(kept({ outcome: 'failed', exitCode: 1 }).files).toEqual([]);
  // It went on behind the scenes: nobody knows how it ended.
  expect(kept({ exitCode: null }).files).toEqual([]);
  expect(kept({ toolName: 'powershell' }).files).toEqual([]);
  expect(kept({ tool: 'search' }).files).toEqual([]);
  // A client that names the files itself knows better.
  expect(kept({ files: [{ path: 'b.ts', way: 'write', lines: null }] }).files).toMatchObject([
    { path: '/shop/b.ts', way: 'write' },
  ]);
});

test('a file that is named after a secret is kept without it, whoever named it', () => {
  const told = kept({ files: [{ path: `${SECRET}.ts`, way: 'write', lines: null }] });
  const read = kept({ command: `echo 1 > 'out/${SECRET}.txt'` });

  for (const { files, command } of [told, read]) {
    expect(files).toHaveLength(1);
    expect(JSON.stringify([files, command])).not.toContain(SECRET);
  }
});

test('a step has the same id whichever log it stands in, and another one with another client', () => {
  expect(kept({}).id).toBe(kept({ text: 'Hi' }).id);
  expect(kept({}).id).not.toBe(kept({ key: 'b' }).id);
  expect(kept({}).id).not.toBe(kept({}, 'codex').id);
});

test('what a session is called before an event is known to it, and not to the one before', () => {
  const place = (path: string) => ({ path, outside: false });
  const intake = openIntake({ client: 'codex', path: '/log', form: 'lines' }, (cwd) => ({
    project: cwd,
    place,
  }));
  const ready = taken(
    intake,
    { events: [raw({ cwd: null, key: 'a' })] },
    { session: { id: 's', cwd: '/shop' }, events: [raw({ cwd: null, key: 'b' })] },
  );

  expect(ready.map(({ project, events }) => [project, events.length])).toEqual([
    [null, 1],
    ['/shop', 1],
  ]);
});

const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

/** What is kept of a command that ended well in `/shop`, or of what is given instead. */
function kept(given: Partial<RawEvent>, client: 'copilot' | 'codex' = 'copilot') {
  const intake = openIntake({ client, path: '/log', form: 'lines' }, (cwd) => ({
    project: 'shop',
    place: (path) => ({ path: `${cwd}/${path}`, outside: false }),
  }));
  const ran = raw({
    kind: 'result',
    text: 'Done',
    tool: 'run',
    toolName: 'bash',
    command: "sed -i 's/a/b/' a.ts",
    outcome: 'ok',
    exitCode: 0,
    ...given,
  });
  return taken(intake, { events: [ran] })[0]!.events[0]!;
}
