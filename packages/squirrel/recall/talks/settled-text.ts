import { contentWords } from '@sqrl/base/text/content-words.ts';
import { SETTLED } from './exchanges.ts';
import type { SettledTalk, SettledWords } from './settled-talks.ts';
import { talkText } from './talk-text.ts';

/**
 * The settled words of a talk, each whole: as many as fit of the surest that say something new, then what they answer, and a
 * note where none is left out. Undefined where not even one fits.
 */
export function settledText(
  talk: SettledTalk,
  fits: (text: string) => boolean,
  note?: string,
): string | undefined {
  const chosen = new Set<SettledWords>();
  const answering = new Set<SettledWords>();
  const textOf = (headChars: number) => textWith(talk, { chosen, answering, headChars });
  const takeIfFits = (some: Set<SettledWords>, one: SettledWords) => {
    some.add(one);
    if (fits(textOf(HEAD_CHARS.at(-1)!))) return true;
    some.delete(one);
    return false;
  };
  const all = [...(talk.later?.words ?? []), ...talk.words];
  const open = new Map(all.map((one) => [one, contentWords(one.message.text)]));
  const said = new Set<string>();
  // What replaces older words is never left out while they are told.
  const newest = new Set(talk.later?.words.filter(({ settledness }) => settledness >= SETTLED.person));
  const worth = ([one, words]: [SettledWords, ReadonlySet<string>]) =>
    (newest.has(one) ? NEWEST : 1) * one.settledness * (words.difference(said).size + 1);
  while (open.size > 0) {
    const [one, words] = [...open].reduce((best, each) => (worth(each) > worth(best) ? each : best));
    open.delete(one);
    if (takeIfFits(chosen, one)) for (const word of words) said.add(word);
  }
  if (chosen.size === 0) return undefined;
  // The shorter the words, the less they mean alone.
  for (const one of [...chosen].sort((a, b) => a.message.text.length - b.message.text.length))
    if (one.answers !== null) takeIfFits(answering, one);
  const texts = HEAD_CHARS.map(textOf);
  const isWhole = all.every((one) => chosen.has(one) && (one.answers === null || answering.has(one)));
  const noted = note !== undefined && isWhole ? texts.map((text) => `${text}\n${note}`) : [];
  return [...noted, ...texts].find(fits);
}

/** More than any words weigh by themselves. */
const NEWEST = 1000;

/** Of the topic: where each token is needed, less of it. */
const HEAD_CHARS = [90, 60, 30];

/** A talk's text with some of its words, and what some of these answer. */
function textWith(
  talk: SettledTalk,
  {
    chosen,
    answering,
    headChars,
  }: Record<'chosen' | 'answering', ReadonlySet<SettledWords>> & { headChars: number },
): string {
  const partOf = (one: SettledTalk): SettledTalk => ({
    ...one,
    words: one.words
      .filter((words) => chosen.has(words))
      .map((words) => (answering.has(words) ? words : { ...words, answers: null })),
    left: one.words.filter((words) => !chosen.has(words)).length,
    later: one.later && partOf(one.later),
  });
  return talkText(partOf(talk), headChars);
}
