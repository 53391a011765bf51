import { shellSteps } from './steps.ts';

/**
 * A step in the form in which others are compared with it: a script that a shell is told to run is the script itself.
 * `bash ./deploy.sh now`, `sh deploy.sh now` and `./deploy.sh now` are one command.
 */
export function plainStep(step: string): string {
  const [, script, rest = ''] = SCRIPT.exec(step) ?? [];
  if (script === undefined) return step;
  return `${script.startsWith('/') ? script : `./${script.replace(/^\.\//, '')}`}${rest}`;
}

const SCRIPT = /^(?:(?:ba|z|da|k)?sh (?:-[a-bd-z]{1,4} ){0,3}|(?=\.\/))(?!-)([\w./-]+)( .*)?$/;

/** A step without what only runs it: `rtk npx vitest run` is `vitest run`. */
export function unwrapped(step: string): string {
  let rest = step;
  for (let taken = 0; taken < MAX_WRAPPERS; taken++) {
    const shorter = rest.replace(WRAPPER, '');
    if (shorter === rest) return rest;
    rest = shorter;
  }
  return rest;
}

const MAX_WRAPPERS = 3;

const WRAPPER =
  /^(?:rtk|npx(?: --?[\w-]+)*|bunx|(?:pnpm|yarn|npm) exec(?: --)?|mise (?:exec|x)(?: [\w@.:/-]+)* --) (?=\S)/;

/**
 * What a step has done, whatever starts it: `yarn lint`, `npm run lint` and `make lint` are `lint`, `python -m pytest` and
 * `pytest` are `pytest`. A step that no runner starts stays as it is.
 */
export const taskOf = (step: string): string => {
  const rest = unwrapped(step).replace(INTERPRETER, '').replace('docker-compose ', 'docker compose ');
  const [, task] = TASK_RUNNER.exec(rest) ?? [];
  return task ?? rest;
};

/** Whether two command lines of one step each have the same done, by whatever runners: `yarn lint` and `npm run lint`. */
export function isSameTask(a: string, b: string): boolean {
  const [first, second] = [shellSteps(a), shellSteps(b)];
  return first.length === 1 && second.length === 1 && taskOf(first[0]!) === taskOf(second[0]!);
}

const INTERPRETER = /^python3? (?:-m )?(?=[\w./-]+)/;
const TASK_RUNNER =
  /^(?:npm|pnpm|yarn|bun|deno|make|just|task|mise|rake|pixi|poe)(?: (?:run|run-script|task|r))? (?!install\b|i\b|add\b|ci\b|exec\b|x\b)([\w@][\w@:.-]*(?: .*)?)$/;
