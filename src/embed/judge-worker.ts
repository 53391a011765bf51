// The statement model in a thread of its own: it loads when the thread starts.
import { parentPort, workerData } from 'node:worker_threads';
import { openStatementModel } from './statement-model.ts';

/** Where the weights lie. */
export interface JudgeFiles {
  statements: string;
  /** The embedder's, whose words the statement model shares. */
  words: string;
}

const files = workerData as JudgeFiles;
const statements = openStatementModel(files.statements, files.words);

parentPort!.on('message', (prompts: string[][]) =>
  parentPort!.postMessage(prompts.map((sentences) => statements.read(sentences))),
);
