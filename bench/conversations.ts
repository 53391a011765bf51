import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { stopDaemonOf } from '@sqrl/squirrel/daemon/control.ts';
import { connectDaemon } from '@sqrl/squirrel/protocol/http-client.ts';
import { ask } from '@sqrl/squirrel/recall/ask/ask.ts';
import { talksAtPrompt } from '@sqrl/squirrel/recall/deliver/deliver-said.ts';
import { whatWasSaid } from '@sqrl/squirrel/recall/passages/said.ts';
import { recall } from '@sqrl/squirrel/recall/verbs/recall.ts';
import { questionWords } from '@sqrl/squirrel/store/memory/words.ts';
import { countPassages } from '@sqrl/squirrel/store/passages/passage-vectors.ts';
import type { Bench } from './bench.ts';
import { type BigStore, openBigStore } from './conversations/big-store.ts';
import { hundredths, times } from './percentiles.ts';
import { type AtRest, comeToRest } from './storm/idle.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const [PASSAGES, MEMORIES, ASKED] = [100_000, 10_000, 200];
/** After a minute without a question the daemon closes a project. */
const CLOSED_AFTER_MS = 65_000;

/** What it costs to have much that was said: to ask, and to have a daemon sit over it. */
export const conversations: Bench = {
  summary:
    'Questions over many passages and memories without the model; the idle daemon (--passages N, --memories N, --dist FOLDER)',
  async run({ flags, print }) {
    const root = mkdtempSync(join(tmpdir(), 'sqrl-bench-said-'));
    for (const name of ['home', 'shop']) mkdirSync(join(root, name), { mode: 0o700 });
    try {
      const sizes = {
        passages: Number(flags.passages ?? PASSAGES),
        memories: Number(flags.memories ?? MEMORIES),
        now: Date.now(),
      };
      const questions = await measureQuestions(await openBigStore(root, sizes), print);
      const dist = flags.dist ?? DIST;
      const daemon =
        existsSync(join(dist, 'squirrel/sqrl.js')) && existsSync('/proc/self/stat')
          ? await measureDaemon(root, dist, print)
          : undefined;
      if (!daemon) print('idle daemon: skipped, needs a build and /proc.');
      return { ...sizes, questions, daemon };
    } finally {
      await stopDaemonOf(join(root, 'home'));
      rmSync(root, { recursive: true, force: true });
    }
  },
};

async function measureQuestions({ engine, questions }: BigStore, print: (line: string) => void) {
  await using _ = engine;
  const { store } = engine.own;
  const start = performance.now();
  await whatWasSaid(engine, { question: questions.at(-1)!, limit: 5 });
  const firstMs = Math.round(performance.now() - start);
  // Each kind of question in other words than the one before: what is known of words must not come from the same question.
  const questionAt = (round: number, i: number) => questions[round * ASKED + i]!;
  const asking = (round: number) => (i: number) =>
    ask(engine, { question: questionAt(round, i), limit: 6, compose: false });
  for (let i = 0; i < ASKED / 2; i++) await asking(0)(i);
  const plain = await times(ASKED, (i) => plainSearch(store, questionAt(1, i)));
  const said = await times(ASKED, (i) => whatWasSaid(engine, { question: questionAt(1, i), limit: 5 }));
  const asked = await times(ASKED, asking(2));
  const recalled = await times(ASKED, (i) => recall(engine, { question: questionAt(3, i) }));
  const prompted = await times(ASKED, (i) =>
    talksAtPrompt(engine, questionAt(4, i), {
      listener: { session: '', branch: null, level: 'autonomous', now: engine.now() },
      quoted: new Set(),
      room: 2000,
      beginsTask: true,
    }),
  );
  const ratio = hundredths(asked.cpu / plain.cpu);
  print(`${countPassages(store)} passages; the first question reads their vectors: ${firstMs} ms`);
  for (const [what, { p50, p95, cpu }] of Object.entries({
    'plain FTS query': plain,
    passages: said,
    recall: recalled,
    'first prompt': prompted,
    ask: asked,
  }))
    print(`  ${what.padEnd(16)} P50 ${p50} ms, P95 ${p95} ms, P50 of CPU ${cpu} ms`);
  print(`  ask: wanted 15 ms or less; ${ratio} of the CPU of a plain FTS query`);
  return { firstMs, plain, said, recalled, asked, prompted, ratio };
}

/** What SQLite alone takes to rank the passages that hold one of the words. */
const plainSearch = (store: Store, question: string): unknown =>
  store
    .sql('select rowid from passage_words where passage_words match ? order by bm25(passage_words) limit 10')
    .all(
      questionWords(question)
        .map((word) => `"${word}"`)
        .join(' OR '),
    );

async function measureDaemon(root: string, dist: string, print: (line: string) => void) {
  const home = join(root, 'home');
  const env = { PATH: process.env.PATH, HOME: root, SQRL_HOME: home };
  const fresh = await comeToRest(home, env, { dist, isTimed: true });
  tell(print, 'idle daemon', fresh);
  const start = { node: '', args: [], env: {} };
  const reach = { home, version: '0.0.0', ifMissing: 'leave', start } as const;
  {
    await using client = (await connectDaemon(reach, { project: join(root, 'shop') }))!;
    await client.call('ask', { question: 'how does the parser work?', compose: false });
  }
  await sleep(CLOSED_AFTER_MS);
  const later = await comeToRest(home, env, { dist, isTimed: true });
  tell(print, 'a minute after a question', later);
  return { fresh, later };
}

const tell = (print: (line: string) => void, what: string, rest: AtRest): void =>
  print(
    `${what}: ${rest.memoryMb} MB (wanted: 110 or less), ${hundredths(rest.cpuPercent)} % CPU${rest.embedderLoaded ? ', with the embedder loaded' : ''}`,
  );
