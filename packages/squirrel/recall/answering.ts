import type { Status } from '@sqrl/base/model/memory.ts';
import { contentWords, share } from '@sqrl/base/text/content-words.ts';
import { markStale } from '../codebase/shown.ts';
import { isRefused } from '../store/memory/changes.ts';
import { type MemoryFilter, memoriesWhere } from '../store/memory/filters.ts';
import type { Engine } from '../workspace/workspace.ts';
import type { Hit } from './find.ts';
import type { ShownHit } from './verbs/find.ts';

interface AnsweringBounds {
  /** As near in meaning as this, or with most of the question's words, a memory is about what was asked. */
  minCosine: number;
  minShare: number;
}

/** For an answer: only what is sure to be about the question. */
const SURE: AnsweringBounds = { minCosine: 0.4, minShare: 0.6 };

/**
 * For an agent that reads on: of paraphrased questions whose answer is among the first eight memories, these bounds lose two
 * of a hundred, and leave six lines of eight.
 */
export const LIKELY: AnsweringBounds = { minCosine: 0.2, minShare: 0.7 };

const MIN_WORDS = 0.6;

/** Those of the best that are about the question at all: the best of many may still be about something else. */
export function answering<T extends Hit>(
  question: string,
  hits: readonly T[],
  { minCosine, minShare }: AnsweringBounds = SURE,
): T[] {
  const words = contentWords(question);
  const about = hits.filter(({ cosine = 0, memory }) => {
    if (cosine >= minCosine) return true;
    const said = contentWords([memory.text, ...memory.tags, ...memory.files, memory.key ?? ''].join(' '));
    return words.size > 0 && share(words, said) >= MIN_WORDS;
  });
  const best = Math.max(0, ...about.map(({ score }) => score));
  return about.filter(({ score }) => score >= best * minShare);
}

/** Nearer than this, two answers say the same. */
const SAME = 0.88;

/** Leaves out what a better answer says already. `likeness` is the cosine of two memories, where both have a vector. */
export function distinct(
  hits: readonly Hit[],
  likeness: (a: Hit, b: Hit) => number,
): { kept: Hit[]; left: { hit: Hit; because: string }[] } {
  const kept: Hit[] = [];
  const left: { hit: Hit; because: string }[] = [];
  for (const hit of hits) {
    const twin = kept.find((other) => isOpposite(other, hit) === false && likeness(other, hit) > SAME);
    if (twin) left.push({ hit, because: `duplicate of ${twin.memory.id}` });
    else kept.push(hit);
  }
  return { kept, left };
}

/** A rule and its opposite are near each other in meaning, and must not hide one another. */
const isOpposite = (a: Hit, b: Hit): boolean => a.memory.polarity * b.memory.polarity < 0;

/** What a question asks by: the name of a thing, a meaning, or how things hang together. */
export type QuestionKind = 'identifier' | 'semantic' | 'structural';

export function kindOfQuestion(text: string): QuestionKind {
  if (STRUCTURAL.test(text)) return 'structural';
  return IDENTIFIER.test(text) ? 'identifier' : 'semantic';
}

/** A camelCase or snake_case name, a path, a call, a code of an error, or what stands in backticks. */
const IDENTIFIER =
  /[a-z][A-Z]|[a-z0-9]_[a-z]|\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\w\/\w|\.\/|`[^`]+`|\b\w+\(\)|(?<![\w-])[\w-]+\.(?:[jt]sx?|mjs|py|go|rs|java|rb|php|c|h|cpp|cs|sql|json|ya?ml|toml|md|sh)\b|\b[A-Z]{1,5}\d{3,5}\b|\bE[A-Z]{4,}\b/;

const STRUCTURAL =
  /\b(?:what (?:breaks|depends|calls|uses|imports|else changes)|who (?:calls|uses|imports)|depend(?:s|encies|ents)? (?:on|of)|impact of|affected by|callers? of|callees? of|related (?:files|modules)|changes? together)\b/i;

/** "Why did we drop the MSI package?": something is asked, nothing is to be done. */
export const isDirectQuestion = (text: string): boolean =>
  text.length <= MAX_DIRECT_CHARS && /\?\s*$/.test(text);
const MAX_DIRECT_CHARS = 300;

/**
 * Memories that hold words as they stand, latest first, for a person who looks for them: also those that were learned on a
 * branch that is not checked out, and where no other holds them those that are archived.
 */
export function holding(
  engine: Engine,
  words: Pick<MemoryFilter, 'phrase' | 'words'>,
  { filter, limit }: { filter: MemoryFilter; limit: number },
): ShownHit[] {
  const page = { now: engine.now(), limit, order: 'newest' } as const;
  const among = (statuses: Status[] | undefined) =>
    engine.indexedStores.flatMap((indexedStore) =>
      memoriesWhere(
        indexedStore.store,
        { whose: {}, ...filter, ...words, ...(statuses && { statuses }) },
        page,
      )
        // A person does not want to see what they refused or deleted.
        .filter(({ memory }) => !isRefused(indexedStore.store, memory.id))
        .map(({ row, memory }) => ({
          indexedStore,
          row,
          memory,
          score: 1,
          why: ['holds the words as they stand'],
        })),
    );
  const alive = among(filter.statuses);
  const found = alive.length > 0 || filter.statuses ? alive : among(['deprecated']);
  return markStale(found.sort((a, b) => b.memory.createdAt - a.memory.createdAt).slice(0, limit));
}

/** What is looked for as it stands: each of a few words, or a longer text as one. */
function literal(question: string): Pick<MemoryFilter, 'phrase' | 'words'> | undefined {
  const phrase = question.trim();
  if (phrase === '' || phrase.length > MAX_CHARS) return undefined;
  const words = phrase.split(/\s+/).flatMap((word) => word.replace(EDGES, '') || []);
  return words.length === 0 || words.length > MAX_WORDS ? { phrase } : { words };
}

const EDGES = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;
const MAX_WORDS = 5;
const MAX_CHARS = 500;

/**
 * What was found, with what holds every word as it stands and was not found: behind it, or first where nothing that was found
 * holds them; and the ids of all that does.
 */
export function withHolding<T extends Hit>(
  engine: Engine,
  found: readonly T[],
  question: string,
  page: { filter: MemoryFilter; limit: number },
): { hits: (T | ShownHit)[]; holds: ReadonlySet<string> } {
  const wanted = literal(question);
  const held = wanted ? holding(engine, wanted, page) : [];
  const holds = new Set(held.map(({ memory }) => memory.id));
  const known = new Set(found.map(({ memory }) => memory.id));
  const more = held.filter(({ memory }) => !known.has(memory.id));
  const isFound = more.length < held.length;
  const hits = isFound ? [...found, ...more] : [...more, ...found];
  return { hits: hits.slice(0, page.limit), holds };
}
