import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeLog } from './support/claude-log.ts';
import { open, temporaryFolder } from './support/home.ts';

const PROJECT = '/projects/shop';
const BEGAN = Date.UTC(2026, 9, 1);
const DAY = 86_400_000;

test('asked what fails, the commands are named with what they said, not the pattern they are known by', async () => {
  const { client } = open({ project: PROJECT, now: () => BEGAN + 10 * DAY });
  const folder = temporaryFolder();
  const paths = [1, 2, 3].map((n) => {
    const session = `0000000${n}-0000-4000-8000-000000000000`;
    const path = join(folder, `${session}.jsonl`);
    const turns = [
      { say: 'Run the tests.' },
      { run: `npm test -- part${n}`, output: `error: port 80${n} is taken by /tmp/run/${n}`, fails: true },
      { run: 'npm run test:free', output: 'ok' },
      { reply: 'They pass.' },
    ];
    writeFileSync(path, claudeLog({ session, cwd: PROJECT, startedAt: BEGAN + n * DAY, turns }));
    return path;
  });
  await client.call('ingest', { paths });
  const { failures } = await client.call('ask', { question: 'Which commands fail here?', compose: false });
  expect(failures).toMatchObject([
    { command: 'npm test -- part3', error: 'error: port 803 is taken by /tmp/run/3', sessions: 3 },
  ]);
});
