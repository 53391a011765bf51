import type { SentenceReading } from '../../model/judgement.ts';
import { isForNow, isQuestion, markerOf } from './markers.ts';

/** What is known of a sentence besides who wrote it; flags are 0 or 1. */
export interface StatementEvidence {
  /** The statement model's log odds. */
  keep: number;
  /** It says that it is meant to stay. */
  strong: number;
  weak: number;
  /** It sets what is wanted against something else, or forbids. */
  contrast: number;
  /** It says what must be. */
  modal: number;
  /** It limits itself to the task at hand. */
  forNow: number;
  asks: number;
  /** Natural logarithms of counts: of its words, the prompt's sentences and characters. */
  words: number;
  sentences: number;
  chars: number;
  first: number;
  last: number;
}

/** A sentence in its prompt. */
export interface SentencePlace {
  sentence: string;
  /** Its number in the prompt, and how many there are. */
  number: number;
  count: number;
  /** Characters of the prompt. */
  chars: number;
}

/** Gathers what is known of a sentence. */
export function evidenceOf(
  { sentence, number, count, chars }: SentencePlace,
  { keep }: Pick<SentenceReading, 'keep'>,
): StatementEvidence {
  const marker = markerOf(sentence);
  return {
    keep,
    strong: Number(marker?.strong === true),
    weak: Number(marker?.strong === false),
    contrast: Number(CONTRAST.test(sentence)),
    modal: Number(MODAL.test(sentence)),
    forNow: Number(isForNow(sentence)),
    asks: Number(isQuestion(sentence)),
    words: Math.log(sentence.split(/\s+/).length + 1),
    sentences: Math.log(count),
    chars: Math.log(chars + 1),
    first: Number(number === 0),
    last: Number(number === count - 1),
  };
}

const CONTRAST =
  /(?<!\p{L})(?:not|n['’]?t|dont|instead|rather than|never|only|nicht|statt|pas|jamais|no|nunca|em vez|nie|zamiast|niet)(?!\p{L})/iu;
const MODAL =
  /(?<!\p{L})(?:must|should|need(?:s|ed)? to|ha(?:s|ve) to|i want|we want|i prefer|we use|muss|müssen|soll(?:en|te)?|doit|doivent|il faut|je veux|debe|hay que|deve|musi|powinien)(?!\p{L})/iu;

/** Fitted by `models/training/calibrate.py` to readings of prompts of repositories that the model was not trained on. */
const WEIGHTS: StatementEvidence = {
  keep: 0.324,
  strong: 2.314,
  weak: 0.839,
  contrast: 0.414,
  modal: 0.536,
  forNow: -0.204,
  asks: -0.304,
  words: 0.569,
  sentences: -0.183,
  chars: -0.303,
  first: -0.523,
  last: -0.337,
};
const START = -0.481;

/** How probably a sentence is worth keeping beyond its task, 0 to 1. */
export function probabilityOf(evidence: StatementEvidence): number {
  let odds = START;
  for (const name of Object.keys(WEIGHTS) as (keyof StatementEvidence)[])
    odds += WEIGHTS[name] * evidence[name];
  return 1 / (1 + Math.exp(-odds));
}

/** Below, one sentence is not a memory: it waits to be said again. */
export const SUGGESTED = 0.2;
/** Below, it is not even counted. */
export const HEARD = 0.008;
/** Sessions that make a rule of what is too weak alone. */
export const HABIT_SESSIONS = 3;

/** How sure a statement is that was said in some sessions: more of them make it surer, three make a habit. */
export function statedConfidence(probability: number, sessions: number): number {
  const together = 1 - (1 - probability) ** Math.min(sessions, HABIT_SESSIONS);
  const habit = sessions >= HABIT_SESSIONS ? HABIT_CONFIDENCE : 0;
  return Math.round(Math.min(MAX_CONFIDENCE, Math.max(together, habit)) * 100) / 100;
}

const HABIT_CONFIDENCE = 0.75;
/** Of what is said to be meant for good. */
export const EXPLICIT_CONFIDENCE = 0.9;
/** Only a person who confirms is quite sure. */
const MAX_CONFIDENCE = 0.95;
