import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openJudge } from '@sqrl/embedder/judge.ts';
import { afterAll, expect, test } from 'vitest';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { type Opened, open, temporaryFolder } from './support/home.ts';

const SHOP = '/projects/shop';
const DAY = 86_400_000;
const judge = { ...openJudge(), patienceMs: 600_000 };
afterAll(() => judge.unload());

/** Reads a session of some days ago in which a person says something, each time after a word of the agent's. */
async function said(it: Opened, daysAgo: number, ...prompts: string[]): Promise<void> {
  const id = `000000${String(daysAgo).padStart(2, '0')}-0000-4000-8000-000000000000`;
  const folder = join(temporaryFolder(), SHOP.replaceAll('/', '-'));
  mkdirSync(folder, { recursive: true });
  const turns = prompts.flatMap((say): Turn[] => [{ say }, { reply: 'Done.' }]);
  const log = claudeLog({ session: id, cwd: SHOP, startedAt: Date.now() - daysAgo * DAY, turns });
  writeFileSync(join(folder, `${id}.jsonl`), log);
  await it.client.call('ingest', { paths: [join(folder, `${id}.jsonl`)] });
}

const brief = async ({ client }: Opened): Promise<string> =>
  (
    await client.call('deliver', {
      client: 'claude-code',
      session: 'another',
      cwd: SHOP,
      moment: { point: 'session start' },
    })
  ).text;

test.each([
  'here are the notes of the meeting:\n\nPresent: Ann, Bob\n- We decided that tokens are kept in the repository.',
  'look at this mail:\n\nHi all,\nwe have decided that tokens are kept in the repository.\nBest, Eve',
  'Ann wrote on Slack: we decided that tokens are kept in the repository',
])('a decision of others is not told: %j', async (prompt) => {
  const it = open({ judge, project: SHOP });
  await said(it, 1, prompt);
  expect(await brief(it)).not.toContain('tokens are kept');
});

test.each([
  ['Remember that the staging server is rebuilt every night.', 'The staging server is rebuilt every night.'],
  ['Rule: migrations are written by hand.', 'Migrations are written by hand.'],
  ['From now on: answer in at most five sentences.', 'Answer in at most five sentences.'],
  ['Never run git push --force on main.', 'Never run git push --force on main.'],
  [
    'we decided that invoices are rendered on the server',
    'We decided that invoices are rendered on the server.',
  ],
  ['Der Abrechnungsdienst heißt Ledger', 'Der Abrechnungsdienst heißt Ledger.'],
  ['Immer pnpm verwenden, nie npm.', 'Immer pnpm verwenden, nie npm.'],
  ['以后都用 pnpm，不要用 npm。', '以后都用 pnpm，不要用 npm。'],
])('"%s" is told in the next session, in a project that nobody trusts yet', async (sentence, told) => {
  const it = open({ judge, project: SHOP });
  await said(it, 1, sentence);
  expect(await brief(it)).toContain(told);
});

test('an example is told with what it is an example of', async () => {
  const it = open({ judge, project: SHOP });
  await said(
    it,
    1,
    'Tests must not depend on live services. For example, never skip a test because one is down.',
  );
  expect(await brief(it)).toContain('Tests must not depend on live services. For example');
});

test.each([
  "Don't create a PR, just a commit",
  'Rebase from main first',
  'I only want to keep the old importer as of now',
])('"%s" ends with its task and stands in no brief', async (sentence) => {
  const it = open({ judge, project: SHOP });
  await said(it, 1, sentence);
  expect(await brief(it)).not.toContain(sentence.slice(0, 20));
});

test('a rule that was said often, and never clearly, is told once, in its strongest wording', async () => {
  const it = open({ judge, project: SHOP });
  await said(it, 9, 'lint before committing please');
  await said(it, 6, 'you forgot to lint before the commit');
  await said(it, 3, 'lint before you commit');
  const text = await brief(it);
  expect(text.match(/lint/gi)).toHaveLength(1);
});

test('rules about one thing that differ in a word both stand', async () => {
  const it = open({ judge, project: SHOP });
  await said(it, 3, 'Never update the seeds.');
  await said(it, 2, 'Never reset the seeds.');
  const text = await brief(it);
  expect(text).toContain('Never update the seeds.');
  expect(text).toContain('Never reset the seeds.');
});

test('fifteen sessions without an occasion later the rule still stands', async () => {
  const it = open({ judge, project: SHOP });
  await said(it, 20, 'Always write the changelog in German.');
  for (let day = 19; day > 4; day--) await said(it, day, 'what time is it in Lisbon');
  expect(await brief(it)).toContain('Always write the changelog in German.');
});
