import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PairReading, SentenceReading, StatementPair } from '@sqrl/base/model/judgement.ts';
import { workerProgram } from '@sqrl/base/thread.ts';
import type { JudgeAnswer, JudgeFiles, JudgeJob } from './judge-worker.ts';
import { onDemand } from './on-demand.ts';

/** Our models that judge what people say. */
export interface Judge {
  /** Changes with the model that reads sentences: what it read before is then read again. */
  readonly id: string;
  /** A reading for each sentence of each prompt. */
  readSentences(prompts: readonly (readonly string[])[]): Promise<SentenceReading[][]>;
  /** Changes with the model that reads pairs. */
  readonly pairsId: string;
  /** A reading for each pair; `urgent` ones go before what waits. */
  readPairs(pairs: readonly StatementPair[], urgent?: boolean): Promise<PairReading[]>;
  /** How long somebody waits for an urgent reading, if not the usual time. */
  readonly patienceMs?: number;
  unload(): Promise<void>;
}

/** Runs the models in a thread that starts with the first job and ends when there has been none for a while. */
export function openJudge(idleMs = ONE_MINUTE, files: JudgeFiles = JUDGE_FILES): Judge {
  const thread = onDemand<JudgeJob, JudgeAnswer>({ program: PROGRAM, data: () => files, idleMs });
  return {
    id: 'squirrel-statements@2',
    async readSentences(prompts) {
      if (prompts.length === 0) return [];
      return (await thread.ask({ prompts: prompts.map((each) => [...each]) })) as SentenceReading[][];
    },
    pairsId: 'squirrel-relations@4',
    async readPairs(pairs, urgent) {
      const answers = chunksOf(pairs).map((some) => thread.ask({ pairs: some }, urgent));
      return ((await Promise.all(answers)) as PairReading[][]).flat();
    },
    unload: () => thread.stop(),
  };
}

/** Pairs that are read in one go: what is urgent waits for no more. */
const CHUNK = 8;

const chunksOf = (pairs: readonly StatementPair[]): StatementPair[][] =>
  Array.from({ length: Math.ceil(pairs.length / CHUNK) }, (_, i) => pairs.slice(i * CHUNK, (i + 1) * CHUNK));

const ONE_MINUTE = 60_000;
const PROGRAM = workerProgram('./judge-worker.ts', import.meta.url);
const MODELS = fileURLToPath(new URL('../../dist/models/', import.meta.url));
/** Where the models lie that are part of the package. */
export const JUDGE_FILES: JudgeFiles = {
  statements: join(MODELS, 'squirrel-statements.int8.safetensors'),
  embedder: join(MODELS, 'squirrel-s3.int8.safetensors'),
  relations: join(MODELS, 'squirrel-relations.int8.safetensors'),
};
