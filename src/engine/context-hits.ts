import type { Phase } from '../model/episode.ts';
import type { MemoryType } from '../model/memory.ts';
import { inWords, isRelevant, type Strength, strengthOf } from '../recall/deliver/strength.ts';
import { isWithin } from '../recall/deliver/telling.ts';
import { contentWords } from '../words/content-words.ts';
import { typedWords } from '../words/own-words.ts';
import { askable } from './asked-for.ts';
import type { Engine } from './engine.ts';
import { type ShownHit, search } from './find.ts';
import type { Notice } from './meaning.ts';

/** What a task may bring up. */
export interface Matter {
  /** The task, without secrets. */
  text: string;
  /** Files at hand, or likely to be. */
  files: readonly string[];
  phase?: Phase | undefined;
  types?: readonly MemoryType[] | undefined;
  limit: number;
}

/** A memory that has to do with a task. */
export type RelevantHit = ShownHit & { strength: Strength };

/** The memories that have to do with a task and may be told, best first: not only the nearest there are, but near. */
export async function relevant(
  engine: Engine,
  { text, files, phase, types, limit }: Matter,
): Promise<{ hits: RelevantHit[]; notices: Notice[] }> {
  const said = typedWords(text).trim().slice(0, LONGEST);
  const { hits, notices } = await search(engine, {
    question: said,
    files,
    phase,
    limit,
    filter: { ...(types && { types: [...types] }) },
    explicit: said !== '',
  });
  const may = askable(
    engine,
    hits.filter(({ memory }) => isWithin(memory, files)),
  );
  const cosines = await nearnessTo(engine, said, may);
  const words = contentWords(said);
  const atHand = new Set(files);
  const strong = may
    .map((hit) => ({ ...hit, strength: strengthOf(words, hit.memory, cosines.get(hit), atHand) }))
    .filter(({ strength }) => isRelevant(strength))
    .map((hit) => ({ ...hit, why: [inWords(hit.strength), ...hit.why] }));
  return { hits: strong, notices };
}

/** What is wanted is said in the first words. */
const LONGEST = 1500;

/** How near memories are to a text by meaning; none where the embedder's scale is not known. */
async function nearnessTo(
  engine: Engine,
  text: string,
  hits: readonly ShownHit[],
): Promise<Map<ShownHit, number>> {
  const vector = isMeasured(engine) && text !== '' ? await engine.meaning.ofQuestion(text) : undefined;
  const found = new Map<ShownHit, number>();
  if (!vector) return found;
  for (const [shelf, some] of Map.groupBy(hits, (hit) => hit.shelf)) {
    const cosines = shelf.index.cosines(
      vector,
      some.map(({ row }) => row),
    );
    for (const hit of some) {
      const cosine = cosines.get(hit.row);
      if (cosine !== undefined) found.set(hit, cosine);
    }
  }
  return found;
}

/** Whether it was measured how near is near with the present embedder. */
export const isMeasured = ({ meaning, settings }: Engine): boolean =>
  settings.search.meaning > 0 && /squirrel-s[23]/.test(meaning.model);
