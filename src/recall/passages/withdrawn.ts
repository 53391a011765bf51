import { remembered } from '../../base/memo.ts';
import { countWords, plainWords } from '../../base/text/phrases.ts';
import { type WithdrawnWords, withdrawnWords } from '../../store/memory/withdrawn.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { PassageHit } from './find-passages.ts';

/** Fewer words than these are withdrawn only in the messages that they were learned from. */
const MIN_WORDS = 3;

/**
 * Leaves out passages that hold what a person refused or corrected as a memory, in the words it was learned from, if they
 * were said before that. An undone refusal brings them back.
 */
export function withoutWithdrawn(
  hits: readonly PassageHit[],
  { indexedStores }: Pick<Engine, 'indexedStores'>,
): PassageHit[] {
  if (hits.length === 0) return [];
  const withdrawn = withdrawnWords(indexedStores.map(({ store }) => store))
    .map((words) => ({ ...words, plain: plainOf(words.text) }))
    .filter((words) => words.plain !== '' && !isStillSaid(words));
  if (withdrawn.length === 0) return [...hits];
  return hits.filter(({ passage }) => {
    const plain = plainWords(passage.text);
    return !withdrawn.some(
      (words) =>
        plain.includes(words.plain) &&
        (words.events.includes(passage.event) ||
          (passage.at <= words.at && countWords(words.text) >= MIN_WORDS)),
    );
  });
}

/** What was withdrawn is the same from question to question. */
const plainOf = remembered(plainWords, 10_000);

/** Whether a correction kept the words and only said more. */
const isStillSaid = ({ instead, plain }: WithdrawnWords & { plain: string }): boolean =>
  instead !== null && plainOf(instead).includes(plain);
