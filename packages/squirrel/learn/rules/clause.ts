import type { RuleTrigger } from '@sqrl/base/model/rule-trigger.ts';
import type { RuleSegment } from './sentence.ts';
import type { NamedThings } from './things.ts';
import type { RuleToken } from './tokens.ts';

/** What is known of a rule beyond one clause of it. */
export interface RuleContext {
  isProgram(word: string): boolean;
  /** Globs of the files that the rule is about by their language. */
  places: readonly string[];
}

/** A clause that forbids something, with what it names. */
interface Clause {
  segment: RuleSegment;
  verbs: readonly string[];
  tokens: readonly RuleToken[];
  /** In small letters. */
  words: string;
  things: NamedThings;
  before: readonly RuleSegment[];
  after: readonly RuleSegment[];
  context: RuleContext;
  /** It is limited by something that cannot be checked: only what is unmistakable is held. */
  isLimited: boolean;
}

export type ForbiddenThings = Partial<Omit<RuleTrigger, 'allows' | 'change'>> & {
  change?: RuleTrigger['change'];
};

/** One way in which rules forbid something; undefined where a clause is not of that shape. */
export type Shape = (clause: Clause) => ForbiddenThings | undefined;

/** Verbs by what they are about. */
export const RUNS = wordSet(
  'use run invoke call execute start launch pass apply destroy do format lint compile',
);
export const CHANGES = wordSet(
  'edit modify touch change update alter overwrite delete remove rename move write create add put generate save place',
);
export const CREATES = wordSet('create add generate place');
export const WRITES = wordSet(
  'use write add put emit import include introduce hardcode suppress disable call declare define insert prefer create commit silence set depend reference require leave do return throw enable read keep store',
);

export const isEvery = (verbs: readonly string[], some: ReadonlySet<string>): boolean =>
  verbs.every((verb) => some.has(verb));
export const isSome = (verbs: readonly string[], some: ReadonlySet<string>): boolean =>
  verbs.some((verb) => some.has(verb));

/** Verbs behind which a call is not what is forbidden: "never skip `npm test`". */
export const LEAVES = wordSet(
  'rely skip set bypass disable mention leave log print return require reference',
);

/** Said against something else: "use A, not B". */
export const isInstead = ({ by }: RuleSegment): boolean => /^(?:instead|rather|over|not)$/.test(by);

export const wordsOf = (tokens: readonly RuleToken[]): string =>
  tokens.flatMap(({ text, is }) => (is === 'comma' ? [] : text.toLowerCase())).join(' ');

export const optionsIn = (tokens: readonly RuleToken[]): string[] =>
  tokens.flatMap(({ text }) => (/^-{1,2}[a-zA-Z][\w-]*$/.test(text) ? text : []));

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
