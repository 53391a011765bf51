import { remembered } from '../../base/memo.ts';
import { plainWords } from '../../base/text/phrases.ts';
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
  const said = hits.map((hit) => ({ hit, plain: plainWords(hit.passage.text) }));
  const words = new Set(said.flatMap(({ plain }) => plain.split(' ')));
  const withdrawn = withdrawnWords(indexedStores.map(({ store }) => store)).filter(
    (each) => mayBeIn(words, each.text) && !isStillSaid(each),
  );
  return said
    .filter(({ hit: { passage }, plain }) => !withdrawn.some((each) => holds(passage, plain, each)))
    .map(({ hit }) => hit);
}

/** What was withdrawn is the same from question to question. */
const wordsOf = remembered((text) => {
  const plain = plainWords(text);
  return { plain, words: plain.split(' ').slice(1) };
}, 10_000);

/** Whether all words of a text are among some, which is quicker to tell than where they stand. The last may be cut off. */
function mayBeIn(some: ReadonlySet<string>, text: string): boolean {
  const { words } = wordsOf(text);
  return words.length > 0 && words.slice(0, -1).every((word) => some.has(word));
}

/** Whether a correction kept the words and only said more. */
const isStillSaid = ({ text, instead }: WithdrawnWords): boolean =>
  instead !== null && wordsOf(instead).plain.includes(wordsOf(text).plain);

function holds(
  { event, at }: PassageHit['passage'],
  plain: string,
  { text, events, at: withdrawnAt }: WithdrawnWords,
): boolean {
  const withdrawn = wordsOf(text);
  const isMeant = events.includes(event) || (at <= withdrawnAt && withdrawn.words.length >= MIN_WORDS);
  return isMeant && plain.includes(withdrawn.plain);
}
