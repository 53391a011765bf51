import { readFileSync } from 'node:fs';
import type { MemoryType } from '@sqrl/base/model/memory.ts';
import { type BundledModel, bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import { embedOnce } from '@sqrl/embedder/testing/embed-once.ts';
import { rememberAll } from '@sqrl/squirrel/learn/verbs/remember.ts';
import { find } from '@sqrl/squirrel/recall/verbs/find.ts';
import type { Bench, Figures } from './bench.ts';
import { openBenchEngine, refuse } from './engine.ts';
import { line, MODELS, WAYS } from './ways.ts';

/** Questions that share few words with their answers, over developer memories with as many distractors. */
export const paraphrase: Bench = {
  summary: 'How often a paraphrased question finds its one correct memory among near misses',
  async run({ flags, print }) {
    const memories = lines<{ id: string; type: MemoryType; files: string[]; tags: string[]; text: string }>(
      'memories',
    );
    const questions = lines<{ question: string; answer: string }>('questions');
    const models = flags.models === 'all' ? MODELS : [(flags.model ?? 'squirrel-s3') as BundledModel];
    const ways = flags.ways === 'all' ? Object.keys(WAYS) : ['words', 'meaning', 'fused', 'default'];
    const figures: Figures = { memories: memories.length, questions: questions.length };
    print(line('', ['hit@1', 'hit@5', 'hit@10', 'MRR']));
    for (const model of models) {
      await using engine = openBenchEngine(embedOnce(bundledEmbedder({ model })));
      const ids = new Map<string, string>();
      for (let i = 0; i < memories.length; i += 64) {
        const batch = memories.slice(i, i + 64);
        const kept = await rememberAll(
          engine,
          batch.map(({ text, type, files, tags }) => ({ text, type, files, tags })),
        );
        for (const [j, { memory }] of kept.entries()) ids.set(memory.id, batch[j]!.id);
      }
      const places: Record<string, number[]> = Object.fromEntries(ways.map((way) => [way, []]));
      for (const { question, answer } of questions)
        for (const way of ways) {
          const { hits, notices } = await find(engine, {
            question,
            limit: 10,
            filter: {},
            meaning: WAYS[way],
            rerank: way === 'default',
          });
          refuse(notices);
          places[way]!.push(hits.findIndex(({ memory }) => ids.get(memory.id) === answer));
        }
      figures[model] = Object.fromEntries(ways.map((way) => [way, score(places[way]!)]));
      for (const way of ways) print(line(`${model} ${way}`, Object.values(score(places[way]!))));
    }
    return figures;
  },
};

function score(places: readonly number[]) {
  const share = (fits: (place: number) => boolean) =>
    Math.round((1000 * places.filter(fits).length) / places.length) / 10;
  const reciprocal =
    places.reduce((sum, place) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0) / places.length;
  return {
    hit1: share((place) => place === 0),
    hit5: share((place) => place >= 0 && place < 5),
    hit10: share((place) => place >= 0),
    mrr: Math.round(1000 * reciprocal) / 10,
  };
}

const lines = <T>(name: string): T[] =>
  readFileSync(new URL(`./paraphrase/${name}.jsonl`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((each) => JSON.parse(each) as T);
