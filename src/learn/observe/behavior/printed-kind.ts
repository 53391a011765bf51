import { shellSteps } from '../../../base/shell/steps.ts';
import { readVerdict } from '../../../ingest/episodes/test-runners.ts';
import { type CommandKind, kindOfCommand } from './command-kind.ts';

/**
 * What a command was for by what it printed: the command that a runner says it starts for the project, or the summary of
 * a test run. For commands whose own words do not tell.
 */
export function printedKind(text: string): CommandKind | undefined {
  const started = startedIn(text).flatMap((command) => shellSteps(command));
  if (started.length === 0) return readVerdict(text)?.verdict === 'passed' ? 'command.test' : undefined;
  // What only ends with formatting is not for formatting.
  const [kind, ...others] = started.map((step) => kindOfCommand(step));
  return others.every((other) => other === kind) ? kind : undefined;
}

/** Commands that runners announce before they start them: `> vitest run`, `$ vitest run`, `task: [test] go test`. */
function startedIn(text: string): string[] {
  const lines = text
    .slice(0, MAX_TEXT_CHARS)
    .split('\n')
    .filter((line) => line.trim() !== '');
  // Where the beginning is cut off, nobody knows what else was started.
  if (!ANNOUNCED.test(lines[0] ?? '')) return [];
  return lines
    .flatMap((line) => ANNOUNCED.exec(line)?.groups?.command ?? [])
    .filter((command) => !PACKAGE_AND_SCRIPT.test(command));
}

/** `> shop@1.2.0 test` names the script whose command follows. */
const PACKAGE_AND_SCRIPT = /^(?:@?[\w./-]+@\S+ |nx run )/;

const MAX_TEXT_CHARS = 1500;

const ANNOUNCED =
  /^\s{0,4}(?:\[[\w:./-]{1,60}\] \$|[$>]|task: \[[^\]]{1,60}\]) (?<command>[\w./@-]{2,60}(?: \S.{0,200})?)$/;
