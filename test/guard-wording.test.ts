import { applies } from '@sqrl/squirrel/learn/guards/applies.ts';
import { occasionOf } from '@sqrl/squirrel/learn/lifecycle/occasion.ts';
import { errorRetry } from '@sqrl/squirrel/learn/observe/behavior/error-retry.ts';
import { learned, ran } from '@sqrl/squirrel/learn/observe/testing/sessions.ts';
import { saysFix } from '@sqrl/squirrel/recall/deliver/after-failure.ts';
import { aMemory } from '@sqrl/squirrel/store/testing/a-memory.ts';
import { beforeEach, expect, test, vi } from 'vitest';

/** Undefined for the product's own words. */
const worded = vi.hoisted(() => ({ text: undefined as string | undefined }));
vi.mock('@sqrl/squirrel/learn/guards/guard-text.ts', async (original) => {
  const own = await original<typeof import('@sqrl/squirrel/learn/guards/guard-text.ts')>();
  return {
    guardText: (trigger: Parameters<typeof own.guardText>[0]) => worded.text ?? own.guardText(trigger),
    fixText: (...given: Parameters<typeof own.fixText>) => worded.text ?? own.fixText(...given),
  };
});
beforeEach(() => {
  worded.text = undefined;
});

const instead = (command: string, line: string, other: string) => [
  ran(command, line, { how: 'other command', command: other }),
  ran(other),
];
const SESSION = [
  ...instead('wrap yarn test', "error: unrecognized subcommand 'yarn'", 'yarn test'),
  ...instead('make deploy', 'error: quota is used up', 'make push'),
  ...instead(
    'npx prisma migrate deploy',
    'Error: DATABASE_URL is missing',
    'DATABASE_URL=… npx prisma migrate deploy',
  ),
  ran('npm run lint', '× <n> files are not formatted', { how: 'same command', ran: ['npm run lint:fix'] }),
];

/** All that the product does with what is learned from two such sessions, without the words. */
function behavior() {
  const proposals = [...learned(errorRetry, [SESSION, SESSION]).values()];
  return proposals.map(({ text, evidence: _, ...proposal }) => {
    const memory = aMemory({ ...proposal, text, id: 'guard0000001' });
    const { hash: _hash, ...occasion } = occasionOf(memory)!;
    const calls = ['make deploy', 'make push && make deploy', 'npm run lint', 'wrap yarn lint'];
    return {
      proposal,
      occasion,
      saysFix: saysFix(memory),
      applies: calls.map((command) => applies(memory.trigger!, { tool: 'run', command, files: [] })),
    };
  });
}

test.each(['', 'Unlike before. Instead, try `ls -l now`; run it without `sudo`, and read `a b`.'])(
  'guards worded as “%s” do what they did',
  (text) => {
    const own = behavior();
    expect(own.map(({ saysFix: says }) => says)).toEqual([true, true, true, true]);
    worded.text = text;
    expect(behavior()).toEqual(own);
  },
);
