import { shellSteps } from './steps.ts';
import { taskOf } from './wrappers.ts';

/**
 * Whether a command line gets something from the network that it names itself (a URL, a package, an image, a program to
 * download) or says where it is got from.
 * `npx tsc` in the place of `tsc` does not; `failed` is the command line that it stands for.
 */
export const fetches = (command: string, failed = ''): boolean =>
  /\bhttps?:\/\/|\bgit\+|\bgit@|\b(?:curl|wget)\s/.test(command) ||
  shellSteps(command).some(
    (step) =>
      /^(?:curl|wget|aria2c|scp|rsync|ssh)\b/.test(step) ||
      INSTALLS.test(step) ||
      RUNS_REMOTE.test(step) ||
      /^npx (?:-y|--yes)\b/.test(step) ||
      (DOWNLOADS.test(step) && !shellSteps(failed).some((known) => programOf(known) === programOf(step))),
  );

const INSTALLS =
  /^(?:sudo )?(?:npm|pnpm|yarn|bun|pip3?|uv(?: pip| tool)?|pipx|poetry|gem|cargo|go|brew|apt|apt-get|composer|dotnet tool)(?: -\S+)* (?:install|i|add|get)(?: -(?!r |e |-requirement|-editable)\S+)* (?![-.])[@\w]/;

const RUNS_REMOTE =
  /^(?:sudo )?(?:(?:docker|podman|nerdctl) (?:run|pull)|nix(?:-shell|-env| run| shell| develop| profile)|go run (?:-\S+ )*[^\s@]+@\S+|(?:git|npm|pnpm|yarn|pip3?|poetry|bundle|gem) config|go env -w|git remote (?:add|set-url))(?!\S)/;

const DOWNLOADS = /^(?:npx|bunx|pnpx|uvx|pipx run|(?:pnpm|yarn|npm) (?:dlx|exec|x)|deno run)\b/;

const programOf = (step: string): string =>
  taskOf(step.replace(/^(?:uvx|pipx run|(?:pnpm|yarn) dlx) /, '')).split(' ', 1)[0]!;
