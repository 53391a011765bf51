import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { open, temporaryFolder } from './support/home.ts';

const PROJECT = '/projects/shop';
const BEGAN = Date.UTC(2026, 9, 1);
const DAY = 86_400_000;

/** What is said to fail after three sessions with these steps. */
async function failuresAfter(stepsOf: (n: number) => Turn[]) {
  const { client } = open({ project: PROJECT, now: () => BEGAN + 10 * DAY });
  const folder = temporaryFolder();
  const paths = [1, 2, 3].map((n) => {
    const session = `0000000${n}-0000-4000-8000-000000000000`;
    const path = join(folder, `${session}.jsonl`);
    const turns = [{ say: 'Run the tests.' }, ...stepsOf(n), { reply: 'They pass.' }];
    writeFileSync(path, claudeLog({ session, cwd: PROJECT, startedAt: BEGAN + n * DAY, turns }));
    return path;
  });
  await client.call('ingest', { paths });
  const { failures } = await client.call('ask', { question: 'Which commands fail here?', compose: false });
  return failures;
}

test('asked what fails, the commands are named with what they said, not the pattern they are known by', async () => {
  const failures = await failuresAfter((n) => [
    { run: 'rtk bun run test', output: `error: port 80${n} is taken by /tmp/run/${n}`, fails: true },
    { run: 'bun run test', output: 'ok' },
  ]);
  expect(failures).toMatchObject([
    {
      command: 'rtk bun run test',
      error: 'error: port 803 is taken by /tmp/run/3',
      sessions: 3,
      fix: { command: 'bun run test' },
    },
  ]);
});

test('a command does not work instead of itself: what was changed is named', async () => {
  const failures = await failuresAfter(() => [
    { run: 'npm test', output: 'error: adder is off by one', fails: true },
    { edit: 'src/add.ts' },
    { run: 'npm test', output: 'ok' },
  ]);
  expect(failures).toMatchObject([
    { command: 'npm test', fix: { command: null, changed: ['src/add.ts'], times: 3 } },
  ]);
});
