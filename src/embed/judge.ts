import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { workerProgram } from '../base/thread.ts';
import type { SentenceReading } from '../model/judgement.ts';
import type { JudgeFiles } from './judge-worker.ts';
import { onDemand } from './on-demand.ts';

/** Our model that judges what people say. */
export interface Judge {
  /** Changes with the model: what it read before is then read again. */
  readonly id: string;
  /** A reading for each sentence of each prompt. */
  readSentences(prompts: readonly (readonly string[])[]): Promise<SentenceReading[][]>;
  unload(): Promise<void>;
}

/** Runs the model in a thread that starts with the first job and ends when there has been none for a while. */
export function openJudge(idleMs = ONE_MINUTE): Judge {
  const thread = onDemand<string[][], SentenceReading[][]>({ program: PROGRAM, data: () => FILES, idleMs });
  return {
    id: 'squirrel-statements@2',
    readSentences: async (prompts) =>
      prompts.length === 0 ? [] : thread.ask(prompts.map((sentences) => [...sentences])),
    unload: () => thread.stop(),
  };
}

const ONE_MINUTE = 60_000;
const PROGRAM = workerProgram('./judge-worker.ts', import.meta.url);
const MODELS = fileURLToPath(new URL('../../models/', import.meta.url));
const FILES: JudgeFiles = {
  statements: join(MODELS, 'squirrel-statements.int8.safetensors'),
  words: join(MODELS, 'squirrel-s3.int8.safetensors'),
};
