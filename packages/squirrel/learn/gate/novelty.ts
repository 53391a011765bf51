import type { Draft, Memory } from '@sqrl/base/model/memory.ts';
import { VectorIndex } from '@sqrl/base/sqlite/vectors/vector-index.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { memoriesAt, type Row } from '../../store/memory/memories.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { RivalMemory } from '../claims/rivals.ts';

export interface ComparableText extends Pick<Memory, 'scope' | 'scopeOf' | 'polarity' | 'key' | 'text'> {
  id: string;
  hash: string;
  /** A person's own words: near is not the same, unless the relation model says so or they add nothing. */
  isPersons: boolean;
  vector: Float32Array | undefined;
}

/** Nearer than this, two texts that were seen in sessions say the same. */
export const SAME = 0.88;

export interface Likeness {
  of: string;
  similarity: number;
  isRead?: true;
}

type NearTexts = (id: string) => readonly Likeness[];

/**
 * For each of the texts, given in the order in which they are preferred, the earlier one that it only repeats. A text that
 * repeats another stands for nothing itself, so that a chain of likenesses does not swallow the text at its end.
 */
export function repeats(
  texts: readonly ComparableText[],
  resident: (text: ComparableText) => Likeness | undefined,
  near: NearTexts = nearAmong(texts),
): Map<string, Likeness> {
  const place = new Map(texts.map((text, i) => [text.id, { text, i }]));
  const byWords = new Map<string, string>();
  const found = new Map<string, Likeness>();
  for (const [own, text] of texts.entries()) {
    const words = JSON.stringify([text.scope, text.scopeOf, text.hash]);
    const twin = byWords.get(words);
    const nearest = () =>
      near(text.id)
        .flatMap((like) => {
          const other = place.get(like.of);
          return other && other.i < own && !found.has(like.of) && mayRepeat(text, other.text, like)
            ? [{ like, i: other.i }]
            : [];
        })
        .sort((a, b) => b.like.similarity - a.like.similarity || a.i - b.i)[0]?.like;
    const like = resident(text) ?? (twin === undefined ? nearest() : { of: twin, similarity: 1 });
    if (like !== undefined) found.set(text.id, like);
    else if (twin === undefined) byWords.set(words, text.id);
  }
  return found;
}

export const mayRepeat = (
  text: ComparableText,
  other: Pick<Memory, 'scope' | 'scopeOf' | 'polarity' | 'key' | 'text'>,
  { isRead = false }: { isRead?: boolean } = {},
): boolean =>
  text.scope === other.scope &&
  text.scopeOf === other.scopeOf &&
  text.polarity * other.polarity >= 0 &&
  // Two keys are two matters, however near the words: all tests and those of CI.
  (text.key === null || other.key === null || text.key === other.key) &&
  (isRead || !text.isPersons || addsNothing(text.text, other.text));

export function nearAmong(texts: readonly ComparableText[]): NearTexts {
  const dims = texts.find(({ vector }) => vector)?.vector?.length ?? 0;
  const vectors = new Map(
    texts.flatMap(({ vector }, i) => (vector?.length === dims ? [[i, vector] as const] : [])),
  );
  const index = new VectorIndex(dims);
  index.reserve(vectors.size);
  for (const [i, vector] of vectors) index.set(i, vector);
  const places = new Map(texts.map(({ id }, i) => [id, i]));
  return (id) => {
    const place = places.get(id)!;
    const question = vectors.get(place);
    if (question === undefined) return [];
    return index
      .nearest(question, MAX_NEAR)
      .filter(({ row, score }) => score > SAME && row !== place)
      .map(({ row, score }) => ({ of: texts[row]!.id, similarity: score }));
  };
}

/** Of more that say the same the nearest are enough. */
const MAX_NEAR = 64;

/**
 * Whether a text adds neither a word nor a negation to another. Nearness alone would take Monday for Sunday and a person's
 * correction for a repetition.
 */
function addsNothing(text: string, to: string): boolean {
  const [said, there] = [wordsOf(text), wordsOf(to)];
  if (NEGATION.test(text) !== NEGATION.test(to)) return false;
  if (DIRECTED.test(text)) return isInOrder(said, there);
  const known = new Set(there);
  return said.every((word) => known.has(word));
}

/** With numbers, or one thing set before another, the same words in another order say something else. */
const DIRECTED = /\d|->|→|\b(?:from|into|over|before|after|than|until|above|below)\b/i;

function isInOrder(words: readonly string[], among: readonly string[]): boolean {
  let from = 0;
  return words.every((word) => {
    const found = among.indexOf(word, from);
    from = found + 1;
    return found >= 0;
  });
}

/** The words of a text without fillers, in a common form; code, numbers and names with signs in them as they are. */
const wordsOf = (text: string): string[] =>
  (text.match(/`[^`]+`|--?[a-z][\w-]*|[\p{L}\p{N}_]+(?:[.:/-][\p{L}\p{N}_]+)*/gu) ?? []).flatMap((word) => {
    if (FILLERS.test(word)) return [];
    const [form] = /^\p{L}+$/u.test(word) ? contentWords(word) : [];
    return [form ?? word.toLowerCase().replaceAll('`', '')];
  });

const FILLERS =
  /^(?:an?|the|to|of|is|are|be|been|in|on|for|with|by|at|we|our|us|it|its|and|that|this|please|always|here|do|does|must|should|have|has|you|your|which|also|just|so|will|i|my|needs?|requires?|required)$/i;

const NEGATION =
  /\b(?:not|never|no|don['’]?t|doesn['’]?t|isn['’]?t|aren['’]?t|can['’]?t|cannot|won['’]?t|without|avoid|instead|rather)\b/i;

/** The memory that a draft would only repeat; one that names a key, a type or an end of its own stands for itself. */
export function knownLike(
  { store, index }: IndexedStore,
  {
    memory,
    draft,
    vector,
    same,
    repeated,
  }: {
    memory: Memory;
    draft: Draft;
    vector: Float32Array | undefined;
    same: readonly RivalMemory[];
    repeated: readonly RivalMemory[];
  },
): { row: Row; isReworded: boolean } | undefined {
  if (draft.pinned || draft.expiresAt != null) return undefined;
  const known = same.find((each) => isOne(each.memory, memory, draft));
  if (known) return { row: known.row, isReworded: false };
  for (const { row, score } of vector ? index.nearest(vector, NEAREST) : []) {
    const [there] = score > SAME ? memoriesAt(store, [row]) : [];
    if (there && isOne(there.memory, memory, draft)) return { row, isReworded: false };
  }
  const again = repeated.find((each) => mayBeOne(each.memory, memory, draft));
  return again && { row: again.row, isReworded: true };
}

const NEAREST = 5;

const isOne = (there: Memory, memory: Memory, draft: Draft): boolean =>
  mayBeOne(there, memory, draft) && addsNothing(memory.text, there.text);

const mayBeOne = (there: Memory, memory: Memory, { key, type }: Draft): boolean =>
  there.scope === memory.scope &&
  there.scopeOf === memory.scopeOf &&
  there.status !== 'deprecated' &&
  (there.expiresAt === null || there.expiresAt > memory.createdAt) &&
  (key == null || key === there.key) &&
  (type === undefined || type === there.type) &&
  there.polarity * memory.polarity >= 0 &&
  isOfAnotherFile(there, memory);

/** What one rule file says beside each other is meant to hold beside each other. */
export const isOfAnotherFile = (one: Memory, another: Memory): boolean =>
  !one.tags.some((tag) => tag.startsWith('rules:') && another.tags.includes(tag));
