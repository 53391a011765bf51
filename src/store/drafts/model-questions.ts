import type { SessionKind, Sighting } from '../../model/sighting.ts';
import type { Store } from '../store.ts';
import { DERIVED } from './sightings.ts';

/** A question to a language model, and what was kept of its answer. */
export interface ModelQuestion {
  /** The prompt's name and version. */
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

/** What was asked about something, where it was. */
export function askedAbout(store: Store, prompt: string, about: string): ModelQuestion | undefined {
  const found = store.sql('select * from asked where prompt = ? and about = ?').get(prompt, about);
  return found && toAsked(found);
}

/** Everything that was asked with a prompt and kept something. */
export const answersTo = (store: Store, prompt: string): ModelQuestion[] =>
  store.sql(`select * from asked where prompt = ? and kept <> '[]' order by about`).all(prompt).map(toAsked);

/** Writes down a question with what came of it, in place of what came of it before. */
export function putAsked(store: Store, asked: ModelQuestion): void {
  store
    .sql(
      `insert into asked (prompt, version, about, mark, model, at, tries, failed, kept, refused, summary)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (prompt, about) do update set version = excluded.version, mark = excluded.mark,
         model = excluded.model, at = excluded.at, tries = excluded.tries, failed = excluded.failed,
         kept = excluded.kept, refused = excluded.refused, summary = excluded.summary`,
    )
    .run(
      asked.prompt,
      asked.version,
      asked.about,
      asked.mark,
      asked.model,
      asked.at,
      asked.tries,
      asked.failed,
      JSON.stringify(asked.kept),
      JSON.stringify(asked.refused),
      asked.summary ?? null,
    );
}

/** Drops what a model said of the episodes of a session: words that it may repeat were forgotten. */
export function dropSummaries(store: Store, session: number): void {
  store
    .sql('update asked set summary = null where about in (select id from episode where session = ?)')
    .run(session);
}

/** How many questions were asked with each prompt, what was kept of the answers, refused, and why there was none. */
export const countAsked = (
  store: Store,
): { prompt: string; asked: number; kept: number; refused: number; passedOver: number; failed: number }[] =>
  store
    .sql(
      `select prompt, count(*) filter (where tries > 0) as asked, sum(json_array_length(kept)) as kept,
              sum(json_array_length(refused)) as refused, count(*) filter (where tries = 0) as passedOver,
              count(*) filter (where tries > 0 and failed is not null) as failed
         from asked group by prompt order by prompt`,
    )
    .all()
    .map((found) => ({ ...found }) as never);

/** The session that an episode belongs to, and what it was for as far as anything was observed in it. */
export function sessionOfEpisode(store: Store, row: number): { session: number; kind: SessionKind | null } {
  return {
    ...store
      .sql(
        `select session, (select session_kind from sighting where sighting.session = episode.session
                           and signal not in ${DERIVED} limit 1) as kind
           from episode where row = ?`,
      )
      .get(row)!,
  } as unknown as { session: number; kind: SessionKind | null };
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where a row becomes a question
const toAsked = ({ row: _, ...found }: any): ModelQuestion => ({
  ...found,
  kept: JSON.parse(found.kept),
  refused: JSON.parse(found.refused),
});
