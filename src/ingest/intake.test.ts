import { expect, test } from 'vitest';
import { WRITER_LINE } from '../model/own-session.ts';
import type { RawEvent } from '../model/reader.ts';
import { openIntake } from './intake.ts';

const raw = (given: Partial<RawEvent>): RawEvent => ({
  key: 'a',
  session: 's',
  agent: null,
  at: 1,
  kind: 'prompt',
  text: 'Hello',
  tool: null,
  toolName: null,
  call: null,
  command: null,
  files: [],
  outcome: null,
  exitCode: null,
  tokens: null,
  durationMs: null,
  model: null,
  cwd: '/shop',
  branch: null,
  ...given,
});

test('a name that no client would give is cut, and stays a name of its own', () => {
  const place = (path: string) => ({ path, outside: false });
  const log = { client: 'codex', path: '/log', form: 'lines' } as const;
  const intake = openIntake(log, () => ({ project: 'shop', place }));
  const endless = 'x'.repeat(3_000_000);
  const piece = { bytes: new Uint8Array(1), offset: 0 };
  const read = { type: 'a', version: null, fate: 'read' } as const;
  intake.take(
    [
      { ...read, session: { id: `${endless}1`, title: 'One' }, events: [raw({ session: `${endless}1` })] },
      { ...read, events: [raw({ key: 'b', session: `${endless}2`, call: endless, agent: endless })] },
    ],
    piece,
  );
  const [ready] = intake.drain();
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
    const read = { type: 'a', version: null, fate: 'read' } as const;
    intake.take([{ ...read, session, events }], { bytes: new Uint8Array(1), offset: 0 });
    const [ready] = intake.drain();
    return { ...ready!, state: intake.state() };
  };
  const { events, sessions, state } = take();
  const names = events.map(({ session }) => session);
  expect(new Set(names).size).toBe(ids.length);
  expect(names.slice(2)).toEqual(plain);
  for (const { session, agent, call } of events) expect([agent, call]).toEqual([session, session]);
  expect(sessions.get(names[0]!)).toMatchObject({ id: names[0], forkedFrom: names[1] });
  const kept = JSON.stringify([events.map(({ key: _, ...event }) => event), [...sessions], state]);
  for (const secret of secrets) expect(kept).not.toContain(secret);
  expect(take().events).toEqual(events);
});

test('questions of the memory itself are told by their folder or their first line, and never kept', () => {
  const place = (path: string) => ({ path, outside: false });
  const log = { client: 'gemini', path: '/log', form: 'lines' } as const;
  const read = { type: 'a', version: null, fate: 'read' } as const;
  const piece = { bytes: new Uint8Array(1), offset: 0 };
  const asked = `${WRITER_LINE}\n\nWhich operations?`;
  const take = (events: RawEvent[], state?: unknown) => {
    const intake = openIntake(log, () => ({ project: 'shop', place }), state);
    intake.take([{ ...read, events }], piece);
    return {
      texts: intake.drain().flatMap(({ events }) => events.map(({ session }) => session)),
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
