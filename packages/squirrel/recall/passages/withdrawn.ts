import { remembered } from '@sqrl/base/memo.ts';
import { plainWords, replaceSentencesWith } from '@sqrl/base/text/phrases.ts';
import { replacedQuotes } from '../../store/memory/steps.ts';
import { type WithdrawnWords, withdrawnWords } from '../../store/memory/withdrawn.ts';
import type { Passage } from '../../store/passages/passages.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { PassageHit } from './find-passages.ts';

/** Fewer words than these are withdrawn only in the messages that they were learned from. */
const MIN_WORDS = 3;

type Said = Pick<Passage, 'event' | 'at' | 'text'>;

/**
 * Leaves out passages that hold what a person refused or corrected as a memory, in the words it was learned from, if they
 * were said before that. An undone refusal brings them back.
 */
export function withoutWithdrawn(hits: readonly PassageHit[], engine: WithStores): PassageHit[] {
  const withdrawnIn = withdrawnAmong(
    hits.map(({ passage }) => passage),
    engine,
  );
  return hits.filter(({ passage }) => withdrawnIn(passage).length === 0);
}

/** Puts a mark in the place of the sentences that a person withdrew. */
export function hideWithdrawn<S extends Said>(messages: readonly S[], engine: WithStores): S[] {
  const withdrawnIn = withdrawnAmong(messages, engine);
  return messages.map((message) => ({
    ...message,
    text: withdrawnIn(message).reduce(
      (text, phrase) => replaceSentencesWith(text, phrase, WITHDRAWN),
      message.text,
    ),
  }));
}

type WithStores = Pick<Engine, 'indexedStores'>;

/** Stands where words were that a person withdrew. */
export const WITHDRAWN = '[withdrawn]';

/** Tells which withdrawn words one of these messages holds. */
function withdrawnAmong(said: readonly Said[], { indexedStores }: WithStores): (message: Said) => string[] {
  const all = withdrawnWords(indexedStores.map(({ store }) => store));
  if (all.length === 0) return () => [];
  const plain = new Map(said.map((message) => [message, plainWords(message.text)]));
  const words = new Set([...plain.values()].flatMap((each) => each.split(' ')));
  const withdrawn = all.filter((each) => mayBeIn(words, each.text) && !isStillSaid(each));
  return (message) =>
    withdrawn.filter((each) => holds(message, plain.get(message)!, each)).map(({ text }) => text);
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
  { event, at }: Said,
  plain: string,
  { text, events, at: withdrawnAt }: WithdrawnWords,
): boolean {
  const withdrawn = wordsOf(text);
  const isMeant = events.includes(event) || (at <= withdrawnAt && withdrawn.words.length >= MIN_WORDS);
  return isMeant && plain.includes(withdrawn.plain);
}

/** Sentences of an episode that newer memories have replaced, for messages that belong to one. */
export const replacedIn = ({ indexedStores }: WithStores, episode: string | null): string[] =>
  episode === null ? [] : indexedStores.flatMap(({ store }) => replacedQuotes(store, episode));
