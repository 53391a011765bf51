import { expect, test } from 'vitest';
import type { Portion, RoughEvent } from '../portion.ts';
import { pack, unpack } from './parcel.ts';

const event: RoughEvent = {
  key: 'e1/0',
  session: 'monday',
  agent: 'explorer',
  at: 1_700_000_000_000,
  kind: 'result',
  rough: 'first words',
  end: 'last words',
  length: 9000,
  hash: 'abc',
  tool: 'run',
  toolName: 'Bash',
  call: 'toolu_1',
  command: 'npm test',
  files: [{ path: 'src/a.ts', way: 'edit', lines: [1, 2] }],
  outcome: 'failed',
  exitCode: 1,
  tokens: { input: 3, output: 2, cached: 1 },
  durationMs: 40,
  model: 'opus',
  cwd: '/shop/web',
  branch: 'main',
  offset: 100,
  bytes: 200,
  part: 7,
};

/** Of all that may be missing, nothing is there. */
const bare: RoughEvent = {
  ...event,
  agent: null,
  end: null,
  hash: null,
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
  cwd: null,
  branch: null,
};

test('what another thread unpacks is what was packed', () => {
  const portion: Portion = {
    events: [event, bare, event],
    facts: [{ facts: { id: 'monday', title: 'One' }, at: 1, after: 2 }],
  };

  expect(unpack(structuredClone(pack(portion)))).toEqual(portion);
});

test('a parcel may be empty', () => {
  const portion: Portion = { events: [], facts: [] };

  expect(unpack(pack(portion))).toEqual(portion);
});
