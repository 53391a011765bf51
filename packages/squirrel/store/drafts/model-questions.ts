import type { SessionKind, Sighting } from '@sqrl/base/model/sighting.ts';
import { as, json, raw } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
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

/** Drops what a model said of the episodes of a session: words that it may repeat were forgotten. */
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
