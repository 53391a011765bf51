import type { Event } from '@sqrl/base/model/event.ts';
import { shellSteps, unprovenSteps } from '@sqrl/base/shell/steps.ts';
import { tellingLine } from './fingerprint.ts';
import { readVerdict } from './test-runners.ts';

type FinishedRun = Pick<Event, 'tool' | 'command' | 'outcome' | 'text'>;

/** What went wrong in a part of a command line whose exit status is that of another part. */
export interface HiddenTrouble {
  line: string;
  /** The program that failed; null where it may have been one of several. */
  program: string | null;
}

/**
 * The trouble in a command line that seems to have gone well, because a pipe, `;` or `||` hides the exit status of what
 * failed; undefined where there is none. Known from an exit status that was printed, from what runners say at the end, and
 * from the beginning of a short output: a long one may have errors of others in it.
 */
export function hiddenTrouble(run: FinishedRun): HiddenTrouble | undefined {
  const steps = hidingSteps(run);
  if (steps === undefined) return undefined;
  const { command, text } = run;
  const programs = shellSteps(command!).map(firstWord);
  const line = troubleLine({ command: command!, text, programs });
  if (line === undefined) return undefined;
  const speaker = (MISSING.exec(line) ?? SPEAKER.exec(line))?.slice(1).find(Boolean);
  const suspects = steps.map(firstWord).filter((program) => !FILTERS.has(program));
  if (speaker !== undefined && programs.includes(speaker)) return { line, program: speaker };
  return { line, program: suspects.length === 1 ? suspects[0]! : null };
}

/** Whether a part of a command line failed though the whole did not: by its trouble, or by what a check or a test found. */
export function isHiddenFailure(run: FinishedRun): boolean {
  if (hidingSteps(run) === undefined) return false;
  const status = printedStatus(run.command!, run.text);
  if (status !== undefined) return status !== 0;
  return (
    hiddenTrouble(run) !== undefined ||
    readVerdict(run.text)?.verdict === 'failed' ||
    (!SHOWS_TEXT.has(firstWord(run.command!.trimStart())) && FINDINGS.test(run.text))
  );
}

/** The steps of a line that says nothing of how they ended. */
function hidingSteps({ tool, command, outcome }: FinishedRun): readonly string[] | undefined {
  if (tool !== 'run' || outcome !== 'ok' || command === null || !/[|;\n]/.test(command)) return undefined;
  const steps = unprovenSteps(command);
  return steps.length === 0 ? undefined : steps;
}

interface PrintedOutput {
  command: string;
  text: string;
  programs: readonly string[];
}

function troubleLine({ command, text, programs }: PrintedOutput): string | undefined {
  const status = printedStatus(command, text);
  if (status !== undefined) return status === 0 ? undefined : tellingLine(text) || `exit ${status}`;
  if (!SHOWS_TEXT.has(programs[0] ?? '')) {
    const closing = CLOSING.exec(text.slice(-MAX_TEXT_CHARS))?.[0];
    if (closing !== undefined) return closing.trim();
  }
  return text.length > MAX_TEXT_CHARS ? undefined : beginsWithTrouble(text, programs);
}

/** The exit status that the line itself prints: `npm test; echo "exit: $?"`. After a pipe, `$?` is that of the last program. */
function printedStatus(command: string, text: string): number | undefined {
  const [said, label, variable] = ECHOED.exec(command) ?? [];
  if (said === undefined || (variable === '$?' && command.slice(0, command.indexOf(said)).includes('|')))
    return undefined;
  const lines = text.slice(-MAX_TEXT_CHARS).split('\n');
  const printed = lines.findLast((line) => line.includes(label!) && /\d/.test(line));
  const [, digits] =
    /^\s*(\d{1,3})\b/.exec(printed?.slice(printed.indexOf(label!) + label!.length) ?? '') ?? [];
  return digits === undefined ? undefined : Number(digits);
}

const ECHOED = /\becho\s+["']?([^"'$;|&\n]{0,40})(\$\?|\$\{PIPESTATUS\[0\]\})/;

function beginsWithTrouble(text: string, programs: readonly string[]): string | undefined {
  const missing = text.split('\n').find((line) => {
    const name = MISSING.exec(line)?.slice(1).find(Boolean);
    return name !== undefined && programs.includes(name);
  });
  if (missing !== undefined) return missing.trim();
  const first = /\S.*/.exec(text)?.[0].trim();
  if (first === undefined) return undefined;
  const speaker = SPEAKER.exec(first)?.[1];
  if (speaker !== undefined && programs.includes(speaker) && TROUBLE.test(first)) return first;
  // A program that prints its own usage was called wrongly.
  const may = /^usage: /im.test(text) || !programs.some((program) => SHOWS_TEXT.has(program));
  return may && /^(?:error|fatal|fatal error|usage error)\b\s*(?:\[\w+\])?:/i.test(first) ? first : undefined;
}

const firstWord = (step: string): string => step.split(' ', 1)[0]!;

const MISSING = /command not found: ([\w.-]+)|(?:^|: )([\w.-]+): (?:command )?not found(?!:)/;
const SPEAKER = /^([\w.-]+):\s/;

/** What only shortens the output of another. */
const FILTERS: ReadonlySet<string> = new Set('head tail less more wc sort uniq tee grep rg'.split(' '));

/** What runners say at the end of a command that failed. */
const CLOSING =
  /^(?:error: (?:script )?"[^"\n]+" exited with code [1-9]\d*|error: could not compile .*|error: test failed, to rerun.*|npm (?:ERR!|error) (?:code ELIFECYCLE|Lifecycle script .* failed.*|Missing script.*)|\s*ELIFECYCLE\s+Command failed.*|\s?ERR_PNPM_\w+ .*|error Command (?:"[^"\n]+" not found\.?|failed with exit code [1-9]\d*\.?)|make(?:\[\d+\])?: \*\*\* .* Error [1-9]\d*|FAILURE: Build failed.*)$/m;

/** What checks and compilers print where they found something. */
const FINDINGS =
  /\berror TS\d+\b|^error(?:\[E\d+\])?: |✖ [1-9]\d* problems? \([1-9]|\b[Ff]ound [1-9]\d* errors?\b|^\S+\.(?:go|rs|py|[cm]?[jt]sx?):\d+:\d+: (?!warning)|^BUILD FAILED|^[1-9]\d* (?:errors?|issues?)(?:\b|:)/m;

const MAX_TEXT_CHARS = 1200;

const TROUBLE =
  /not found|illegal|invalid|unknown|unrecogni[sz]ed|no such|cannot|denied|unexpected|unsupported|not a |requires|missing/i;

/** What prints texts that were written elsewhere, errors among them. */
const SHOWS_TEXT: ReadonlySet<string> = new Set(
  'cat grep rg egrep awk sed less more curl wget journalctl docker kubectl gh jq find python python3 node'.split(
    ' ',
  ),
);

/** What two lines about the same trouble have in common: their letters, without numbers and placeholders. */
export const lettersOf = (line: string): string =>
  line
    .replace(/<\w+>/g, '')
    .replace(/[^\p{L}\s]/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .slice(0, 120);
