import type { SentenceReading } from '../../model/judgement.ts';
import { ACTIVE_TWICE } from '../judgement/probability.ts';
import { english } from '../observe/statements/cues/english.ts';
import { statementsIn } from '../observe/statements/statement.ts';
import { significant } from '../observe/statements/subject.ts';
import { type AgentMessage, type AgentSentence, readAgentMessage } from './agent-message.ts';
import { IS_OF_NOW } from './agents-words.ts';
import { amended } from './amended.ts';
import type { Confirmation } from './confirmation.ts';

/** Something an agent put into words and the person agreed to. */
export interface ConfirmedStatement {
  /** Can be understood alone. */
  text: string;
  reading: SentenceReading;
  probability: number;
  /** The agent's words. */
  quote: string;
}

/** What the person had said before the agent's message. */
export interface EarlierPrompt {
  /** The question it ends with, as a sentence. */
  question: string | null;
  /** It asks how something is or works, so that the answer is nothing that anybody decided. */
  asksToKnow: boolean;
  /** It only sends the agent on, so that what the agent says next is of the agent's own making. */
  sendsOn: boolean;
}

/** The statements of an agent's message that are read when the person agrees to it, those that stand together as one. */
export const statementsToRead = (message: string): string[][] =>
  readAgentMessage(message).blocks.map((block) => block.map(({ text }) => text));

/**
 * What a person agreed to. What an agent proposes for its task is not kept: a sentence has to be one that holds beyond it
 * by the model's reading, and the words around it have to show that it is what was agreed to. `readings`: of
 * `statementsToRead`, one after the other.
 */
export function confirmedStatements(
  text: string,
  readings: readonly SentenceReading[],
  confirmation: Confirmation,
  earlier: EarlierPrompt,
): ConfirmedStatement[] {
  const message = readAgentMessage(text);
  const left = [...readings];
  return message.blocks.flatMap((block, i) => {
    const its = left.splice(0, block.length);
    const isLast = i === message.blocks.length - 1;
    // Of what is not summed up only the last words are what a person answers.
    if (!isLast && !block.some(({ led }) => led === 'sums')) return [];
    const statement = joined(block, its, (sentence, reading) =>
      probabilityOf(sentence, reading, { message, confirmation, earlier }),
    );
    return statement ? finished(statement, confirmation, earlier) : [];
  });
}

/** One agreement is one memory: what stands together is put together, as far as it is worth keeping. */
function joined(
  block: readonly AgentSentence[],
  readings: readonly SentenceReading[],
  weigh: (sentence: AgentSentence, reading: SentenceReading) => number,
): ConfirmedStatement | undefined {
  let statement: ConfirmedStatement | undefined;
  for (const [i, sentence] of block.entries()) {
    const reading = readings[i]!;
    const probability = weigh(sentence, reading);
    const isPart = probability >= MIN_AGREED || (statement !== undefined && sentence.led === 'sums');
    if (!isPart || (statement && statement.text.length + sentence.text.length > MAX_JOINED_CHARS)) continue;
    const { text, quote } = sentence;
    if (!statement) statement = { text, reading, probability, quote };
    else {
      statement.text = `${statement.text} ${text}`;
      statement.quote = `${statement.quote} ${quote}`;
      if (probability > statement.probability) Object.assign(statement, { reading, probability });
    }
  }
  return statement;
}

const MAX_JOINED_CHARS = 320;

/** From here on a sentence belongs to what was agreed. */
export const MIN_AGREED = 0.25;

/** With what the person changed, and the question where the words alone do not say of what they are. */
function finished(
  statement: ConfirmedStatement,
  { amendment }: Confirmation,
  { question }: EarlierPrompt,
): ConfirmedStatement[] {
  const changed = amendment === null ? statement.text : amended(statement.text, amendment);
  const probability =
    changed === undefined ? Math.min(statement.probability, ACTIVE_TWICE) : statement.probability;
  const text = changed ?? statement.text;
  const first = sentenceStart(text);
  const isUnclear = POINTS.test(first) || significant(text, english).length < MIN_WORDS || REPLIES.test(text);
  if (question !== null && (isUnclear || IS_PART.test(first)))
    return [{ ...statement, text: `${question} Decided: ${text}`, probability }];
  return isUnclear ? [] : [{ ...statement, text, probability }];
}

