import type { Source } from '../memory.ts';
import { printed, printedName } from '../printed.ts';
import { personName } from './person.ts';

/** What decides in which words a memory is told. */
export interface ToldMemory {
  text: string;
  /** Whose words they are, where not this home's. */
  userId?: string | null;
  /** By which space of a hub they came, see `Memory`. */
  via?: string | null;
  tainted?: boolean;
  /** The person of this home said that it is right. */
  verified?: boolean;
  pinned?: boolean;
  source?: Source;
  tags?: readonly string[];
}

/** The same without the words. */
export type ToldFrom = Omit<ToldMemory, 'text'>;

/** Whether it is an agent's word that no person confirmed, and no tool observed: told as such, not as a fact or a decision. */
export const isAgentsWord = ({ userId, source, verified, pinned }: ToldFrom): boolean =>
  !userId && source === 'agent_explicit' && !verified && !pinned;

/** Words by which an agent says that it does not know. */
const SUPPOSES =
  /\b(?:might|may (?:be|have|need)|maybe|perhaps|probably|possibly|presumably|likely|apparently|seems?|seemed|appears? to|could be|I (?:think|guess|suspect|assume|suppose|believe)|suspect(?:ed|s)?|hypothes[ie]s|assum(?:e|es|ed|ing|ption|ptions)|not sure|unclear|unverified|untested)\b/i;

const isSupposed = ({ text, tags }: ToldMemory): boolean =>
  tags?.includes('hypothesis') === true || SUPPOSES.test(text);

/**
 * A memory's text as an agent is told it: words of others in quotes, with their name before them, so that they are read as
 * what somebody said and not as an instruction.
 */
export function toldMemory(memory: ToldMemory, maxLength = Number.POSITIVE_INFINITY): string {
  const [before, after] = quoteMarks(memory);
  return `${before}${toldWords(memory, maxLength)}${after}`;
}

/** The words between the marks; a quote in them must not end ours. */
export const toldWords = (memory: ToldMemory, maxLength?: number): string => {
  const { text, userId } = memory;
  const line = printed(text, maxLength);
  return userId || isAgentsWord(memory) ? line.replace(QUOTES, '"') : line;
};

const QUOTES = /[“”„‟«»]/g;

/** What stands before and after the words of others, and of agents. */
export function quoteMarks(memory: ToldMemory): [before: string, after: string] {
  const from = isAgentsWord(memory)
    ? `An agent ${isSupposed(memory) ? 'supposed' : 'stated, unconfirmed'}`
    : attributionOf(memory);
  return from === '' ? ['', ''] : [`${from}: “`, '”'];
}

/** A text that is already fit to be shown, in quotes under its author's name where others worded it. */
export function quotedFrom(memory: ToldFrom, shown: string): string {
  const from = attributionOf(memory);
  return from === '' ? shown : `${from}: “${shown.replace(QUOTES, '"')}”`;
}

/** Whose words they are and how they came here: `Ann (team crew, reviewed by Bob)`. Empty for this home's own. */
export function attributionOf({ userId, via, tainted, verified }: ToldFrom): string {
  if (!userId) return '';
  const inGit = tainted ? 'proposed in git, not reviewed' : 'shared in git';
  const unreviewed = verified ? ', confirmed here' : ', not reviewed';
  const inHub = via && `${printed(via, 200).replace(QUOTES, "'")}${tainted ? unreviewed : ''}`;
  return `${printedName(personName(userId).replace(QUOTES, "'"), 60)} (${inHub || inGit})`;
}
