import { contentWords, share } from '@sqrl/base/text/content-words.ts';
import { ownWords, planTitle, typedWords } from '@sqrl/base/text/own-words.ts';
import { LEANING, MATERIAL, PLANNED, POINTING, PRAISED_AND_NOW, STEPS, TURNING } from './phrases/new-task.ts';

export interface RunningTask {
  words: ReadonlySet<string>;
  files: ReadonlySet<string>;
  /** What it changed was committed since. */
  committed: boolean;
}

/** Whether a prompt starts something else than what runs. In doubt it goes on: a cut too many tears a task apart. */
export function startsNewTask(prompt: string, running: RunningTask): boolean {
  const own = ownWords(prompt).trim();
  const turn = TURNING.exec(own);
  const rest = turn ? own.slice(turn[0].length).replace(/^[\s,.:;!-]+/, '') : own;
  if (turn) return rest === '' || !(isFollowUp(rest) || PLANNED.test(rest));
  if (isFollowUp(own)) return false;
  const named = filesNamed(prompt);
  if (named.some((file) => isKnown(file, running.files))) return false;
  const now = askedNow(own);
  const words = contentWords(
    now ?? (planTitle(prompt) === undefined ? typedWords(prompt) : prompt.slice(0, PLAN_HEAD)),
  );
  if (now !== undefined) return words.size >= 2 && share(words, running.words) < 0.5;
  if (words.size < MIN_WORDS) return false;
  const known = share(words, running.words);
  // After a commit less is needed: what was wanted is done, and only the same subject holds the two together.
  if (running.committed) return known < (named.length > 0 ? 0.75 : 0.5);
  if (words.size <= LEANING_WORDS && LEANING.test(own)) return false;
  return words.size >= MANY_WORDS && known < (named.length > 0 ? 0.25 : 0.1);
}

const MIN_WORDS = 4;
const MANY_WORDS = 6;
const LEANING_WORDS = 20;
const PLAN_HEAD = 1500;

/** Files that a prompt speaks of. */
const filesNamed = (prompt: string): string[] =>
  prompt.length > 4000
    ? []
    : (prompt.match(/@?[\w./\\-]*[\w-]\.(?!com|org|net|io\b)[A-Za-z]{1,5}\b/g) ?? [])
        .filter((name) => !/^[\d.]+$|^(?:e\.g|i\.e|etc)\b/i.test(name))
        .map((name) => name.replace(/^@/, '').replaceAll('\\', '/').toLowerCase());

const isKnown = (file: string, files: ReadonlySet<string>): boolean => {
  for (const path of files) if (path.toLowerCase().endsWith(file.replace(/^\.?\//, ''))) return true;
  return false;
};

/**
 * Whether a prompt only goes on with what runs: a yes, a "continue", a correction, an order that ends the work
 * (commit, push, run the tests), or words too few to be about something else.
 */
export function isFollowUp(own: string): boolean {
  const whole = own.trim();
  const text = askedNow(whole) ?? whole;
  if (text === '') return true;
  if (POINTING.test(text)) return true;
  const words = text.match(/[\p{L}\p{N}']+/gu) ?? [];
  if (STEPS.test(text) && words.length <= MAX_STEP_WORDS) return true;
  return words.length <= MAX_FOLLOW_UP_WORDS && contentWords(text.replace(MATERIAL, ' ')).size < 2;
}

const MAX_STEP_WORDS = 14;
const MAX_FOLLOW_UP_WORDS = 6;

/** What is asked for after praise and a "now", unless it only makes sense with what was praised. */
function askedNow(own: string): string | undefined {
  const praise = PRAISED_AND_NOW.exec(own);
  const rest = praise ? own.slice(praise[0].length) : '';
  return rest === '' || LEANING.test(rest) ? undefined : rest;
}
