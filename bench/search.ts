import { statSync } from 'node:fs';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { remember, rememberAll } from '@sqrl/squirrel/learn/verbs/remember.ts';
import { find } from '@sqrl/squirrel/recall/verbs/find.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import type { Bench, Figures } from './bench.ts';
import { openBenchEngine } from './engine.ts';
import { hundredths, times } from './percentiles.ts';
import { measurePeer } from './search/server-memory.ts';
import { naturalTexts, questionsFrom, readyVectors } from './search/texts.ts';

const SIZES = [1000, 10_000, 100_000];
const DEFAULT_DIMS = 384;

/** Writing and searching at three sizes, without any model, compared with the official memory server. */
export const search: Bench = {
  summary:
    'Insert throughput, write and search latency, memory and file size at 1k, 10k and 100k memories (--sizes, --dims)',
  async run({ flags, print }) {
    const sizes = flags.sizes ? flags.sizes.split(',').map(Number) : SIZES;
    const texts = naturalTexts(Math.max(...sizes) + 200);
    const dims = Number(flags.dims ?? DEFAULT_DIMS);
    const vectorOf = readyVectors(dims);
    const figures: Figures = {};
    for (const size of sizes) {
      figures[size] = await measure(texts, size, dims, vectorOf);
      print(`${size} memories: ${JSON.stringify(figures[size])}`);
    }
    figures.serverMemory1000 = await measurePeer(texts.slice(0, 1000), questionsFrom(texts, 100));
    print(`@modelcontextprotocol/server-memory at 1000: ${JSON.stringify(figures.serverMemory1000)}`);
    return figures;
  },
};

async function measure(
  texts: readonly string[],
  size: number,
  dims: number,
  vectorOf: (text: string) => Float32Array,
) {
  // Ready before anything is measured: what is timed here is the store and the search, not a model.
  const questions = questionsFrom(texts, 300);
  const ready = new Map([...texts.slice(0, size + 200), ...questions].map((text) => [text, vectorOf(text)]));
  const embedder: Embedder = {
    id: `ready/${dims}`,
    dims,
    embed: async (asked) =>
      asked.map(
        (text) => ready.get(text.slice(text.indexOf('\n\n') + 2)) ?? ready.get(text) ?? vectorOf(text),
      ),
    unload: async () => {},
  };
  await using opened = openBenchEngine(embedder);
  // A memory that is remembered alone is otherwise compared with its neighbors by a model.
  const engine: Engine = { ...opened, judge: undefined };
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const start = performance.now();
  const cpuBefore = process.cpuUsage();
  for (let i = 0; i < size; i += 10_000)
    await rememberAll(
      engine,
      texts.slice(i, Math.min(size, i + 10_000)).map((text) => ({ text })),
    );
  const insertMs = performance.now() - start;
  const insertCpu = process.cpuUsage(cpuBefore);
  const asked = performance.now();
  await ask(engine, questions[0]!, 0.7); // reads the vectors
  const firstMs = Math.round(performance.now() - asked);
  const write = await times(100, (i) => remember(engine, { text: texts[size + i]! }));
  const words = await times(questions.length, (i) => ask(engine, questions[i]!, 0));
  const meaning = await times(questions.length, (i) => ask(engine, questions[i]!, 1));
  const hybrid = await times(questions.length, (i) => ask(engine, questions[i]!, 0.7));
  globalThis.gc?.();
  return {
    insertMs: Math.round(insertMs),
    insertPerSecond: Math.round(size / (insertMs / 1000)),
    insertCpuMs: Math.round((insertCpu.user + insertCpu.system) / 1000),
    firstMs,
    write,
    words,
    meaning,
    hybrid,
    rssGrowthMB: Math.round((process.memoryUsage().rss - before) / 2 ** 20),
    fileMB: hundredths(statSync(engine.own.store.path).size / 2 ** 20),
  };
}

const ask = (engine: Engine, question: string, meaning: number) =>
  find(engine, { question, limit: 10, filter: {}, rerank: false, meaning });
