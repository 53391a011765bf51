import { shellSteps } from '../../base/shell/steps.ts';
import type { Event } from '../../model/event.ts';

/**
 * The line that says what went wrong in a command that seems to have gone well, because only the exit status of a pipe's
 * last program is told; undefined where there is none. Either a short answer begins with it (a log may well have an
 * error in it), or whoever ran the command says last that it failed.
 */
export function hiddenTrouble({
  tool,
  command,
  outcome,
  text,
}: Pick<Event, 'tool' | 'command' | 'outcome' | 'text'>): string | undefined {
  if (tool !== 'run' || outcome !== 'ok' || command === null || !command.includes('|')) return undefined;
  const programs = shellSteps(command).map((step) => step.split(' ')[0]!);
  if (!SHOWS_TEXT.has(programs[0] ?? '')) {
    const closing = CLOSING.exec(text.slice(-MAX_TEXT_CHARS))?.[0];
    if (closing !== undefined) return closing.trim();
  }
  return text.length > MAX_TEXT_CHARS ? undefined : beginsWithTrouble(text, programs);
}

function beginsWithTrouble(text: string, programs: readonly string[]): string | undefined {
  const first = /\S.*/.exec(text)?.[0].trim();
  if (first === undefined) return undefined;
  const speaker = /^([\w.-]+):\s/.exec(first)?.[1];
  if (speaker !== undefined && programs.includes(speaker) && TROUBLE.test(first)) return first;
  // Whoever tells its own usage was called wrongly.
  const may = /^usage: /im.test(text) || !programs.some((program) => SHOWS_TEXT.has(program));
  return may && /^(?:error|fatal|fatal error|usage error)\b\s*(?:\[\w+\])?:/i.test(first) ? first : undefined;
}

/** What those who run commands for others say at the end of one that failed. */
const CLOSING =
  /^(?:error: (?:script )?"[^"\n]+" exited with code [1-9]\d*|error: could not compile .*|error: test failed, to rerun.*|npm (?:ERR!|error) (?:code ELIFECYCLE|Lifecycle script .* failed.*)|\s*ELIFECYCLE\s+Command failed.*|error Command failed with exit code [1-9]\d*\.?|make(?:\[\d+\])?: \*\*\* .* Error [1-9]\d*|FAILURE: Build failed.*)$/m;

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
