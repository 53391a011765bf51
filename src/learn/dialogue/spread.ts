import { saidLines } from '../../base/text/announcements.ts';
import { english } from '../observe/statements/cues/english.ts';
import { significant } from '../observe/statements/subject.ts';
import { readAgentMessage } from './agent-message.ts';
import { amended } from './amended.ts';
import { plainly } from './phrases.ts';

/** The messages that led to a short agreement: the agent proposes, the person changes something, the agent takes it up. */
export interface SpreadExchange {
  proposal: string;
  change: string;
  message: string;
}

/**
 * What was agreed over several messages: the proposal with what the person changed, where the agent's last message only takes
 * the change up ("60 days then."). Undefined where that message says something else, or nobody can tell what changes.
 */
export function agreedOver({
  proposal,
  change,
  message,
}: SpreadExchange): { text: string; quote: string } | undefined {
  const proposed = readAgentMessage(proposal).blocks.at(-1)?.at(-1);
  const words = plainly(saidLines(change).join('\n'))
    .replace(OPENING, '')
    .replace(/[\s.!]+$/, '');
  if (!proposed || words === '' || words.length > MAX_CHANGE_CHARS || /[?\n]/.test(words)) return undefined;
  if (message.length > MAX_MESSAGE_CHARS || !takesUp(message, words)) return undefined;
  const text = amended(proposed.text, words);
  if (text === undefined || text === proposed.text || POINTS.test(text)) return undefined;
  return significant(text, english).length < MIN_WORDS
    ? undefined
    : { text, quote: `${proposed.quote} … ${message.trim()}` };
}

/** In characters. */
const MAX_CHANGE_CHARS = 90;
const MAX_MESSAGE_CHARS = 160;
const MIN_WORDS = 3;

const OPENING =
  /^(?:(?:no|nope|hmm|hm|ok(?:ay)?|yes|yeah|well|better|rather|almost|nearly|good|sure|but)[,.:;]?\s+|i(?:'d| would) (?:say|prefer|rather have)\s+)+/i;

/** Begins with a word for something that stands elsewhere. */
const POINTS = /^(?:its?|this|that|these|those|they|them|same|both)\b/i;

/** Whether a message repeats what was changed: its figures, or one of its words. */
function takesUp(message: string, words: string): boolean {
  const figures = words.match(/\d+/g);
  if (figures) return figures.some((figure) => new RegExp(`\\b${figure}\\b`).test(message));
  const said = new Set(significant(message, english));
  return significant(words, english).some((word) => said.has(word));
}
