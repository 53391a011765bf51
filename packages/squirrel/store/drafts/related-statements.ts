import { hash } from 'node:crypto';
import type { PairReading, PairVerdict, StatementPair } from '@sqrl/base/model/judgement.ts';
import { as, json } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { jsonMark, markAll, setMark } from '../marks.ts';

/** What two statements are to each other, by the ids of their drafts or memories. */
export interface RelatedStatements {
  older: string;
  newer: string;
  verdict: PairVerdict;
  /** The pieces of the older text that are meant; null where all of it. */
  pieces: readonly string[] | null;
}

/** What a model read in a pair; undefined where it has not read it. */
export function pairReading(store: Store, pair: StatementPair, model: string): PairReading | undefined {
  const found = jsonMark<PairReading & { model: string }>(store, 'pair reading', nameOf(pair));
  if (found?.model !== model) return undefined;
  const { cosine, replaces, repeats } = found;
  return { cosine, replaces, repeats };
}

export function putPairReading(store: Store, pair: StatementPair, model: string, read: PairReading): void {
  const [cosine, replaces, repeats] = [read.cosine, read.replaces, read.repeats].map(rounded);
  setMark(store, 'pair reading', nameOf(pair), JSON.stringify({ model, cosine, replaces, repeats }));
}

const nameOf = (pair: StatementPair): string =>
  hash('sha256', JSON.stringify([pair.old, pair.new]), 'base64url');

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

export const relatedStatements = (store: Store): RelatedStatements[] =>
  store.rows`select older, newer, verdict, pieces from related_statement order by older, newer`.map(
    toRelated,
  );

/** Pairs among some statements of which the newer replaces the older, or may. */
export const relatedAmong = (store: Store, ids: readonly string[]): RelatedStatements[] =>
  store.rows`select older, newer, verdict, pieces from related_statement
    where verdict not in ('repeats', 'echoes') and older in (select value from json_each(${ids}))
      and newer in (select value from json_each(${ids})) order by older, newer`.map(toRelated);

/** Makes these all that is known, and asks for the drafts to be judged again that it changes something for. */
export function replaceRelated(store: Store, now: readonly RelatedStatements[]): void {
  const before = new Map(relatedStatements(store).map((each) => [nameOfTie(each), each]));
  const after = new Map(now.map((each) => [nameOfTie(each), each]));
  const gone = [...before].filter(([name]) => !after.has(name)).map(([, each]) => each);
  const come = [...after].filter(([name]) => !before.has(name)).map(([, each]) => each);
  for (const { older, newer } of gone)
    store.run`delete from related_statement where older = ${older} and newer = ${newer}`;
  for (const each of come) addRelated(store, each);
  for (const { older, newer } of [...gone, ...come])
    markAll(store, 'draft due', 'select id from draft where id in (?, ?)', older, newer);
}

export function addRelated(store: Store, { older, newer, verdict, pieces }: RelatedStatements): void {
  store.put('related_statement', { older, newer, verdict, pieces: pieces && JSON.stringify(pieces) });
}

const nameOfTie = (tie: RelatedStatements): string =>
  JSON.stringify([tie.older, tie.newer, tie.verdict, tie.pieces]);

const toRelated = as<RelatedStatements>({ pieces: json });