const MIN_WORDS = 3;
const sentenceStart = (text: string): string => text.split(/(?<=[.!?])\s/)[0]!;

/** Nobody who was not there knows what is meant. */
const POINTS =
  /^(?:its?|it's|this|that|that's|these|those|they|them|he|she|same|both|one|the (?:same|other|first|second|third|former|latter))\b|\b(?:keep|use|do|put|make|call|store|move|leave|treat|handle|announce) (?:it|them|that|this|those)\b|\b(?:option \w|(?:first|second|third|former|latter|last) (?:one|option|approach)|above(?! \d)|below(?! \d))\b/i;
/** Seldom a whole sentence: what it is said of stands in the question. */
const IS_PART = /^(?:in|as|at|on|by|via|with|from|through|under|only|never|their|its)\b/i;
const REPLIES = /^(?:yes|no|nope|yeah)\b/i;

/**
 * Weights of what speaks for an agreement. The labelled conversations have too few of them to fit these: they were set on
 * the scripted ones of `bench agreements`, and checked on the labelled ones.
 */
const WEIGHTS = {
  start: -1.5,
  /** As in the judgement of what a person says. */
  keep: 0.411,
  sums: 2.2,
  takes: 0.8,
  asksToConfirm: 1.8,
  settles: 1.3,
  lasts: 1.5,
  saysItLasts: 0.8,
  isPattern: 0.7,
  /** The agent asks for leave as often as for a rule: "To confirm: only the last job?" */
  asks: -1,
  answers: 0.7,
  asksToKnow: -1.5,
  isOfAnother: -0.7,
  offers: -1.5,
  isOfNow: -3.5,
  /** A long message tells of much; a short answer to it is seldom one to its last lines. */
  isLong: -1.2,
} as const;

const FEW_BLOCKS = 3;

interface AgreementContext {
  message: AgentMessage;
  confirmation: Confirmation;
  earlier: EarlierPrompt;
}

function probabilityOf(
  { text, led, lasts, asks }: AgentSentence,
  { keep }: SentenceReading,
  { message: { blocks, asksToConfirm, offers }, confirmation, earlier }: AgreementContext,
): number {
  const { settles, isBare } = confirmation;
  const isPlain = settles || confirmation.lasts || asksToConfirm || led === 'sums';
  if (!isPlain && !(led === 'takes' && isBare && blocks.length <= FEW_BLOCKS)) return 0;
  // A plain "ok" does not make a rule of what an agent came up with by itself.
  if (earlier.sendsOn && !settles && !confirmation.lasts && !asksToConfirm) return 0;
  // "Yes" to "Shall I start?" starts it; what was said before is agreed to where the person says so, or it was summed up.
  const isOnlyOffer = offers && !settles && !confirmation.lasts;
  if (isOnlyOffer && led !== 'sums') return 0;
  const isPattern = statementsIn(text, { stopped: false }).some(({ once }) => !once);
  const shown: [keyof typeof WEIGHTS, boolean][] = [
    ['start', true],
    ['sums', led === 'sums'],
    ['takes', led === 'takes'],
    ['asksToConfirm', asksToConfirm],
    ['settles', settles],
    ['lasts', confirmation.lasts],
    ['saysItLasts', lasts],
    ['isPattern', isPattern],
    ['asks', asks && !asksToConfirm && !settles],
    ['answers', earlier.question !== null && !earlier.asksToKnow && settles],
    ['asksToKnow', earlier.asksToKnow && led !== 'sums'],
    ['isOfAnother', !isBare],
    ['offers', isOnlyOffer],
    ['isOfNow', IS_OF_NOW.test(text)],
    ['isLong', blocks.length > FEW_BLOCKS],
  ];
  const odds = shown.reduce((sum, [name, is]) => sum + (is ? WEIGHTS[name] : 0), WEIGHTS.keep * keep);
  return 1 / (1 + Math.exp(-odds));
}
