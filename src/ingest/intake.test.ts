import { expect, test } from 'vitest';
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
