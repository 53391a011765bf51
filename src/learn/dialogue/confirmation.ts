import { saidLines } from '../../base/text/announcements.ts';
import { AGREES, FILLS, LASTS, SENDS_ON, SETTLES, TAKES_BACK } from './confirming-words.ts';
import { plainly } from './phrases.ts';

/** A prompt by which a person agrees to what the agent said. */
export interface Confirmation {
  /** The person says that it is so, and not only that the agent may go on. */
  settles: boolean;
  /** The person says that it is for good. */
  lasts: boolean;
  /** The prompt has nothing of another matter in its first sentence, and sends the agent to no work. */
  isBare: boolean;
  /** What the person wants otherwise: "but 30 days instead of 14". */
  amendment: string | null;
  /** The person's words. */
  quote: string;
}

/** Reads whether a prompt begins by agreeing; undefined where it does not, asks back, or takes it back at once. */
export function confirmationIn(prompt: string): Confirmation | undefined {
  const said = plainly(saidLines(prompt).join('\n'));
  if (said === '' || said.length > MAX_CHARS) return undefined;
  const { settles, agrees, sendsOn, rest, isCut } = withoutAgreement(said);
  if (!settles && !agrees && !sendsOn) return undefined;
  const first = /^[^\n.!?]*(?:[.!](?=\S)[^\n.!?]*)*[.!?]?/.exec(rest)![0].trim();
  const isShort = first.split(' ').length <= MAX_LASTING_WORDS;
  const lasts = isShort && LASTS.test(first);
  // "It is not loading the new file" agrees to nothing.
  const isDenied = !isCut && /^not\b/i.test(first);
  const amendment = sendsOn || isDenied ? null : amendmentIn(first);
  // "Right now it fails", "correct the typo": the word goes on in a sentence of another matter.
  if (rest !== '' && !isCut && !lasts && amendment === null && !GOES_ON.test(first)) return undefined;
  if (TAKES_BACK.test(rest) || first.endsWith('?') || DOUBTS.test(rest)) return undefined;
  // Who asks something else may not have listened; only plain words of agreement are believed then.
  if (!settles && rest.includes('?')) return undefined;
  const isBare =
    lasts || amendment !== null || (!sendsOn && (rest === '' || first.split(' ').length <= FEW_WORDS));
  return { settles, lasts, isBare, amendment, quote: said.split('\n')[0]!.slice(0, 300) };
}

/** In characters: who types more has something else to say. */
const MAX_CHARS = 400;
const FEW_WORDS = 3;
const MAX_LASTING_WORDS = 9;

/** "That's what I want for orders": still of what was said. */
const GOES_ON = /^(?:for|in|on|with|across|here|and (?:that's|always|everywhere))\b(?: \S+){0,5}$/i;

/** Takes the words of agreement off the beginning; `isCut`: a sign or the end stands after them. */
function withoutAgreement(text: string): {
  settles: boolean;
  agrees: boolean;
  sendsOn: boolean;
  rest: string;
  isCut: boolean;
} {
  let [settles, agrees, sendsOn, isCut] = [false, false, false, false];
  let rest = text.replace(/^[^\p{L}\p{N}👍👌+]+/u, '');
  for (let i = 0; i < MAX_PHRASES; i++) {
    const [settling, agreeing, sending] = [SETTLES, AGREES, SENDS_ON].map((words) => words.exec(rest));
    const agreed = settling ?? agreeing ?? sending;
    const found = agreed ?? (settles || agrees || sendsOn ? FILLS.exec(rest) : null);
    if (!found) break;
    settles ||= found === settling;
    agrees ||= found === agreeing;
    sendsOn ||= found === sending;
    const after = rest.slice(found[0].length);
    rest = after.replace(/^[\s,.!:;–—-]+/u, '');
    isCut = rest === '' || /^\s*[,.!:;–—\n]|^\s+-\s/.test(after) || (isCut && !agreed);
  }
  return { settles, agrees, sendsOn, rest, isCut };
}

const MAX_PHRASES = 8;

/** What follows an agreement and changes what was agreed to. */
function amendmentIn(first: string): string | null {
  const [, after, whole] = AMENDS.exec(first) ?? [];
  const words = (after ?? whole ?? (INSTEAD.test(first) ? first : '')).trim();
  return words === '' || words.length > MAX_AMENDMENT_CHARS ? null : words.replace(/[\s.!,;:]+$/, '');
}

const MAX_AMENDMENT_CHARS = 160;
const AMENDS =
  /^(?:(?:but|just|though|although|however|aber|mais|pero)[\s,]+(.+)|((?:except|only|with(?:out)?|not|nur|sauf|salvo)\b.+))$/is;
const INSTEAD =
  /\b(?:instead of|rather than|make (?:it|that) (?!so\b|the rule)|statt|au lieu de|en vez de)\b/i;

/** Questions that doubt what was said, wherever they stand. */
const DOUBTS =
  /\b(?:are you sure|but why|why not|what if|isn't (?:it|that)|wouldn't (?:it|that)|shouldn't (?:it|we)|is that (?:right|really)|what about|how about|or (?:should|shall|do) we)\b/i;
