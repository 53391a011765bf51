// The models of judgement in a thread of their own: each loads with its first job.
import { parentPort, workerData } from 'node:worker_threads';
import type { PairReading, SentenceReading, StatementPair } from '@sqrl/base/model/judgement.ts';
import { openRelationModel, type RelationModel, readingOf } from './relation-model.ts';
import { openStatementModel, type StatementModel } from './statement-model.ts';

/** Where the weights lie. */
export interface JudgeFiles {
  statements: string;
  /** The embedder, whose words the statement model shares, and which says what pairs are near. */
  embedder: string;
  relations: string;
}

/** What can be asked of the thread: the sentences of some prompts, or pairs of statements. */
export type JudgeJob = { prompts: string[][] } | { pairs: StatementPair[] };

/** What it answers: a reading for each sentence of each prompt, or one for each pair. */
export type JudgeAnswer = SentenceReading[][] | PairReading[];

const files = workerData as JudgeFiles;
let statements: StatementModel | undefined;
let relations: RelationModel | undefined;

parentPort!.on('message', (job: JudgeJob) => parentPort!.postMessage(answerTo(job)));

function answerTo(job: JudgeJob): JudgeAnswer {
  if ('prompts' in job) {
    statements ??= openStatementModel(files.statements, files.embedder);
    return job.prompts.map((sentences) => statements!.read(sentences));
  }
  relations ??= openRelationModel(files.relations, files.embedder);
  return job.pairs.map((pair) => readingOf(relations!, pair));
}
