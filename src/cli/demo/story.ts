import type { VerbClient } from '../../protocol/client.ts';
import type { Output, WireNotice } from '../../protocol/verbs.ts';
import { careless, questions, type Sample, sample } from './sample.ts';
import { sharedWords } from './words.ts';

/** What storing the sample did. */
export interface DemoStoreReport {
  memories: number;
  ms: number;
  /** The careless memory, as it was said and as it was kept. */
  said: string;
  stored: string;
  redacted: string[];
  notices: WireNotice[];
}

/** What one question found. */
export interface DemoQuestion {
  question: string;
  ms: number;
  hits: Output<'find'>['hits'];
  /** Words the question has in common with the best hit. */
  shared: string[];
  notices: WireNotice[];
}

/** What became of a thing that was said twice. */
export interface DemoRepeat {
  text: string;
  did: Output<'remember'>['did'];
  memories: number;
}

/** Stores the sample, the careless memory last. */
export async function storeSample(client: VerbClient): Promise<DemoStoreReport> {
  const began = performance.now();
  const store = (draft: Sample) => client.call('remember', { ...draft, source: 'user_taught' });
  for (const draft of sample) await store(draft);
  const { text: said } = careless();
  const { memory, redacted, notices } = await store(careless());
  const ms = performance.now() - began;
  return { memories: sample.length + 1, ms, said, stored: memory.text, redacted, notices };
}

/** Asks every question in turn. */
export async function* askQuestions(client: VerbClient): AsyncGenerator<DemoQuestion> {
  for (const question of questions) {
    const began = performance.now();
    const { hits, notices } = await client.call('find', { question, limit: 2 });
    const ms = performance.now() - began;
    const shared = hits[0] ? sharedWords(question, hits[0].memory.text) : [];
    yield { question, ms, hits, shared, notices };
  }
}

/** Says one thing a second time. */
export async function repeatOne(client: VerbClient): Promise<DemoRepeat> {
  const again = sample[1]!;
  const { did } = await client.call('remember', { ...again, source: 'user_taught' });
  const { total } = await client.call('list', { limit: 1 });
  return { text: again.text, did, memories: total };
}
