import { join } from 'node:path';
import { readRegularFile } from '@sqrl/base/foreign-file.ts';
import { type FusionCandidate, fuse } from '@sqrl/base/fuse.ts';
import { redact } from '@sqrl/base/redact/redact.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { exactly, MAX_FILE_BYTES } from '@sqrl/code-graph/index.ts';
import { type ChunkIndex, chunkIndex } from '@sqrl/code-graph/tables/chunk-vectors.ts';
import { chunkAt, chunksAt, chunksByWords } from '@sqrl/code-graph/tables/chunks.ts';
import { wordsIn } from '@sqrl/code-graph/tables/words.ts';
import type { Parsed } from '../protocol/verbs.ts';
import type { Engine } from '../workspace/workspace.ts';
import { asking } from './graph.ts';
import { requireProject } from './graph-index.ts';
import { notRead } from './unseen.ts';

/** Pieces of code that a question is about: by their words, by the names in it, and by their meaning where it is known. */
export async function graphSearch(engine: Engine, { question, limit }: Parsed<'graphSearch'>) {
  const { store, pending } = asking(engine);
  const { root } = requireProject(engine);
  const { search } = engine.settings;
  const pool = Math.max(MIN_CANDIDATES, limit * CANDIDATES_PER_ANSWER);
  const index = chunkIndex(store, engine.meaning.model);
  const means = index !== undefined && search.meaning > 0;
  // It may go to an endpoint.
  const vector = means ? await engine.meaning.ofQuestion((await redact(question)).text) : undefined;
  const named = chunksNamed(store, question);
  const candidates = candidatesOf(store, question, { pool, vector, index, named });
  const places = fuse(candidates, { meaning: vector ? search.meaning : 0 })
    .map(({ what, score, why }) =>
      named.has(what)
        ? { what, score: score + NAME_BONUS, why: () => ['name', ...why()] }
        : { what, score, why },
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
  const words = wordsIn(question);
  const hits = places.flatMap(({ what, score, why }) => {
    const chunk = chunkAt(store, what);
    return chunk
      ? [{ ...chunk, score, why: why(), excerpt: excerptOf(join(root, chunk.path), chunk, words) }]
      : [];
  });
  const notice = vector === undefined && index ? engine.meaning.notice : undefined;
  const unseen = hits.length === 0 ? notRead(store) : [];
  return { hits, unseen, pending, notices: notice ? [notice] : [] };
}

/** Fewer candidates than this make poor scales to compare on. */
const MIN_CANDIDATES = 30;
const CANDIDATES_PER_ANSWER = 3;
/** A piece that shares no word with the question and is no nearer than this has nothing to do with it. */
const MIN_COSINE = 0.1;
/** As much as being the best in every other way: a question with a name means the symbol of that name. */
const NAME_BONUS = 1;

function candidatesOf(
  store: Store,
  question: string,
  { pool, vector, index, named }: SearchVectors & { pool: number; named: ReadonlySet<number> },
): FusionCandidate<number>[] {
  const words = new Map(chunksByWords(store, question, pool).map(({ id, score }) => [id, score]));
  const near = vector && index ? index.nearest(vector, pool) : new Map<number, number>();
  const means = new Map([...near].filter(([, score]) => score >= MIN_COSINE));
  const only = new Set([...words.keys(), ...named]).difference(means);
  // Without this a piece found by words would seem to mean nothing, only because thirty others mean more.
  if (vector && index) for (const [id, score] of index.cosines(vector, [...only])) means.set(id, score);
  const all = new Set([...means.keys(), ...only]);
  return [...all].map((what) => ({ what, words: words.get(what), meaning: means.get(what) }));
}

interface SearchVectors {
  vector: Float32Array | undefined;
  index: ChunkIndex | undefined;
}

/** The chunks in which something stands that the question calls by its name. */
function chunksNamed(store: Store, question: string): Set<number> {
  const names = question
    .trim()
    .split(/[\s,;"'`?!()]+/)
    .filter((word, _, all) => NAME.test(word) || all.length === 1);
  const symbols = names.slice(0, MAX_NAMES).flatMap((name) => exactly(store, name));
  return new Set(
    symbols
      .filter(({ kind }) => kind !== 'file')
      .slice(0, MAX_NAMED_ITEMS)
      .flatMap(({ file, line }) => chunksAt(store, file, line)),
  );
}

/** Spellings that only names have: `parseBody`, `parse_body`, `Cart.add`, `std::move`. */
const NAME = /\p{Ll}\p{Lu}|\w_\w|\w(?:\.|::|#|->)\w/u;
const MAX_NAMES = 5;
const MAX_NAMED_ITEMS = 20;

/** The line of a chunk that shares most words with a question; '' where the file is gone. */
function excerptOf(
  path: string,
  { line, endLine }: { line: number; endLine: number },
  words: ReadonlySet<string>,
): string {
  const file = readRegularFile(path, { maxBytes: MAX_FILE_BYTES, what: 'a source file' });
  if (!('bytes' in file)) return '';
  const lines = file.bytes
    .toString('utf8')
    .split('\n')
    .slice(line - 1, endLine);
  const shared = lines.map((text) => wordsIn(text).intersection(words).size);
  return lines[shared.indexOf(Math.max(...shared))]?.trim().slice(0, 200) ?? '';
}
