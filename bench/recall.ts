import type { MemoryType } from '@sqrl/base/model/memory.ts';
import type { Moment } from '@sqrl/base/model/moment.ts';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { rememberAll } from '@sqrl/squirrel/learn/verbs/remember.ts';
import { setTrust } from '@sqrl/squirrel/learn/verbs/trust.ts';
import { deliver } from '@sqrl/squirrel/recall/deliver/deliver.ts';
import { recall as recallFor } from '@sqrl/squirrel/recall/verbs/recall.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import type { Bench, Figures } from './bench.ts';
import { openBenchEngine } from './engine.ts';
import { hundredths, percentile } from './percentiles.ts';
import { naturalTexts, questionsFrom, readyVectors } from './search/texts.ts';

const SIZES = [10_000, 100_000];
const DIMS = 384;
const NOW = Date.UTC(2026, 10, 15, 12);
/** Questions of each kind; those of a hundred thousand take a while with a model. */
const ASKED = 200;

/** Briefings and deliveries as an agent would get them, at two sizes, with and without a model. */
export const recall: Bench = {
  summary:
    'Latency of briefings and of every point of delivery at 10k and 100k memories; tokens; determinism',
  async run({ flags, print }) {
    const sizes = flags.sizes ? flags.sizes.split(',').map(Number) : SIZES;
    const texts = naturalTexts(Math.max(...sizes));
    const figures: Figures = {};
    for (const size of sizes) {
      const found = await measure(texts.slice(0, size));
      figures[size] = found;
      print(`\n${size} memories, milliseconds`);
      for (const [what, figure] of Object.entries(found)) print(`${what.padEnd(26)} ${told(figure)}`);
    }
    return figures;
  },
};

const told = (figure: unknown): string =>
  typeof figure === 'object'
    ? Object.entries(figure as object)
        .map(([name, value]) => `${name} ${value}`.padEnd(14))
        .join(' ')
    : String(figure);

async function measure(texts: readonly string[]): Promise<Figures> {
  const made = readyVectors(DIMS);
  const known = new Map<string, Float32Array>();
  const vectorOf = (text: string) => known.get(text) ?? made(text);
  // What is measured without a model has its vectors ready; the model itself answers in a second pass.
  const real = bundledEmbedder();
  const ready: Embedder = {
    id: real.id,
    dims: DIMS,
    embed: async (asked) => asked.map(vectorOf),
    unload: async () => {},
  };
  const switched: { to: Embedder } = { to: ready };
  const embedder: Embedder = Object.assign(Object.create(real), {
    embed: (asked: readonly string[], role: 'memory' | 'question') => switched.to.embed(asked, role),
  });
  await using engine = openBenchEngine(embedder, () => NOW);
  await fill(engine, texts);
  setTrust(engine, 'standard');
  const questions = questionsFrom(texts, ASKED);
  const ask = (i: number, some: { fast?: boolean; files?: string[] } = {}) =>
    recallFor(engine, { question: questions[i % ASKED]!, fast: true, ...some });
  const earlier = questionsFrom(texts, ASKED, 3);
  for (const question of [...questions, ...earlier, ...questionsFrom(texts, ASKED, 7).map(asPrompt)])
    known.set(question, made(question));
  await ask(0); // reads the vectors
  const figures: Figures = {
    // The first questions to a program just started run code that nothing has made quick yet.
    'recall, just started': await times(ASKED, (i) =>
      recallFor(engine, { question: earlier[i]!, fast: true }),
    ),
    'recall, no model': await times(ASKED, (i) => ask(i)),
    'recall, files at hand': await times(ASKED, (i) => ask(i, { files: [fileOf(i)] })),
  };
  for (const [point, moment] of Object.entries(pointsOver(texts)))
    figures[`deliver, ${point}`] = await pointTimes(engine, point, moment);
  const tokens = await Promise.all(questions.slice(0, 50).map(async (_, i) => (await ask(i)).tokens));
  figures.tokensPerBriefing = { p50: percentile(tokens, 0.5), p95: percentile(tokens, 0.95) };
  figures.sameTwice = await isSameTwice(ask);
  switched.to = real;
  await real.embed(['warm'], 'question');
  // Questions that were not asked before: what was asked is remembered with its vector.
  const other = questionsFrom(texts, ASKED, 11);
  figures['recall, embedder warm'] = await times(ASKED, (i) =>
    recallFor(engine, { question: other[i]!, fast: true }),
  );
  const third = questionsFrom(texts, 60, 12);
  figures['recall, reranked'] = await times(60, (i) => recallFor(engine, { question: third[i]! }));
  return figures;
}

