import { hash } from 'node:crypto';
import {
  type PairReading,
  type PairVerdict,
  type SentenceReading,
  STATEMENT_KINDS,
  STATEMENT_REACHES,
  type StatementPair,
} from '@sqrl/base/model/judgement.ts';
import type { SessionKind, Sighting } from '@sqrl/base/model/sighting.ts';
import { as, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { jsonMark, markAll, setMark } from '../marks.ts';
import { DERIVED } from './sightings.ts';

/** A question to a language model, and what was kept of its answer. */
export interface ModelQuestion {
  prompt: string;
  version: number;
  /** What it is about, and how that was then. */
  about: string;
  mark: string;
  model: string | null;
  at: number;
  tries: number;
  /** Why it was not asked, or has no answer. */
  failed: string | null;
  kept: Sighting[];
  refused: string[];
  /** What an episode came to in the model's words; only the Memory Writer says so. */
  summary?: string | null;
}

export function askedAbout(store: Store, prompt: string, about: string): ModelQuestion | undefined {
  const found = store.row`select * from asked where prompt = ${prompt} and about = ${about}`;
  return found && toAsked(found);
}

export const answersTo = (store: Store, prompt: string): ModelQuestion[] =>
  store.rows`select * from asked where prompt = ${prompt} and kept <> '[]' order by about`.map(toAsked);

/** Writes down a question with what came of it, in place of what came of it before. */
export function putAsked(store: Store, asked: ModelQuestion): void {
  const { prompt, version, about, mark, model, at, tries, failed, kept, refused, summary } = asked;
  store.run`delete from asked where prompt = ${prompt} and about = ${about}`;
  store.insert('asked', { prompt, version, about, mark, model, at, tries, failed, kept, refused, summary });
}

export function dropSummaries(store: Store, session: number): void {
  store.run`update asked set summary = null where about in (select id from episode
    where session = ${session})`;
}

/** How many questions were asked with each prompt, what was kept of the answers, refused, and why there was none. */
export const countAsked = (
  store: Store,
): { prompt: string; asked: number; kept: number; refused: number; passedOver: number; failed: number }[] =>
  store.rows`select prompt, count(*) filter (where tries > 0) as asked, sum(json_array_length(kept)) as kept,
         sum(json_array_length(refused)) as refused, count(*) filter (where tries = 0) as passedOver,
         count(*) filter (where tries > 0 and failed is not null) as failed
    from asked group by prompt order by prompt`;

/** The session that an episode belongs to, and what it was for as far as anything was observed in it. */
export function sessionOfEpisode(store: Store, row: number): { session: number; kind: SessionKind | null } {
  return store.row`select session, (select session_kind from sighting where sighting.session = episode.session
            and signal not in ${raw(DERIVED)} limit 1) as kind
    from episode where row = ${row}`!;
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where a row becomes a question
const toAsked = ({ row: _, ...found }: any): ModelQuestion =>
  as<ModelQuestion>({ kept: json, refused: json })(found);

/** Sessions with prompts of a person that a model has not read yet. */
export const sessionsToJudge = (store: Store, model: string): number[] =>
  store.column`select distinct event.session from event
    where ${raw(IS_PERSONS)} and not exists (select 1 from mark
      where kind = 'prompt reading' and name = event.row and value ->> '$.model' = ${model})
    order by event.session`;

/** What a person wrote, also in answering a question or refusing a call; not what an agent wrote to a subagent. */
const IS_PERSONS = `event.agent is null and event.text <> '' and (event.kind = 'prompt' or event.kind = 'result'
  and coalesce(event.tool, '') not like 'mcp:%' and (event.outcome = 'rejected' or event.tool = 'ask' and event.outcome = 'ok'))`;

/** What a model read in the sentences of a prompt, in their order; undefined where it has not read it. */
export function readingsOf(store: Store, event: number, model: string): SentenceReading[] | undefined {
  const found = jsonMark<PromptReading>(store, 'prompt reading', event);
  return found?.model === model ? found.readings.map(fromStored) : undefined;
}

interface PromptReading {
  model: string;
  readings: StoredReading[];
}

export const textOfEvent = (store: Store, event: string): string | undefined =>
  store.value`select text from event where id = unhex(${event})`;

export function putReadings(
  store: Store,
  { event, model }: { event: number; model: string },
  readings: readonly SentenceReading[],
): void {
  const kept: PromptReading = { model, readings: readings.map(toStored) };
  setMark(store, 'prompt reading', event, JSON.stringify(kept));
}

type StoredReading = readonly [keep: number, kind: number, reach: number];

const toStored = ({ keep, kind, reach }: SentenceReading): StoredReading => [
  Math.round(keep * 1000) / 1000,
  STATEMENT_KINDS.indexOf(kind),
  STATEMENT_REACHES.indexOf(reach),
];

const fromStored = ([keep, kind, reach]: StoredReading): SentenceReading => ({
  keep,
  kind: STATEMENT_KINDS[kind]!,
  reach: STATEMENT_REACHES[reach]!,
});

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
