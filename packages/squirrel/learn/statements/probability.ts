import type { SentenceReading } from '@sqrl/base/model/judgement.ts';
import { weighed } from '@sqrl/base/statistics/weighed.ts';
import { isForNow, isQuestion, MIN_CHOICE, markerOf } from './markers.ts';
import { continues, correctionInQuestion } from './wording.ts';

export interface SentencePlace {
  sentence: string;
  prompt: string;
  /** Its number in the prompt, and how many there are. */
  number: number;
  count: number;
}

export function evidenceOf(
  { sentence, prompt, number, count }: SentencePlace,
  { keep }: Pick<SentenceReading, 'keep'>,
): StatementEvidence {
  const marker = markerOf(sentence);
  const corrects = correctionInQuestion(sentence) !== undefined;
  return {
    keep,
    strong: Number(marker?.least === 0),
    choice: Number(marker?.least === MIN_CHOICE),
    contrast: Number(CONTRAST.test(sentence)),
    modal: Number(MODAL.test(sentence)),
    forNow: Number(isForNow(sentence)),
    asks: Number(!corrects && isQuestion(sentence)),
    wish: Number(WISH.test(sentence)),
    named: Number(NAMED.test(sentence) && STATES.test(sentence)),
    tells: Number(!corrects && tellsWhatWasDone(sentence)),
    every: Number(EVERY.test(sentence)),
    when: Number(WHEN.test(sentence)),
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

/** Whether a sentence tells what the agent or the person did: "you edited the main workspace file, not the session one". */
export const tellsWhatWasDone = (sentence: string): boolean => TELLS.test(opened(sentence));

/** A sentence without the words that only open it. */
const opened = (sentence: string): string =>
  sentence.slice(0, MAX_CHARS).replace(/[’‘]/g, "'").replace(OPENING, '');

/** In characters: what stands at the beginning is looked for up to here. */
const MAX_CHARS = 200;
const OPENING =
  /^(?:(?:ok(?:ay)?|so|well|also|and|but|then|now|please|yes|no|again|note that|i think|instead|great|good|first)[,.:!]*\s+){1,4}/i;
const TELLS =
  /^(?:when [^,]{3,60}, )?(?:(?:you(?:'re| are| were)(?: (?:just|already|now|still|again|not)){0,2} \w{2,}ing|you(?:'ve| have)? (?:just |already |also |now )?(?:(?!need)\w{2,}ed|made|did|put|built|wrote|got|ran|took|forgot|went|broke|left|lost|didn't|haven't|still don't))|i(?: just| already)? (?:wanted|told|said|asked|meant|got|ran|tried|noticed|misspoke|thought))\b/i;
const EVERY = /\b(?:every|each|all|any|anywhere|everywhere|throughout|whenever|both|in general)\b/i;
const WHEN = /\b(?:if|when|whenever|unless|in case)\b/i;

/**
 * What is known of a sentence besides who wrote it, and what each sign adds to the log odds; flags are 0 or 1. Fitted by
 * `models/training/calibrate.py` to readings of prompts of repositories that the model was not trained on; `strong`, `contrast`,
 * `tells`, `every` and `when` to 316 sentences of seven projects that a reader judged and to the development split, each project left out.
 */
const WEIGHTS = {
  /** The statement model's log odds. */
  keep: 0.305,
  /** It says that it is meant to stay. */
  strong: 2,
  /** "Use A, not B". */
  choice: 0.9,
  /** It sets what is wanted against something else, or forbids. */
  contrast: 0.15,
  /** It says what must be. */
  modal: 0.507,
  /** It limits itself to the task at hand. */
  forNow: -0.296,
  asks: -0.539,
  /** It asks politely, or says what the person likes. */
  wish: 0.381,
  /** It says something of a file, an address, a variable or a port that it names. */
  named: 0.61,
  /** It tells what the agent or the person did. */
  tells: -1.5,
  /** It speaks of all of a kind; of a condition. */
  every: 0.45,
  when: 0.4,
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
export const probabilityOf = (evidence: StatementEvidence): number => weighed(START, WEIGHTS, evidence);

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
