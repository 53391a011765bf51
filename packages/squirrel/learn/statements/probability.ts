import type { SentenceReading } from '@sqrl/base/model/judgement.ts';
import { isForNow, isQuestion, markerOf } from './markers.ts';
import { continues, correctionInQuestion } from './wording.ts';

/** A sentence in its prompt. */
export interface SentencePlace {
  sentence: string;
  prompt: string;
  /** Its number in the prompt, and how many there are. */
  number: number;
  count: number;
}

/** Gathers what is known of a sentence. */
export function evidenceOf(
  { sentence, prompt, number, count }: SentencePlace,
  { keep }: Pick<SentenceReading, 'keep'>,
): StatementEvidence {
  const marker = markerOf(sentence);
  const corrects = correctionInQuestion(sentence) !== undefined;
  return {
    keep,
    strong: Number(marker?.strong === true),
    weak: Number(marker?.strong === false),
    contrast: Number(CONTRAST.test(sentence)),
    modal: Number(MODAL.test(sentence)),
    forNow: Number(isForNow(sentence)),
    asks: Number(!corrects && isQuestion(sentence)),
    wish: Number(WISH.test(sentence)),
    named: Number(NAMED.test(sentence) && STATES.test(sentence)),
    piece: Number(continues(prompt, sentence)),
    opens: Number(/:\s*$/.test(sentence)),
    corrects: Number(corrects),
    words: Math.log(sentence.split(/\s+/).length + 1),
    sentences: Math.log(count),
    chars: Math.log(prompt.length + 1),
    first: Number(number === 0),
    last: Number(number === count - 1),
  };
}

const CONTRAST =
  /(?<!\p{L})(?:not|n['’]?t|dont|instead|rather than|never|only|nicht|statt|pas|jamais|no|nunca|em vez|nie|zamiast|niet)(?!\p{L})/iu;
const MODAL =
  /(?<!\p{L})(?:must|should|need(?:s|ed)? to|ha(?:s|ve) to|i want|we want|i prefer|we use|muss|müssen|soll(?:en|te)?|doit|doivent|il faut|je veux|debe|hay que|deve|musi|powinien)(?!\p{L})/iu;
const WISH =
  /(?<!\p{L})(?:would be (?:nice|great|good|better|best)|(?:could|can) (?:we|you)|(?:i|we)(?:['’]d| would) (?:like|prefer|rather|love)|i (?:like|prefer|hate)|make sure|be sure|ensure)(?!\p{L})/iu;
/** A path, a file, an address, a variable, code or a port. */
const NAMED =
  /(?:^|[\s("'`@])(?:https?:\/\/\S|[\w.-]{1,60}\/[\w.-]|[\w-]{1,60}\.[a-z]{2,5}\b|[A-Z][A-Z0-9]{0,30}_[A-Z0-9_]|`[^`]|localhost|:?\d{4,5}\b)/;
/** A subject and a verb that says how it is. */
const STATES =
  /^[^,?]{2,60}?\s(?:is|are|has|have|lives?|runs?|means?|comes?|goes|belongs?|contains?|uses?|stays?|remains?|must|should|can(?:not|'t)?|will|won't|does(?:n't| not)?|ist|sind|hat|est|sont|es|son)\s/i;

/**
 * What is known of a sentence besides who wrote it, and what each sign adds to the log odds; flags are 0 or 1. Fitted by
 * `models/training/calibrate.py` to readings of prompts of repositories that the model was not trained on.
 */
const WEIGHTS = {
  /** The statement model's log odds. */
  keep: 0.305,
  /** It says that it is meant to stay. */
  strong: 3.267,
  weak: 0.901,
  /** It sets what is wanted against something else, or forbids. */
  contrast: 0.486,
  /** It says what must be. */
  modal: 0.507,
  /** It limits itself to the task at hand. */
  forNow: -0.296,
  asks: -0.539,
  /** It asks politely, or says what the person likes. */
  wish: 0.381,
  /** It says something of a file, an address, a variable or a port that it names. */
  named: 0.61,
  /** The rest of a sentence; the beginning of a list; a question that corrects. */
  piece: -0.827,
  opens: -0.88,
  corrects: 2.912,
  /** Natural logarithms of counts: of its words, the prompt's sentences and characters. */
  words: 0.47,
  sentences: 0.193,
  chars: -0.27,
  first: -0.38,
  last: -0.138,
};
const START = -0.893;

export type StatementEvidence = Record<keyof typeof WEIGHTS, number>;

/** How probably a sentence is worth keeping beyond its task, 0 to 1. */
export function probabilityOf(evidence: StatementEvidence): number {
  let odds = START;
  for (const name of Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[]) odds += WEIGHTS[name] * evidence[name];
  return 1 / (1 + Math.exp(-odds));
}

/** Below, one sentence is not a memory: it waits to be said again. */
export const SUGGESTED = 0.2;
/** Below, it is not even counted. */
export const HEARD = 0.008;
/** Sessions that make a rule of what is too weak alone. */
export const HABIT_SESSIONS = 3;

/**
 * How sure a statement is that was said in some sessions: more of them make it surer, three make a habit. `isRule`: it is a
 * way of working; what else is asked for again and again, each time too weakly to be kept, is work to do.
 */
export function statedConfidence(probability: number, sessions: number, isRule: boolean): number {
  const together = 1 - (1 - probability) ** Math.min(sessions, HABIT_SESSIONS);
  const isHabit = sessions >= HABIT_SESSIONS && (isRule || probability >= SUGGESTED);
  return Math.round(Math.min(MAX_CONFIDENCE, Math.max(together, isHabit ? HABIT_CONFIDENCE : 0)) * 100) / 100;
}

const HABIT_CONFIDENCE = 0.75;
/** Of what is said to be meant for good. */
export const EXPLICIT_CONFIDENCE = 0.9;
/** Only a person who confirms is quite sure. */
const MAX_CONFIDENCE = 0.95;
