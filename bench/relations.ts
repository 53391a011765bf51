import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  PAIR_RELATIONS,
  type PairReading,
  type PairRelation,
  type StatementPair,
} from '@sqrl/base/model/judgement.ts';
import { JUDGE_FILES } from '@sqrl/embedder/judge.ts';
import { openRelationModel, readingOf } from '@sqrl/embedder/relation-model.ts';
import { pairVerdict } from '@sqrl/squirrel/learn/claims/relation.ts';
import type { Bench } from './bench.ts';
import { precisionAt } from './judgement/precision.ts';

/** Pairs that were written for this benchmark and are never trained on. */
const OWN_PAIRS = fileURLToPath(new URL('relations/amendments.jsonl', import.meta.url));

interface LabelledPair extends StatementPair {
  relation: PairRelation;
}

/** How well pairs of statements are told apart. */
export const relations: Bench = {
  summary: 'How a new statement relates to an old one, on labelled pairs (--data FILE, or our own)',
  async run({ data = OWN_PAIRS, print }) {
    const pairs = readFileSync(data, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as LabelledPair);
    const model = openRelationModel(JUDGE_FILES.relations, JUDGE_FILES.embedder);
    const before = process.cpuUsage();
    const read = pairs.map((pair) => ({
      ...pair,
      odds: model.oddsOf(pair),
      reading: readingOf(model, pair),
    }));
    const { user, system } = process.cpuUsage(before);
    print(`${pairs.length} pairs, ${((user + system) / 2000 / pairs.length).toFixed(1)} ms of CPU a reading`);
    print('by the model alone:');
    for (const relation of PAIR_RELATIONS) {
      const called = read.filter(({ odds }) => likeliest(odds) === relation);
      const right = called.filter((pair) => pair.relation === relation).length;
      print(`  ${relation}: ${shares(right, called.length, countOf(pairs, relation))}`);
    }
    const figures: Record<string, number> = {};
    for (const [name, score] of [
      ['by the model alone', ({ odds }: (typeof read)[number]) => odds.replaces],
      ['near pairs only', ({ reading }: (typeof read)[number]) => reading.replaces],
    ] as const)
      for (const recall of [0.4, 0.5, 0.6, 0.7]) {
        const items = read.map((pair, i) => ({
          score: score(pair),
          covers: pair.relation === 'replaces' ? [i] : [],
        }));
        const precision = precisionAt(items, countOf(pairs, 'replaces'), recall) ?? 0;
        print(`replaces, ${name}: precision ${shown(precision)} at ${100 * recall} % recall`);
        figures[`replaces, ${name} @${recall}`] = precision;
      }
    print('by what is done:');
    for (const verdict of ['replaces', 'revisits', 'repeats'] as const) {
      const of = verdict === 'revisits' ? 'replaces' : verdict;
      const given = read.filter((pair) => pairVerdict(pair, pair.reading) === verdict);
      const right = given.filter(({ relation }) => relation === of).length;
      print(`  ${verdict}: ${shares(right, given.length, countOf(pairs, of))}${others(given, of)}`);
      figures[`${verdict} precision`] = right / Math.max(1, given.length);
      figures[`${verdict} recall`] = right / Math.max(1, countOf(pairs, of));
    }
    return figures;
  },
};

const likeliest = (odds: Record<PairRelation, number>): PairRelation =>
  PAIR_RELATIONS.reduce((a, b) => (odds[b] > odds[a] ? b : a));

const countOf = (pairs: readonly LabelledPair[], relation: PairRelation): number =>
  pairs.filter((pair) => pair.relation === relation).length;

const shares = (right: number, called: number, all: number): string =>
  `precision ${right} of ${called}, recall ${right} of ${all}`;

/** What the wrong ones are. */
function others(given: readonly (LabelledPair & { reading: PairReading })[], of: PairRelation): string {
  const wrong = Map.groupBy(
    given.filter(({ relation }) => relation !== of),
    ({ relation }) => relation,
  );
  return wrong.size === 0
    ? ''
    : ` (${[...wrong].map(([name, some]) => `${some.length} ${name}`).join(', ')})`;
}

const shown = (share: number): string => `${(100 * share).toFixed(1)} %`;
