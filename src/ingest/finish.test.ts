import { expect, test } from 'vitest';
import type { RawEvent } from '../model/reader.ts';
import { finishEvent, finishReading } from './finish.ts';
import { openIntake, type Where } from './intake.ts';

const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
const log = { client: 'copilot', path: '/log', form: 'lines' } as const;

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

test('what is to be known to go on with a log is kept without the secrets of calls that wait', () => {
  const state = {
    reader: { pending: [['c', { command: `curl -H ${SECRET}` }]] },
    intake: [['s', {}]],
    seen: 7,
  };
  const { state: noted } = finishReading({
    ...log,
    inode: 1,
    size: 2,
    changedAt: 3,
    head: null,
    offset: 4,
    rough: JSON.stringify(state),
    counts: '{}',
    events: 5,
    lastAt: null,
    trouble: null,
    readAt: 6,
  });

  expect(noted).not.toContain(SECRET);
  expect(JSON.parse(noted!)).toMatchObject({
    reader: { pending: [['c', { command: expect.stringContaining('curl') }]] },
    intake: state.intake,
    seen: 7,
  });
});

/** What is kept of a command that ended well in `/shop`, or of what is given instead. */
function kept(given: Partial<RawEvent>, client: 'copilot' | 'codex' = 'copilot') {
  const projectOf = (...[cwd]: Where) => ({
    project: 'shop',
    place: (path: string) => ({ path: `${cwd}/${path}`, outside: false }),
  });
  const intake = openIntake(log, projectOf);
  const event: RawEvent = {
    key: 'a',
    session: 's',
    agent: null,
    at: 1,
    kind: 'result',
    text: 'Done',
    tool: 'run',
    toolName: 'bash',
    call: null,
    command: "sed -i 's/a/b/' a.ts",
    files: [],
    outcome: 'ok',
    exitCode: 0,
    tokens: null,
    durationMs: null,
    model: null,
    cwd: '/shop',
    branch: null,
    ...given,
  };
  const taken = { type: 'a', version: null, fate: 'read', events: [event] } as const;
  intake.take([taken], { bytes: new Uint8Array(1), offset: 0 });
  const [rough] = intake.drain()[0]!.events;
  finishEvent(rough!, client, projectOf);
  return rough!;
}
