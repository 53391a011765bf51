import { leadingWords, shellSteps } from '@sqrl/base/shell/steps.ts';
import type { FailureInSession } from '../signal.ts';

/**
 * Whether a failure says nothing of the next time: code was changed until it went well, it spoke of what was there only
 * for a moment, it said nothing at all, or the client told the agent itself what to do.
 */
export function isPassing(failure: FailureInSession, said: string): boolean {
  const { tool, resolution, line } = failure;
  if (tool !== 'run') return /InputValidationError|No such tool available/i.test(said);
  if (resolution !== null && resolution.changed.length > 0 && !cannotBegin(line)) return true;
  return (
    /^exit \S+ of /.test(line) ||
    SHORT_LIVED.test(said) ||
    OF_THE_TREE.test(said) ||
    isMissingPath(failure, said)
  );
}

/** Whether a program says that it is not there, or does not know what it was told to do. */
export const cannotBegin = (line: string): boolean => CANNOT_BEGIN.test(line);

const CANNOT_BEGIN =
  /command not found|(?:is )?not recogni[sz]ed|(?:unrecogni[sz]ed|unknown|illegal|invalid|no such) (?:sub)?(?:command|option|flag|script|task|target|argument)|missing script|(?:script|task|target|command) (?:["'`“]?[\w:./-]+["'`”]? )?(?:was )?not found|no rule to make target|unknown (?:cli )?(?:config|switch)|missing (?:required )?(?:argument|option|flag|parameter)|(?:required|mandatory) (?:argument|option|flag|parameter)|(?<![\w-])--[\w-]{1,40}[^\n]{0,60}? must be (?:provided|specified|given)|(?:requires?|expects?) (?:at least )?(?:one|an?|\d+) (?:argument|option|value)/i;

const SHORT_LIVED = /\.git\/\S*lock|(?:^|[\s'"“(])(?:\/private)?\/(?:tmp|var\/folders)\//;

const OF_THE_TREE =
  /could not apply|merge conflict|^CONFLICT|bad revision|unknown revision|unmerged (?:files|paths)|(?:uncommitted|unstaged|local) changes|nothing to commit|non-fast-forward|fetch first|failed to push some refs|cherry-pick is (?:now )?empty|already (?:used by worktree|checked out)|did not match any file/i;

/** A file that was not there: of a program that works on files always, of others where nothing was found in its place. */
function isMissingPath({ command, resolution }: FailureInSession, said: string): boolean {
  if (
    !/no such file or directory|cannot access|cannot stat|does not exist|can't open|module not found "/i.test(
      said,
    )
  )
    return false;
  const programs = shellSteps(command ?? '').map((step) => leadingWords(step, 1)!);
  return programs.every((program) => ON_FILES.has(program)) || resolution?.how !== 'other command';
}

const ON_FILES: ReadonlySet<string> = new Set(
  'rm mv cp cat ls head tail less more stat wc sed awk grep rg find file touch chmod mkdir rmdir diff test [ du tree readlink realpath source bat open xxd od tar unzip'.split(
    ' ',
  ),
);

/** Whether of the programs in one line another than this says that it failed. */
export function isOfAnother(said: string, program: string, command: string | null): boolean {
  const speaker = (MISSING.exec(said) ?? SPEAKER.exec(said))?.slice(1).find(Boolean);
  if (speaker === undefined || speaker === program) return false;
  return shellSteps(command ?? '').some((step) => leadingWords(step, 1) === speaker);
}

const MISSING = /command not found: ([\w.-]+)|(?:^|: )([\w.-]+): command not found(?!:)/;
const SPEAKER = /^([\w.-]+): /;
