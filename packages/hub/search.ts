import {
  type FoundMemory,
  HUB_LIMITS,
  type HubAsked,
  type SearchReply,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { sharedMemoryIn } from '@sqrl/base/model/sync/memory-state.ts';
import type { SharedState } from '@sqrl/base/model/sync/registers.ts';
import { isSealedState } from '@sqrl/base/model/sync/sealed-form.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { type Caller, isId, rowsOf, spacesOf } from './caller.ts';
import { HUB_ROLE } from './db.ts';
import { namesIn, RECORD_COLUMNS, type RecordRow } from './records.ts';

/** Below this part of the best score a memory shares only the commonest words with the question. */
const MIN_PART = 0.3;
/** Candidates for one that is told: some have expired. */
const SPARE = 2;
/** Of a question; more would only repeat it. */
const MAX_WORDS = 32;

/** Memories of the caller's spaces that share words with a question. Nothing of it is kept or logged. */
export async function searchSpaces(at: Caller, asked: HubAsked<'search'>): Promise<SearchReply> {
  const without = asked.without.filter(isId);
  const limit = Math.min(asked.limit, HUB_LIMITS.found);
  const spaces = (await spacesOf(at)).filter(({ id }) => !without.includes(id));
  const named = spaces.map(({ id, kind, name, sealed }) => ({ id, kind, name, sealed }));
  const words = searchWords(at.org, asked.question).slice(0, MAX_WORDS);
  const best = await rowsOf<{ space: string; id: string; score: number }>(
    at,
    'select space, id, score from hub.search($1, $2, $3, $4)',
    ...[words, without, limit * SPARE],
  );
  const rows = await rowsOf<RecordRow & { space: string }>(
    at,
    `select space, ${RECORD_COLUMNS} from hub.record
      where org = $1 and space = any($2) and kind = 'memory' and id = any($3)`,
    ...[best.map(({ space }) => space), best.map(({ id }) => id)],
  );
  const nameOf = await namesIn(at, rows);
  const found = best
    .filter(({ score }) => score >= best[0]!.score * MIN_PART)
    .flatMap(({ space, id }): FoundMemory[] => {
      const row = rows.find((each) => each.space === space && each.id === id);
      const memory = row && sharedMemoryIn(JSON.parse(row.state));
      if (!row || !memory || (memory.expiresAt !== null && memory.expiresAt <= at.now)) return [];
      const [shown, ...others] = memory.wordings;
      const wordedBy = (JSON.parse(row.by) as Record<string, string>)[shown.tag] ?? row.author;
      const isReviewed = row.reviewed_hash === row.hash && row.reviewed_by !== null && !row.dismissed;
      return [
        {
          ...{ space, id, type: memory.type, text: shown.text, at: shown.at, person: nameOf(wordedBy) },
          ...{ reviewedBy: isReviewed ? nameOf(row.reviewed_by!) : null, contested: others.length > 0 },
        },
      ];
    });
  return { found: found.slice(0, limit), spaces: named };
}

/** Characters of a memory that are searched; the rest of a longer one is not found by its words. */
const MAX_SEARCHED = 20_000;
const MAX_WORD_CHARS = 64;
/** Of the organization's id; another one with the same is told apart by its rows. */
const PREFIX = 6;

/** The words by which a text is found within an organization: names whole and in their parts. */
export function searchWords(org: string, text: string): string[] {
  const searched = text.slice(0, MAX_SEARCHED);
  const words = [...contentWords(searched), ...contentWords(searched.toLowerCase())];
  return [...new Set(words.filter((word) => word.length <= MAX_WORD_CHARS))].map(
    (word) => `${org.slice(0, PREFIX)}${word}`,
  );
}

/** What the column `words` holds for a record: nothing for one that is sealed, gone, archived or not a memory. */
export function wordsOfRecord(org: string, { kind, state }: { kind: string; state: string }): string {
  const said = kind === 'memory' ? (JSON.parse(state) as SharedState) : {};
  const memory = isSealedState(said) ? undefined : sharedMemoryIn(said);
  if (!memory || memory.isArchived) return '';
  const { wordings, key, tags, files, symbols } = memory;
  const text = [...wordings.map((wording) => wording.text), key ?? '', ...tags, ...files, ...symbols].join(
    ' ',
  );
  // Letters and digits only, so that a quote needs no other.
  return searchWords(org, text)
    .map((word) => `'${word}'`)
    .join(' ');
}

/**
 * Full-text search. `words` is derived from the state, see `wordsOfRecord`. Every word
 * begins with the organization's: a search reads the lists of one organization, however many others the hub has.
 *
 * Row security cannot use such an index (`@@` is not leakproof), so `hub.search` runs with its owner's rights. It checks
 * organization and spaces itself and returns ids only; the texts are read under row security.
 */
export const SEARCH: readonly string[] = [
  // A list of what came last is read by every search: it stays short.
  'create index record_words on hub.record using gin (words) with (gin_pending_list_limit = 256)',
  // The rarer a word is in the spaces that are searched, the more it counts.
  `create function hub.search(of_org text, asked text[], without text[], rows int)
     returns table (space text, id text, score float8)
     language sql stable security definer set search_path = '' as $$
     with word as materialized (
       select a as word, ('''' || a || '''')::tsquery as query from unnest(asked) a),
     searched as materialized (
       select s.id, s.kind from hub.space s
        where s.org = of_org and s.org = nullif(current_setting('app.org', true), '')
          and s.id in (select hub.my_spaces()) and s.id <> all(without) and not s.sealed),
     found as materialized (
       select r.space, r.id, r.updated_at, r.words from hub.record r join searched s on s.id = r.space
        where r.org = of_org and r.kind = 'memory'
          and r.words @@ (select string_agg('''' || w.word || '''', ' | ') from word w)::tsquery
          and (s.kind not in ('team', 'org') or (r.reviewed_hash = r.hash and not r.dismissed))),
     hit as materialized (
       select f.space, f.id, f.updated_at, w.word from found f join word w on f.words @@ w.query),
     rarity as materialized (
       select h.word, ln(1 + (
           select count(*) from hub.record r
            where r.org = of_org and r.space in (select s.id from searched s) and r.kind = 'memory'
         )::float8 / count(*)) as weight
         from hit h group by h.word)
     select h.space, h.id, sum(y.weight) from hit h join rarity y on y.word = h.word
      group by h.space, h.id order by sum(y.weight) desc, max(h.updated_at) desc, h.id limit rows $$`,
  `revoke all on function hub.search(text, text[], text[], int) from public`,
  `grant execute on function hub.search(text, text[], text[], int) to ${HUB_ROLE}`,
];
