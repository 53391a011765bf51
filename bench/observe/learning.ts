import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { learn } from '@sqrl/squirrel/learn/verbs/learn.ts';
import { projectsSeen } from '@sqrl/squirrel/store/projects.ts';
import { claudeLog, type Turn } from '../../test/support/claude-log.ts';
import { openBenchEngine } from '../engine.ts';
import { hundredths } from '../percentiles.ts';

/** What learning from one session costs while the models are loaded. */
export interface LearningCosts {
  prompts: number;
  /** Of all threads. */
  cpuSeconds: number;
  /** What the statement and the relation model add to the process, their thread included. */
  modelMegabytes: number;
  drafts: number;
}

/** Learns from a generated session of some prompts, after another one has loaded the models. */
export async function learningCosts(folder: string, prompts: number): Promise<LearningCosts> {
  await using engine = openBenchEngine();
  const paths = [WARM_UP, prompts].map((count, i) => writeSession(folder, i, count));
  await ingest(engine, { paths, mine: true });
  const before = settledRss();
  await engine.judge!.readSentences([[AMENDED[0]!]]);
  await engine.judge!.readPairs([{ old: AMENDED[0]!, new: AMENDED[1]! }]);
  const modelMegabytes = (settledRss() - before) / 2 ** 20;
  const seen = projectsSeen(engine.user.store);
  const idOf = (i: number): string => seen.find(({ root }) => root === cwdOf(i))!.id;
  await learn(engine, { projects: [idOf(0)] });
  const begun = process.cpuUsage();
  const { drafts } = await learn(engine, { projects: [idOf(1)] });
  const { user, system } = process.cpuUsage(begun);
  return {
    prompts,
    cpuSeconds: hundredths((user + system) / 1e6),
    modelMegabytes: Math.round(modelMegabytes),
    drafts: drafts.kept + Object.values(drafts.dropped).reduce((sum, n) => sum + n, 0),
  };
}

const WARM_UP = 10;
const AMENDED = ['Sessions expire after 14 days.', 'Sessions expire after 30 days.'];

function settledRss(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss;
}

const cwdOf = (i: number): string => `/home/dev/learning-${i}`;

function writeSession(folder: string, i: number, prompts: number): string {
  const logs = join(folder, cwdOf(i).replaceAll('/', '-'));
  mkdirSync(logs);
  const session = `${String(i).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const path = join(logs, `${session}.jsonl`);
  const turns = Array.from({ length: prompts }, (_, n) => turnsOf(n)).flat();
  writeFileSync(path, claudeLog({ session, cwd: cwdOf(i), startedAt: Date.now() - 3_600_000, turns }));
  return path;
}

/** A prompt of one to three sentences, some of which hold beyond the task, and what the agent does. */
function turnsOf(n: number): Turn[] {
  const pick = (from: readonly string[], by: number): string => from[(n * by + by) % from.length]!;
  const thing = pick(THINGS, 7);
  const task = `${pick(TASKS, 3)} the ${thing} of the ${pick(PARTS, 5)}.`;
  const rule = n % 4 === 0 ? ` ${RULES[(n / 4) % RULES.length]}` : '';
  const asked = n % 3 === 0 ? ` ${pick(QUESTIONS, 1)}` : '';
  return [
    { say: `${task}${rule}${asked}` },
    { reply: `I changed the ${thing} and ran the tests; ${n + 3} of them pass now.` },
    { run: 'npm test', output: `Tests  ${n + 3} passed` },
  ];
}

const TASKS = ['Fix', 'Rename', 'Simplify', 'Show', 'Test', 'Document', 'Cache', 'Remove', 'Check', 'Sort'];
const THINGS =
  'filter,total,header,date,currency,label,index,timeout,preview,avatar,export,import,limit,order,query,badge,cursor,draft,footer'.split(
    ',',
  );
const PARTS = 'cart,invoice,search page,login,report,settings,mailer,admin view,api,importer,queue'.split(
  ',',
);
const RULES = [
  'From now on every migration has a test of its own.',
  'We never show an amount without its currency.',
  'Always ask before you touch the production database.',
  'Dates are stored in UTC, never in local time.',
  'Use pnpm in this repository, not npm.',
  'Commit messages are written in the imperative.',
  'Guests may not see the prices of other shops.',
  'We decided to drop support for Safari 14.',
  'Don’t add dependencies without asking me.',
  'The importer must skip lines it cannot read.',
  'Error texts are in English, also for German customers.',
  'Public functions need a doc comment.',
  'Keep the old endpoint until version 3.',
  'Passwords are hashed with argon2.',
  'Logs must not contain mail addresses.',
  'I prefer small pull requests.',
  'Snapshots are reviewed by hand.',
  'The queue retries five times.',
  'Feature flags live in config/flags.yaml.',
  'Never force push to main.',
  'Reports are written in plain SQL.',
  'Tests may not reach the network.',
  'Icons come from our own set.',
  'The admin area is in German only.',
  'Releases happen on Tuesdays.',
];
const QUESTIONS = ['Does it work in Safari too?', 'Why is it so slow?', 'What did you change?'];
