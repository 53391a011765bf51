import type { RuleSegment } from './sentence.ts';
import type { RuleToken } from './tokens.ts';
import { baseOf } from './verbs.ts';

/**
 * How many words at a place say that something is not to be done; less than nought where they only tell that something is
 * not so: "a claim is never `verified`", "workers must not run it".
 */
export function negationAt(
  tokens: readonly RuleToken[],
  { now, before, isTyped }: { now: RuleSegment; before: RuleToken | undefined; isTyped: boolean },
): number {
  const [one = '', two = '', three = ''] = tokens.map(({ text, is }) =>
    is === 'word' ? text.toLowerCase() : '',
  );
  const isStart = now.tokens.length + now.verbs.length === 0 && now.tail.length === 0;
  const starts = isStart || isJoint(before);
  // "Adapters must never call `now()`" is said of code, "a claim is never `true`" of what is.
  const isModal = /^(?:must|should|shall|may)/.test(one);
  const orders = (words: number, passive: string) => {
    const isPassive = passive === 'be';
    const isOfOthers =
      now.mode === 'say' &&
      !isStart &&
      !isJoint(before) &&
      !now.tokens.every((one) => one.is === 'code' || isWe(one)) &&
      !LEADING.test(now.tokens[0]?.text ?? '');
    // "`save()` never throws" tells what is.
    const isTold =
      !now.tokens.every(isWe) &&
      now.mode === 'say' &&
      /[a-z]s$/.test(passive) &&
      baseOf(passive) !== undefined;
    if (isTold) return -words;
    if (!isOfOthers || isPassive) return words;
    return isModal ? words : -words;
  };
  if (one === 'nor' && now.mode === 'forbid') return 1;
  if (/^(?:never|don[’']?t|avoid)$/.test(one)) return two === 'ever' ? 2 : orders(1, two);
  if (one === 'do' && /^(?:not|never)$/.test(two)) return orders(2, three);
  if (/^(?:mustn|shouldn)[’']?t$/.test(one)) return orders(1, two);
  if (/^(?:must|should|may|shall)$/.test(one) && /^(?:not|never)$/.test(two)) return orders(2, three);
  // "Hooks cannot run under `a`" tells what is, "you cannot run `a`" is said to the agent.
  if (/^(?:can|won)[’']?t$|^cannot$/.test(one)) return isToAgent(now) ? 1 : -1;
  if (/^(?:can|will)$/.test(one) && /^(?:not|never)$/.test(two)) return isToAgent(now) ? 2 : -2;
  if (/^(?:forbids?|prohibits?|disallows?|bans?)$/.test(one)) return isTyped ? 1 : -1;
  if (/^(?:forbidden|prohibited|banned|❌|🚫|⛔|✗)$/u.test(one) && isStart)
    return /^(?:never|do|don['’]t|no|avoid)$/.test(two) ? 0 : 1;
  const isNaming = now.mode === 'say' && isNamed(now.tokens);
  // "show errors using `a` instead of `b`"
  const isMeans =
    /^(?:using|via)$/i.test(now.tokens.at(-2)?.text ?? '') ||
    (now.tokens.some(({ is }) => is === 'code') && now.tokens.some(({ text }) => /^use$/i.test(text)));
  if (/^(?:instead|rather)$/.test(one) && /^(?:of|than)$/.test(two))
    return now.mode === 'require' || isNaming || isMeans ? 2 : -2;
  if (one === 'over') return now.mode === 'require' && now.verbs.includes('use') ? 1 : 0;
  if (one === 'refrain' && two === 'from') return 2;
  if (one === 'stop' && /ing$/.test(two) && starts) return 1;
  if (one === 'zero' && isStart) return 1;
  // "No build needed", "no `a` = no `b`"
  const isToldNo = tokens.slice(1).some(({ text }) => /^(?:=|needed|required|necessary)$/i.test(text));
  if (one === 'no' && tokens[1]?.is !== 'comma' && !isToldNo) {
    const isSentence = before === undefined || /[.;\n]/.test(before.text);
    const isWord = now.tokens.every(isWe);
    return (isStart && isSentence) || (isTyped && (starts || isWord)) ? 1 : 0;
  }
  if (one === 'not' && !/^(?:just|only|merely|necessarily|always|yet|even)$/.test(two)) {
    const isInstead = now.mode === 'require' && isNamed(now.tokens);
    const isBetween =
      before?.is === 'code' && tokens[1]?.is === 'code' && now.tokens.every(({ is }) => is === 'code');
    // "Stage files by name, not `git add .`", "(not stdlib `logging`)"
    const isContrast =
      before?.is !== 'word' && !isStart && tokens.slice(1, 3).some(({ is }) => is === 'code') && two !== 'be';
    if ((now.mode === 'require' && before?.is !== 'word') || isContrast) return 1;
    return isBetween || (isTyped && (isInstead || (isStart && now.mode === 'say'))) ? 1 : 0;
  }
  return 0;
}

const isToAgent = ({ mode, tokens }: RuleSegment): boolean =>
  mode === 'say' && tokens.length > 0 && tokens.every(isWe);

/** Whether a clause says nothing but what to use. */
const isNamed = (tokens: readonly RuleToken[]): boolean =>
  tokens.filter(({ text, is }) => is === 'word' && !/^(?:or|and|the|a|for|via|with|to|here)$/i.test(text))
    .length <= MAX_NAMED_WORDS;

const MAX_NAMED_WORDS = 2;

export const isWe = ({ text, is }: RuleToken): boolean =>
  is === 'word' &&
  /^(?:you|we|i|said|pls|bitte|hey|remember|rule|agents?|claude|please|also|so|and|but|absolutely|developers|important|note|again|ever|critical|warning|should|must|❌|⚠️|🚨)$/iu.test(
    text,
  );

/** "In tests do not …" */
const LEADING = /^(?:in|inside|within|under|for)$/i;

/** Whether a statement may begin behind a word. */
export const isJoint = (token: RuleToken | undefined): boolean =>
  token === undefined ||
  token.is === 'comma' ||
  token.is === 'end' ||
  /^(?:and|but|so|or|please|we|you|always|just|simply|instead|then|must|should|agents?|to|ever|i|now|again)$/i.test(
    token.text,
  );
