import { expect, test } from 'vitest';
import { testMemory, typed } from './testing/world.ts';

const answers = {
  remember: () => ({
    id: '7k3f9x2m4p5q',
    did: 'added' as const,
    redacted: [],
    memory: testMemory(),
    superseded: [],
    notices: [],
  }),
};

const inputOf = async (circumstances: { env?: Record<string, string>; terminal?: boolean }) =>
  (await typed(['remember', 'use', 'pnpm', '--pin'], { ...circumstances, answers })).calls[0]!.input;

test('what an agent’s shell has remembered is an agent’s word, and pins nothing', async () => {
  expect(await inputOf({ env: { CLAUDECODE: '1' } })).toMatchObject({
    source: 'agent_explicit',
    evidence: [{ proof: 'agent_statement' }],
  });
  expect(await inputOf({ env: { CLAUDECODE: '1' } })).not.toHaveProperty('pinned');
});

test('what a person types is theirs, in whatever terminal', async () => {
  for (const circumstances of [{}, { env: { CLAUDECODE: '1' }, terminal: true }])
    expect(await inputOf(circumstances)).toMatchObject({ source: 'user_taught', pinned: true });
});
