import type { FindRequest } from '@sqrl/squirrel/recall/verbs/find.ts';
import type { Bench, Figures } from './bench.ts';
import { readCorpus } from './ranking/corpus.ts';
import { ask, learn } from './ranking/corpus-engine.ts';
import { scoreOf } from './ranking/places.ts';
import { line } from './ways.ts';

/** Other ways of searching that a request can ask for, to see what the usual one is worth. */
const OTHER_WAYS: Record<string, Partial<FindRequest>> = {
  'words alone': { meaning: 0 },
  'meaning alone': { meaning: 1 },
  'without the second look': { rerank: false },
};

/** One memory answers each question, among many of several projects that sound alike. */
export const ranking: Bench = {
  summary:
    'Rank of the correct memory for 159 questions of seven kinds, and with words, meaning or without the second look',
  async run({ flags, print }) {
    const corpus = readCorpus(flags.projects?.split(','));
    await using learned = await learn(corpus);
    const places = async (asked: Partial<FindRequest>) => {
      const found: number[] = [];
      for (const question of corpus.questions) {
        const hits = await ask(learned, question, asked);
        found.push(hits.findIndex((hit) => learned.nameOf(hit) === question.answer));
      }
      return found;
    };
    const figures: Figures = { memories: corpus.memories.length, questions: corpus.questions.length };
    const tell = (name: string, some: readonly number[]) => {
      const score = scoreOf(some);
      figures[name] = score;
      print(line(name, Object.values(score)));
    };
    print(line('', ['MRR', '@1', '@5', '@10']));
    const all = await places({});
    tell('all', all);
    const kinds = Map.groupBy(all.keys(), (i) => corpus.questions[i]!.kind);
    for (const [kind, which] of kinds)
      tell(
        `  ${kind}`,
        [...which].map((i) => all[i]!),
      );
    if (flags.missed)
      for (const [i, place] of all.entries())
        if (place !== 0)
          print(
            `${place + 1}\t${corpus.questions[i]!.kind}: ${corpus.questions[i]!.text} → ${corpus.questions[i]!.answer}`,
          );
    if (flags.ablate !== '0')
      for (const [what, asked] of Object.entries(OTHER_WAYS)) tell(what, await places(asked));
    return figures;
  },
};
