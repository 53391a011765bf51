import { givesOrders } from '@sqrl/base/text/orders.ts';
import { OWN, type OwnSentence } from './authorship.ts';
import { leansBack } from './leaning.ts';
import { asksToRemember, markerOf } from './markers.ts';
import type { PersonsTurn } from './turn.ts';

/**
 * A sentence of a prompt as a text that reads alone: without chat before it, with the sentence before it where it points
 * back at that, and with what follows where it announces something ("commit messages look like this:"). Undefined where
 * that is missing, or may be pasted.
 */
export function wholeText(
  { text: prompt, sentences }: Pick<PersonsTurn, 'text' | 'sentences'>,
  number: number,
): string | undefined {
  const { sentence } = sentences[number]!;
  const bare = correctionInQuestion(sentence) ?? asOrder(withoutChat(markerOf(sentence)?.text ?? sentence));
  const isPiece = continues(prompt, sentence);
  const last = sentences[number - 1];
  const own = last && last.own >= OWN ? last.sentence : '';
  const said = withReferent(bare, own);
  const before = isPiece || leansBack(said) ? own : '';
  const isAnnouncing = /:\s*$/.test(said);
  const after = isAnnouncing ? announced(prompt, sentences, number) : '';
  if (isAnnouncing && after === '') return undefined;
  const opening = withoutChat(before);
  const lead =
    before === '' || isTooLong(before, said)
      ? ''
      : isPiece
        ? `${begun(opening).replace(/[\s.;,]+$/, '')}; `
        : `${asSentence(opening)} `;
  if (after !== '') return `${lead}${begun(said)} ${after}`;
  return isPiece && lead !== '' ? `${lead}${ended(said)}` : `${lead}${asSentence(said)}`;
}

/** "Can you use the logger?" is an order. */
const asOrder = (said: string): string => said.replace(POLITE_ORDER, '$1');

const POLITE_ORDER = /^(?:can|could|would|will) you (?:please |also |just )*([a-z].{8,}?)\s*\??$/is;

/** "Always ask me before adding one", after "you added a new dependency again": with what "one" is short for. */
function withReferent(said: string, before: string): string {
  const thing = [...before.matchAll(THING)].at(-1)?.[0];
  return thing === undefined ? said : said.replace(/(?<=ing )one(?=[.!]?$)/, () => thing);
}

const THING =
  /\ban? [\p{L}\p{N}_-]+(?: (?!(?:for|to|in|on|of|at|with|from|by|that|which|when|if|and|or|but|again|here|is|was|as|so|because|instead|now|please)\b)[\p{L}\p{N}_-]+){0,2}/giu;

/** Whether a sentence is the rest of one: some people type a semicolon or "and" where others type a full stop. */
export function continues(prompt: string, sentence: string): boolean {
  const at = prompt.indexOf(sentence);
  return (
    at > 0 &&
    /(?:[;,]|\b(?:and|but|aber|und|mais|et|pero|y))[^\S\n]*$/iu.test(prompt.slice(Math.max(0, at - 12), at))
  );
}

/** What a question wants that corrects: "why aren't we using table-driven tests?"; undefined where it only asks. */
export function correctionInQuestion(sentence: string): string | undefined {
  const asked = withoutChat(sentence.slice(0, MAX_JOINED_CHARS).replace(/[’‘]/g, "'"));
  for (const [question, wanted] of CORRECTING) {
    const found = question.exec(asked);
    if (!found) continue;
    const said = asked.replace(question, wanted).replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
    // "Why are you using npm, not pnpm?"
    return /should not /.test(wanted) ? said.replace(/, (?:and )?not (?=[^,]+$)/, ', but ') : said;
  }
  return undefined;
}

