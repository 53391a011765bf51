import { contentWords } from '@sqrl/base/text/content-words.ts';
import { passagesHolding } from '../../store/passages/passage-words.ts';
import { talksIn } from '../../store/passages/talks.ts';
import type { SettledTalk } from './settled-talks.ts';

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
export function topicIn(words: readonly string[], maxChars: number): string {
  let topic = '';
  for (const word of words) if (topic.length + word.length < maxChars) topic += `${topic && ' '}${word}`;
  return topic.includes(' ') ? topic : '';
}

const MAX_MESSAGE_CHARS = 600;
/** Each is looked up in the index of all words. */
const MAX_WEIGHED = 25;
/** Of letters alone: what else is in a text may be a secret. */
const WORD = /(?<![\p{L}\p{N}_/.@-])\p{L}[\p{L}-]{2,24}(?![\p{L}\p{N}_/-]|['’]\p{L})/gu;
