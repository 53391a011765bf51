import { find as findOn, type Hit } from '../recall/find.ts';
import type { Fusion } from '../recall/fuse.ts';
import { rerank } from '../recall/rerank.ts';
import { redact } from '../redact/redact.ts';
import type { Filter } from '../store/filters.ts';
import type { Engine } from './engine.ts';
import type { Notice } from './meaning.ts';
import { type ShownMemory, shown } from './shown.ts';

export interface Asked {
  question: string;
  limit: number;
  filter: Filter;
  fusion?: Fusion;
  rerank?: boolean;
}

/** How many of the best are looked at once more. */
const RERANKED = 30;

/** Finds memories by words and by meaning, best first, and notes that they were looked at. */
export async function find(
  engine: Engine,
  asked: Asked,
): Promise<{ hits: (Hit & { memory: ShownMemory })[]; notices: Notice[] }> {
  const { search } = engine.settings;
  const fusion = asked.fusion ?? { way: search.fusion, meaning: search.meaning };
  const { text } = await redact(asked.question.toWellFormed().replaceAll('\0', ' '));
  if (text.trim() === '') return { hits: [], notices: [] };
  const vector = fusion.meaning > 0 ? await engine.meaning.ofQuestion(text) : undefined;
  const notices = [engine.meaning.notice ?? engine.waiting()].filter((notice) => notice !== undefined);
  const askedAt = engine.now();
  // Who says how to fuse wants to see that order; and a reranker needs the embedder that has just not answered.
  const again =
    vector !== undefined &&
    engine.reranker !== undefined &&
    (asked.rerank ?? (!asked.fusion && search.rerank));
  const limit = again ? Math.max(asked.limit, RERANKED) : asked.limit;
  const { filter } = asked;
  const found = findOn({ text, vector, filter, fusion, askedAt, limit, pool: search.pool }, engine.shelves);
  const hits = again ? await lookAgain(engine, text, found, notices) : found;
  const best = shown(hits.slice(0, asked.limit));
  for (const shelf of engine.shelves)
    engine.seen(
      shelf,
      best
        .filter((hit) => hit.shelf === shelf)
        .map(({ row, score }) => ({ row, at: askedAt, way: 'find', score, question: text.slice(0, 500) })),
    );
  return { hits: best, notices };
}

/** Puts the best in the reranker's order; the others follow as they were, and none of them stands higher. */
async function lookAgain(engine: Engine, text: string, found: Hit[], notices: Notice[]): Promise<Hit[]> {
  const best = await rerank(text, found.slice(0, RERANKED), engine.reranker!, notices);
  const last = best.at(-1)?.score ?? 0;
  return [...best, ...found.slice(RERANKED).map((hit) => ({ ...hit, score: Math.min(hit.score, last) }))];
}
