import type { VerbClient } from '../../protocol/client.ts';
import type { Output } from '../../protocol/verbs.ts';

/** Something that was learned, with what shows it. */
export interface Lesson {
  id: string;
  type: string;
  /** The type in a person's words. */
  is: string;
  text: string;
  /** The words of a session that it comes from. */
  quote: string | null;
  /** How often it was seen, and when last. */
  seen: number;
  at: number;
}

const MAX_LESSONS = 3;

/** How much each type helps the next task, and what a person calls it; what is not here is for the program alone. */
const USEFUL: Readonly<Record<string, { weight: number; is: string }>> = {
  error_pattern: { weight: 1, is: 'a failure and its fix' },
  gotcha: { weight: 1, is: 'a pitfall' },
  preference: { weight: 0.95, is: 'your rule' },
  requirement: { weight: 0.95, is: 'a requirement' },
  decision: { weight: 0.9, is: 'a decision' },
  dead_end: { weight: 0.8, is: 'a dead end' },
  workflow_recipe: { weight: 0.7, is: 'how it is done here' },
  pattern: { weight: 0.6, is: 'how it is done here' },
};

/** The most useful memories of a project that agents may be told, with their evidence. */
export async function lessonsOf(client: VerbClient): Promise<Lesson[]> {
  const { memories } = await client.call('list', { limit: 200 });
  const best = memories
    .filter(({ type, needsReview }) => USEFUL[type] !== undefined && !needsReview)
    .map((memory) => ({ memory, worth: USEFUL[memory.type]!.weight * memory.confidence }))
    .toSorted((a, b) => b.worth - a.worth || b.memory.updatedAt - a.memory.updatedAt)
    .slice(0, MAX_LESSONS);
  return Promise.all(best.map(async ({ memory }) => lessonOf(await client.call('get', { id: memory.id }))));
}

const lessonOf = ({ id, type, text, evidence, updatedAt }: Output<'get'>): Lesson => ({
  id,
  type,
  is: USEFUL[type]!.is,
  text,
  quote: evidence.find(({ quote }) => quote !== null && lettersOf(quote) !== lettersOf(text))?.quote ?? null,
  seen: evidence.length,
  at: Math.max(updatedAt, ...evidence.map(({ at }) => at)),
});

/** A quote that differs in its signs only says nothing new. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
