import { type FoundMemory, HUB_LIMITS, type SearchReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import { sharedMemoryIn } from '@sqrl/base/model/sync/memory-state.ts';
import { type Caller, isId, spacesOf } from './caller.ts';
import type { Query } from './db.ts';
import { badForm } from './failure.ts';
import { namesIn, RECORD_COLUMNS, type RecordRow } from './records.ts';
import { searchWords } from './search-words.ts';

/** Below this part of the best score a memory shares only the commonest words with the question. */
const MIN_PART = 0.3;
/** Candidates for one that is told: some have expired. */
const SPARE = 2;
const MAX_SPACES = 10_000;
/** Of a question; more would only repeat it. */
const MAX_WORDS = 32;

/** Memories of the caller's spaces that share words with a question. Nothing of it is kept or logged. */
export async function searchSpaces(
  query: Query,
  caller: Caller,
  body: unknown,
  now: number,
): Promise<SearchReply> {
  const { question, without, limit } = requestIn(body);
  const spaces = (await spacesOf(query, caller)).filter(({ id }) => !without.includes(id));
  const named = spaces.map(({ id, kind, name, sealed }) => ({ id, kind, name, sealed }));
  const words = searchWords(caller.org, question).slice(0, MAX_WORDS);
  const best = await query<{ space: string; id: string; score: number }>(
    'select space, id, score from hub.search($1, $2, $3, $4)',
    [caller.org, words, without, limit * SPARE],
  );
  const rows = await query<RecordRow & { space: string }>(
    `select space, ${RECORD_COLUMNS} from hub.record
      where org = $1 and space = any($2) and kind = 'memory' and id = any($3)`,
    [caller.org, [...new Set(best.map(({ space }) => space))], [...new Set(best.map(({ id }) => id))]],
  );
  const nameOf = await namesIn(query, caller.org, rows);
  const found = best
    .filter(({ score }) => score >= best[0]!.score * MIN_PART)
    .flatMap(({ space, id }) => {
      const row = rows.find((each) => each.space === space && each.id === id);
      const memory = row && sharedMemoryIn(JSON.parse(row.state));
      if (!row || !memory || (memory.expiresAt !== null && memory.expiresAt <= now)) return [];
      const [shown, ...others] = memory.wordings;
      const wordedBy = (JSON.parse(row.by) as Record<string, string>)[shown.tag] ?? row.author;
      const isReviewed = row.reviewed_hash === row.hash && row.reviewed_by !== null && !row.dismissed;
      return [
        {
          ...{ space, id, type: memory.type, text: shown.text, at: shown.at, person: nameOf(wordedBy) },
          ...{ reviewedBy: isReviewed ? nameOf(row.reviewed_by!) : null, contested: others.length > 0 },
        } satisfies FoundMemory,
      ];
    });
  return { found: found.slice(0, limit), spaces: named };
}

function requestIn(body: unknown): { question: string; without: string[]; limit: number } {
  const { question, without = [], limit = HUB_LIMITS.found } = (body ?? {}) as Record<string, unknown>;
  if (typeof question !== 'string' || question.length > HUB_LIMITS.question)
    throw badForm(`question is a text of at most ${HUB_LIMITS.question} characters`);
  if (!Array.isArray(without) || without.length > MAX_SPACES) throw badForm('without is a list of spaces');
  if (!Number.isSafeInteger(limit) || (limit as number) < 1) throw badForm('limit is a number');
  return {
    question,
    without: without.filter(isId),
    limit: Math.min(limit as number, HUB_LIMITS.found),
  };
}
