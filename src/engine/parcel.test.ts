import { expect, test } from 'vitest';
import type { Ready, RoughEvent } from '../ingest/intake.ts';
import { pack, unpack } from './parcel.ts';

const event: RoughEvent = {
  id: '',
  key: 'e1/0',
  session: 'monday',
  agent: 'explorer',
  at: 1_700_000_000_000,
  kind: 'result',
  tool: 'run',
  toolName: 'Bash',
  call: 'toolu_1',
  command: 'npm test',
  files: [{ path: 'src/a.ts', outside: false, way: 'edit', lines: [1, 2] }],
  outcome: 'failed',
  exitCode: 1,
  text: '',
  rough: 'first words',
  end: 'last words',
  length: 9000,
  hash: 'abc',
  tokens: { input: 3, output: 2, cached: 1 },
  durationMs: 40,
  model: 'opus',
  branch: 'main',
  offset: 100,
  bytes: 200,
  part: 7,
  ranIn: ['/shop/web', '/shop'],
};

/** Of all that may be missing, nothing is there. */
const bare: RoughEvent = {
  ...event,
  agent: null,
  tool: null,
  toolName: null,
  call: null,
  command: null,
  files: [],
  outcome: null,
  exitCode: null,
  end: null,
  hash: null,
  tokens: null,
  durationMs: null,
  model: null,
  branch: null,
  ranIn: null,
};

test('what another thread unpacks is what was packed', () => {
  const ready: Ready = {
    project: 'shop',
    sessions: new Map([['monday', { id: 'monday', beganAt: 1 }]]),
    events: [event, bare, event],
  };

  expect(unpack(structuredClone(pack(ready)))).toEqual(ready);
});

test('a parcel may be empty', () => {
  const ready: Ready = { project: null, sessions: new Map(), events: [] };

  expect(unpack(pack(ready))).toEqual(ready);
});
