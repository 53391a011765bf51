import { remembered } from '../memo.ts';
import { MAX_COMMAND_CHARS } from './command.ts';

/**
 * The programs a command line starts, one after the other and those in its pipes, each with its words: `cd app && CI=1
 * npm test | tail -5` is `npm test` and `tail -5`. What stands in quotes or in a document below it is no program.
 */
export const shellSteps: (command: string) => readonly string[] = remembered((command) => {
  const steps = unquoted(command.slice(0, MAX_COMMAND_CHARS).replace(/\\\n/g, ' '))
    .split(/&&|\|\|?|;|\n/)
    .map(bare)
    .filter((step) => step !== '' && !SURROUNDINGS.test(step));
  return [...new Set(steps)].slice(0, MAX_STEPS);
}, 500);

/**
 * The steps whose failure the success of the whole line hides: those before a pipe, a `;` or a `||`, with what `&&` joins
 * to them. `npm test | tail -5` has `npm test`, `npm test && git push` none.
 */
export const unprovenSteps: (command: string) => readonly string[] = remembered((command) => {
  const text = command.slice(0, MAX_COMMAND_CHARS).replace(/\\\n/g, ' ');
  const isStrict = /\bset -\w*e/.test(text);
  const parts = unquoted(text)
    .replace(/\|\|(?=\s*\{?\s*(?:exit|return) [1-9$])/g, '&&')
    .split(/(&&|\|\|?|;|\n)/);
  let [isProven, isEnd] = [true, true];
  const found: string[] = [];
  for (let at = parts.length - 1; at >= 0; at -= 2) {
    const next = parts[at + 1];
    if (!isEnd && next !== '&&')
      isProven &&= next === '|' ? /\bpipefail\b/.test(text) : isStrict && next !== '||';
    isEnd &&= parts[at]!.trim() === '';
    const step = bare(parts[at]!);
    if (!isProven && step !== '' && !SURROUNDINGS.test(step)) found.unshift(step);
  }
  return [...new Set(found)].slice(0, MAX_STEPS);
}, 500);

/** The first words of a step, as many as asked for; undefined where it has fewer. */
export function leadingWords(step: string, words: number): string | undefined {
  const all = step.split(' ');
  return all.length < words ? undefined : all.slice(0, words).join(' ');
}

/** How many words of a step name what is done: a program and its command, and the script where one is run. */
export const wordsOfHead = (step: string): number => (RUNNERS.test(step) ? 3 : 2);

const RUNNERS =
  /^(?:(?:npm|pnpm|yarn|bun|deno|poetry|uv|pipenv|pdm|composer|dotnet|go|cargo) (?:run|run-script|exec|x|task|dlx)|docker compose|python3? -m|bundle exec|terraform workspace|kubectl config|gh \w+|git remote|git stash|git submodule) /;

const MAX_STEPS = 12;

const SURROUNDINGS =
  /^(?:cd|pushd|popd|export|set|source|\.|echo|printf|sleep|true|clear|pwd|then|fi|do|done|else|exit)(?: |$)/;

/** A quoted text is one word, which differs from time to time; a document ends the command line it stands below. */
const unquoted = (command: string): string =>
  command
    .replace(/\$\(cat\s*<<-?\s*(['"]?)(\w+)\1[\s\S]*?\n\s*\2\s*\n?\s*\)/g, QUOTED)
    .replace(/<<-?\s*(['"]?)(\w+)\1[^\n]*\n[\s\S]*?(?:\n\s*\2\b|$)/g, '')
    .replace(/"(?:[^"\\]|\\.)*(?:"|$)|'[^']*(?:'|$)/g, QUOTED);

const QUOTED = "'…'";

const bare = (step: string): string =>
  step
    .replace(/\d{0,3}>>?\s*(?:&\d|\S+)|<\s*\S+/g, ' ')
    .replace(/^[\s({]*(?:env\s+)?(?:\w+=\S*\s+)+/, '')
    .replace(/^[\s({]*(?:(?:time|nohup|sudo|command|exec|timeout\s+\S+)\s+)+/, '')
    .replace(/[\s(){}]+/g, ' ')
    .trim()
    .slice(0, MAX_STEP_CHARS);

const MAX_STEP_CHARS = 200;
