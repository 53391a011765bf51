import type { SentenceReading, StatementReach } from '../../model/judgement.ts';
import { isReadable } from '../claims/relation.ts';
import { containsOther } from '../claims/words.ts';
import type { Cues } from '../observe/statements/cues/cues.ts';
import { english } from '../observe/statements/cues/english.ts';
import { french } from '../observe/statements/cues/french.ts';
import { german } from '../observe/statements/cues/german.ts';
import { spanish } from '../observe/statements/cues/spanish.ts';
import { type Statement, statementsIn } from '../observe/statements/statement.ts';
import { promptSentences } from './sentences.ts';

/** A sentence of a prompt with how probably it is worth keeping. */
export interface SentenceJudgement extends SentenceReading {
  sentence: string;
  probability: number;
  /** A pattern makes a statement of it, too. */
  isPattern: boolean;
}

/** From here on one sentence is enough to be told unasked. */
export const ACTIVE = 0.8;
/** From here on it is told unasked once it was said in two sessions. */
export const ACTIVE_TWICE = 0.5;
/** From here on it is a memory that is found when asked for, and waits for a person or for being said again. */
export const SUGGESTED = 0.2;

/** What a statement comes to, from its probability and the number of sessions in which it was said. */
export function standingOf(
  probability: number,
  sessions: number,
): { confidence: number; needsReview: boolean; minSessions: number } {
  return {
    confidence: Math.min(MAX_CONFIDENCE, 1 - (1 - probability) ** sessions),
    needsReview: probability < (sessions < 2 ? ACTIVE : ACTIVE_TWICE),
    minSessions: probability < SUGGESTED ? 2 : 1,
  };
}

/**
 * Whether a statement may be told to every task. What is said of one part of the product is mostly done soon after, and
 * in the code from then on: it is told unasked where it is said again.
 */
export const holdsFarEnough = (reach: StatementReach, sessions: number): boolean =>
  (reach !== 'part' && reach !== 'branch') || sessions > 1;

/**
 * Whether one sentence may be enough: the models were taught, and the rules on standing alone written, on English. In
 * another language it is told unasked where it is said again or confirmed.
 */
export function isInEnglish(text: string): boolean {
  const count = ({ spoken }: Cues) => text.match(spoken)?.length ?? 0;
  return isReadable(text) && [french, german, spanish].every((cues) => count(cues) <= count(english));
}

/** Only a person is ever quite sure. */
const MAX_CONFIDENCE = 0.95;

/** Weighs what the model reads in each sentence of a prompt together with what is not its words. */
export function sentenceJudgements(
  prompt: string,
  readings: readonly SentenceReading[],
): SentenceJudgement[] {
  const sentences = promptSentences(prompt);
  const patterns = patternsIn(prompt, sentences);
  return sentences.map((sentence, i) => {
    const pattern = patterns[i];
    const evidence: Evidence = {
      keep: readings[i]!.keep,
      keyed: Number(pattern === 'keyed'),
      wish: Number(pattern === 'wish'),
      requirement: Number(pattern === 'requirement'),
      once: Number(pattern === 'once'),
      lasting: Number(LASTING.test(sentence)),
      asks: Number(/\?\s*$/.test(sentence)),
      words: Math.log(sentence.split(/\s+/).length + 1),
      sentences: Math.log(sentences.length),
      first: Number(i === 0),
      last: Number(i === sentences.length - 1),
      chars: Math.log(prompt.length + 1),
    };
    const isPattern = pattern !== undefined && pattern !== 'once';
    return { ...readings[i]!, sentence, probability: probabilityOf(evidence), isPattern };
  });
}

/** Which pattern of the observer finds a statement in each sentence. */
export function patternsIn(prompt: string, sentences: readonly string[]): (Pattern | undefined)[] {
  const found = statementsIn(prompt, { stopped: false });
  return sentences.map((sentence) => {
    const statement = found.find(({ quote }) => containsOther(sentence, quote));
    return statement && patternOf(statement);
  });
}

type Pattern = 'keyed' | 'wish' | 'requirement' | 'once' | 'fact';

const patternOf = ({ once, key, kind }: Statement): Pattern => {
  if (once) return 'once';
  if (key !== null) return 'keyed';
  return kind === 'decision' ? 'wish' : kind;
};

/** What is known of a sentence. */
interface Evidence {
  /** The statement model's log odds. */
  keep: number;
  /** The patterns that find it, of those that pay on projects they were not written for; those of facts do not. */
  keyed: number;
  wish: number;
  requirement: number;
  once: number;
  /** The person says that it is for good. */
  lasting: number;
  asks: number;
  /** Natural logarithms of counts: of its words, the prompt's sentences and characters. */
  words: number;
  sentences: number;
  chars: number;
  first: number;
  last: number;
}

/** Fitted by `models/training/calibrate.py` to readings of prompts of repositories that the model was not trained on. */
const WEIGHTS: Evidence = {
  keep: 0.411,
  keyed: 1.75,
  wish: 1.457,
  requirement: 1.092,
  once: 0.738,
  // Too rare to be fitted: all seven such sentences of the labelled prompts were worth keeping.
  lasting: 1.5,
  asks: -0.331,
  words: 0.574,
  sentences: -0.172,
  first: -0.492,
  last: -0.355,
  chars: -0.349,
};
const START = 0.299;

/** Words by which a person says that something holds from here on. */
const LASTING =
  /\b(?:from (?:now|here) on|as a rule|ab jetzt|von nun an|désormais|à partir de maintenant|a partir de ahora|de ahora en adelante|a partir de agora)\b|今后|从现在开始|今後|これから/i;

function probabilityOf(evidence: Evidence): number {
  let odds = START;
  for (const name of Object.keys(WEIGHTS) as (keyof Evidence)[]) odds += WEIGHTS[name] * evidence[name];
  return 1 / (1 + Math.exp(-odds));
}
