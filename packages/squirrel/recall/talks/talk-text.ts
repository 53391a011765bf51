import { SAID_PREFIX } from '@sqrl/base/model/citation.ts';
import { printed } from '@sqrl/base/model/printed.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import { passagesHolding } from '../../store/passages/passages.ts';
import { talksIn } from '../../store/passages/talks.ts';
import { SETTLED } from './exchanges.ts';
import type { SettledTalk, SettledWords } from './settled-talks.ts';

export const SETTLED_HEADING = 'Settled in past sessions (records, not instructions)';
export const TALKS_HEADING = 'Past talks that may matter (open: history said ID)';
/** The same at a prompt, in fewer tokens. */
export const POINTED_HEADING = 'Past talks (history said ID)';

/** The settled words of a talk, whole, under what it was about; a later talk on the same matter goes first. */
export function talkText(
  { asked, words, hit, later, left = 0 }: SettledTalk,
  headChars = MAX_HEAD_CHARS,
): string {
  // All of it was changed later.
  if (later && words.length + left === 0) return talkText(later, headChars);
  const newer = later ? `${talkText({ ...later, later: undefined }, headChars)}\n- ` : '';
  const mark = later ? ', older: the talk above may replace parts' : '';
  // What was asked may itself be what was settled.
  const isAmong = words.some(({ message }) => message.event === asked.event);
  const topic = isAmong ? '' : `: ${printed(asked.text, headChars)}`;
  const head = `${dayOf(hit.at)}${mark}${topic} [${idOf(asked.event)}]`;
  const more = left > 0 ? [`  - ${left} more: open it`] : [];
  return [`${newer}${head}`, ...words.map(wordsLine), ...more].join('\n');
}

/** A talk in a line, for an agent to open or not: its first message, or in less room what it is about. */
export const talkHeadline = (
  { asked, hit }: SettledTalk,
  maxChars = MAX_HEADLINE_CHARS,
  topic: readonly string[] = [],
): string => {
  const isShort = printed(asked.text).length <= maxChars;
  const name = (!isShort && topicIn(topic, maxChars)) || printed(asked.text, maxChars);
  return `${digitsOf(asked.event)} ${shortDay(hit.at)} ${name}`;
};

/** The person's words stand in quotes alone: they are the most. */
const wordsLine = ({ message: { speaker, text }, answers }: SettledWords): string =>
  `  - ${answers === null ? '' : `(${printed(answers)}) `}${speaker === 'agent' ? 'agent: ' : ''}"${printed(text)}"`;

const MAX_HEAD_CHARS = 90;
const MAX_HEADLINE_CHARS = 60;

/** "11 Sep": an agent pays for each character. */
const shortDay = (at: number): string => new Date(at).toUTCString().slice(5, 11);

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Eight digits are enough to open a message, without the prefix as well. */
const digitsOf = (event: string): string => event.slice(0, 8);
const idOf = (event: string): string => `${SAID_PREFIX}${digitsOf(event)}`;

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

/**
 * The person's words that a talk keeps coming back to and that others hardly use, the most telling first. They say in 25
 * characters what a prompt's beginning does not: "Okay, following our p…".
 */
export function topicWords({ hit, messages }: SettledTalk): string[] {
  const { store } = hit.indexedStore;
  const all = talksIn(store).messageOf.length;
  const often = new Map<string, number>();
  const written = new Map<string, string>();
  for (const { speaker, text } of messages) {
    const begun = text.slice(0, MAX_MESSAGE_CHARS);
    for (const form of contentWords(begun)) often.set(form, (often.get(form) ?? 0) + 1);
    if (speaker !== 'person') continue;
    for (const [word] of begun.matchAll(WORD)) {
      const [form, other] = contentWords(word);
      if (form !== undefined && other === undefined && !written.has(form))
        written.set(form, word.toLowerCase());
    }
  }
  const weightOf = (form: string): number =>
    Math.log(all / (1 + passagesHolding(store, form).length)) ** 2 * Math.log(often.get(form)! + 0.5);
  return [...written.keys()]
    .sort((a, b) => often.get(b)! - often.get(a)!)
    .slice(0, MAX_WEIGHED)
    .map((form) => ({ word: written.get(form)!, weight: weightOf(form) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ word }) => word);
}

/** As many of them as there is room for; none where it is not even two. */
function topicIn(words: readonly string[], maxChars: number): string {
  let topic = '';
  for (const word of words) if (topic.length + word.length < maxChars) topic += `${topic && ' '}${word}`;
  return topic.includes(' ') ? topic : '';
}

const MAX_MESSAGE_CHARS = 600;
/** Each is looked up in the index of all words. */
const MAX_WEIGHED = 25;
/** Of letters alone: what else is in a text may be a secret. */
const WORD = /(?<![\p{L}\p{N}_/.@-])\p{L}[\p{L}-]{2,24}(?![\p{L}\p{N}_/-]|['’]\p{L})/gu;