const CORRECTING: readonly [RegExp, string][] = [
  [
    /^(?:why|how come) (?:aren't|are not|arent) (we|you|they) (\w+ing) (.+?)[\s?!.]*$/i,
    '$1 should be $2 $3.',
  ],
  [
    /^(?:why|how come) (?:don't|didn't|do not|did not|dont|didnt) (we|you|they) (\w+) (.+?)[\s?!.]*$/i,
    '$1 should $2 $3.',
  ],
  [
    /^why (?:isn't|is not|isnt|doesn't|does not|doesnt) (the .{2,40}?) (use|have|run|follow|using|following) (.+?)[\s?!.]*$/i,
    '$1 should $2 $3.',
  ],
  [
    /^(?:why|how come) (?:are|were) (we|you) (?:still |now )?(\w+ing) (.+?)[\s?!.]*$/i,
    '$1 should not be $2 $3.',
  ],
  [
    /^(?:warum|wieso) (?:verwenden|nutzen|benutzen|nehmen) (wir|sie) (?:keine?n?|nicht) (.+?)[\s?!.]*$/i,
    '$1 sollten $2 verwenden.',
  ],
  [
    /^pourquoi (?:on n'utilise|nous n'utilisons|n'utilise-t-on) pas (?:de |d')?(.+?)[\s?!.]*$/i,
    'on devrait utiliser $1.',
  ],
  [/^¿?por qué no (?:usamos|utilizamos|estamos usando) (.+?)[\s?!.]*$/i, 'deberíamos usar $1.'],
  [
    /^(?:shouldn't|should not) (we|you|this|the .{2,40}?) (be|use|have|run|go|live) (.+?)[\s?!.]*$/i,
    '$1 should $2 $3.',
  ],
];

/** A text without what only opens a message, as a sentence. */
export const asStatement = (text: string): string => asSentence(withoutChat(text));

const withoutChat = (text: string): string => {
  const rest = text.trim().replace(CHAT, '').trim();
  return rest.split(/\s+/).length < 2 ? text.trim() : rest;
};

/** Words that open a message and say nothing of the matter; a bare "no" may be part of what is said. */
const CHAT =
  /^(?:(?:ok(?:ay)?|so|well|hey|hi|hello|also|and|but|then|now|please|pls|btw|by the way|fyi|actually|again|yes|yeah|yep|great|nice|perfect|cool|thanks|thank you|hmm+|ah|oh|sorry|wait|alright|additionally|finally|i think|i said|as i said|like i said|(?:that|this|which) means(?: that)?)(?:[,.:!–—-]+\s*|\s+)|(?:no|nope|nah|stop|wrong)[,.:!–—-]+\s*){1,4}/i;

const isTooLong = (before: string, said: string): boolean => before.length + said.length > MAX_JOINED_CHARS;
const MAX_JOINED_CHARS = 320;

/**
 * What a sentence announces, a few lines at most: sentences of the person's own, or a block that gives no orders, since
 * blocks are pasted. A prompt that begins by asking to remember what follows means all of it.
 */
function announced(prompt: string, sentences: readonly OwnSentence[], number: number): string {
  const { sentence } = sentences[number]!;
  const at = prompt.indexOf(sentence);
  if (at < 0) return '';
  const rest = prompt.slice(at + sentence.length, at + sentence.length + MAX_FOLLOWING_CHARS * 2);
  const block = /^\s*(?:```|~~~)[^\n]*\n([\s\S]*?)(?:```|~~~|$)/.exec(rest)?.[1];
  if (number === 0 && asksToRemember(sentence)) return joined((block ?? rest).split('\n'));
  if (block !== undefined) return givesOrders(block) ? '' : joined(block.split('\n'));
  const after = sentences.slice(number + 1);
  const others = after.findIndex(({ own }) => own < OWN);
  return joined(after.slice(0, others < 0 ? after.length : others).map((each) => each.sentence));
}

const joined = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:```|~~~)/.test(line))
    .slice(0, MAX_FOLLOWING_LINES)
    .join(' ')
    .slice(0, MAX_FOLLOWING_CHARS);

const MAX_FOLLOWING_LINES = 3;
const MAX_FOLLOWING_CHARS = 240;

const begun = (text: string): string => {
  const line = text
    .replace(/(^|[\s"(])@(?=[\w.-]+[/.])/g, '$1')
    .replace(/\bi\b(?=['\s])/g, 'I')
    .replace(/\s{2,}/g, ' ')
    .trim();
  // A name of a tool, a path or a symbol keeps its small letter.
  return /^[a-zà-ɏ][\p{L}'’]*(?=[\s,]|$)/u.test(line) && !/^(?:npm|pnpm|yarn|npx|git|uv|pip|bun)\b/.test(line)
    ? `${line[0]!.toUpperCase()}${line.slice(1)}`
    : line;
};

/** A text as a sentence: with a capital, and a full stop where it has no end. */
export const asSentence = (text: string): string => ended(begun(text));

const ended = (text: string): string => {
  const line = text.replace(/(?<![\s,;–—-])[\s,;–—-]+$/, '');
  return /[.!?:)`"”。！？]$/.test(line) ? line : `${line}.`;
};