/** Memories of all kinds, some about files, some with keys, and a few hundred guards with triggers. */
async function fill(engine: Engine, texts: readonly string[]): Promise<void> {
  for (let i = 0; i < texts.length; i += 10_000)
    await rememberAll(
      engine,
      texts.slice(i, i + 10_000).map((text, j) => {
        const n = i + j;
        return {
          text,
          type: TYPES[n % TYPES.length]!,
          confidence: 0.6 + (n % 40) / 100,
          ...(n % 3 === 0 && { files: [fileOf(n)] }),
          ...(n % 50 === 0 && {
            key: `decision.${text.split(' ').slice(0, 3).join('_').toLowerCase()}.${n}`,
          }),
          ...(n < 3000 &&
            n % 10 === 0 && {
              trigger: {
                tool: 'run' as const,
                command: `make target-${n}`,
                match: 'begins' as const,
                file: null,
                expects: null,
              },
            }),
        };
      }),
    );
}

const TYPES: MemoryType[] = [
  'gotcha',
  'pattern',
  'decision',
  'module_insight',
  'error_pattern',
  'preference',
  'causal_dependency',
  'work_unit_outcome',
  'dead_end',
  'workflow_recipe',
];

const fileOf = (n: number): string => `src/part-${n % 97}/file-${n % 1999}.ts`;

/** A moment of each point, different each time; some of them say something, most do not. */
function pointsOver(texts: readonly string[]): Record<string, (i: number) => Moment> {
  const step = { command: null, files: [], symbols: [] };
  const prompts = questionsFrom(texts, ASKED, 7);
  const text = (i: number) => asPrompt(prompts[i % ASKED]!);
  const after = { point: 'after' as const, ...step, outcome: 'ok' as const, text: '', exitCode: null };
  return {
    'session start': () => ({ point: 'session start', because: 'startup' }),
    'first prompt': (i) => ({ point: 'prompt', text: text(i), files: [] }),
    'later prompt': (i) => ({ point: 'prompt', text: text(i), files: [] }),
    'before command': (i) => ({ point: 'before', ...step, tool: 'run', command: `make target-${i * 10}` }),
    'before edit': (i) => ({ point: 'before', ...step, tool: 'edit', files: [fileOf(3 * i)] }),
    'after read': (i) => ({ ...after, tool: 'read', files: [fileOf(3 * i)] }),
    'after failure': (i) => ({
      ...after,
      tool: 'run',
      command: 'make',
      outcome: 'failed',
      text: `Error: no rule to make target ${'x'.repeat(i % 9)}`,
    }),
    search: (i) => ({ point: 'before', ...step, tool: 'search', command: `renderView${i}|parse_price_${i}` }),
  };
}

const asPrompt = (question: string): string => question.replace('how does', 'please look how');

async function pointTimes(engine: Engine, point: string, momentOf: (i: number) => Moment) {
  const counts: number[] = [];
  const found = await times(100, async (i) => {
    // A session of its own each time, but for what comes later in one.
    const session = point === 'later prompt' ? 'one' : `${point} ${i}`;
    const said = await deliver(engine, { client: 'codex', session, at: NOW + i, moment: momentOf(i) });
    counts.push(said.tokens);
  });
  const spoken = counts.filter((count) => count > 0);
  return { ...found, spoke: `${spoken.length} %`, tokens: spoken.length === 0 ? 0 : percentile(spoken, 0.5) };
}

/**
 * Runs something many times: P50 and P95 of what passed, and P50 of what this thread worked, which tells more where
 * others work at the same time. What a model takes in a thread of its own is only in the first two.
 */
async function times(
  count: number,
  work: (i: number) => Promise<unknown>,
): Promise<{ p50: number; p95: number; worked: number }> {
  const passed: number[] = [];
  const worked: number[] = [];
  for (let i = 0; i < count; i++) {
    const [start, before] = [performance.now(), process.threadCpuUsage()];
    await work(i);
    passed.push(performance.now() - start);
    const { user, system } = process.threadCpuUsage(before);
    worked.push((user + system) / 1000);
  }
  return {
    p50: hundredths(percentile(passed, 0.5)),
    p95: hundredths(percentile(passed, 0.95)),
    worked: hundredths(percentile(worked, 0.5)),
  };
}

async function isSameTwice(ask: (i: number) => Promise<{ text: string }>): Promise<boolean> {
  for (let i = 0; i < 30; i++) {
    const [once, again] = [await ask(i), await ask(i)];
    if (once.text !== again.text) return false;
  }
  return true;
}
