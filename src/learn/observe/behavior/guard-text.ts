import { estimateTokens } from '../../../base/text/tokens.ts';
import type { AttemptFailure } from './attempts.ts';
import type { Foresight } from './foresight.ts';
import { clipOneLine, listedInCode } from './wording.ts';

/** A guard in one line: what fails, why, and what to do instead; where that is long, why is shortened first. */
export function guardText(guard: Foresight): string {
  const texts = LENGTHS.map((lengths) => textWith(guard, lengths));
  return texts.find((text) => estimateTokens(text) <= MAX_TOKENS) ?? texts.at(-1)!;
}

/** Characters of the reason, of the command, and of what to run. */
type GuardLengths = readonly [why: number, what: number, remedy: number];

const LENGTHS: readonly GuardLengths[] = [
  [140, 100, 120],
  [90, 80, 100],
  [56, 60, 80],
  [56, 48, 40],
];
const MAX_TOKENS = 60;

function textWith(guard: Foresight, [whyChars, whatChars, remedyChars]: GuardLengths): string {
  const { when, troubles, held, met } = guard;
  const times = `${met} of ${held} times`;
  const why = `“${clipOneLine(withoutShell(mostMet(guard).line), whyChars)}”${troubles.size > 1 ? ' or similar' : ''}`;
  const remedy = remedyOf(guard, remedyChars);
  return `${whatOf(when, whatChars)} fails here with ${why} (${times})${remedy === '' ? '' : `; ${remedy}`}.`;
}

/** A shell says where it stumbled before it says over what. */
const withoutShell = (line: string): string =>
  line.replace(/^(?:<path>|(?:\/\w+)*\/?\w*sh)(?::\d+)?: (?:line (?:<n>|\d+): )?(?=\S)/, '');

/** The trouble that was met most often. */
export function mostMet({ troubles, times }: Foresight): AttemptFailure {
  const [first] = [...troubles.values()].sort(
    (a, b) => (times.get(b.letters) ?? 0) - (times.get(a.letters) ?? 0),
  );
  return first!;
}

function whatOf({ tool, command, file, given, folder, variables }: Foresight['when'], chars: number): string {
  if (tool === 'run') return `\`${clipOneLine(command ?? '', chars)}\`${whereOf(folder, variables)}`;
  if (file !== null) return `${verb(tool)} \`${file}\``;
  if (given === 'unread') return `${verb(tool)} a file that was not read in this session`;
  if (given === 'changed since read')
    return `${verb(tool)} a file that a command may have changed since it was read`;
  if (given === 'failed before') return `${verb(tool)} a file again after that failed`;
  const name = `\`${clipOneLine(command ?? '', 48)}\``;
  if (tool === 'task') return `Starting ${name} as a skill or task`;
  return tool === 'fetch' ? `Fetching ${name}` : `Calling ${tool.replace(/^mcp:/, '')} with ${name}`;
}

const whereOf = (folder: string | null | undefined, variables: string | null | undefined): string =>
  [
    folder == null ? '' : folder === '.' ? ' in the root of the repository' : ` in \`${folder}\``,
    variables == null || variables === 'none' ? '' : ` with ${listedInCode(variables.split(' '))} set`,
  ].join('');

const verb = (tool: string): string =>
  tool === 'edit' ? 'Editing' : tool === 'write' ? 'Writing' : tool === 'read' ? 'Reading' : 'Changing';

/** Whether a program says that it is not there, or does not know what it was told to do. */
export const cannotBegin = (line: string): boolean => CANNOT_BEGIN.test(line);

const CANNOT_BEGIN =
  /command not found|(?:is )?not recogni[sz]ed|(?:unrecogni[sz]ed|unknown|illegal|invalid|no such) (?:sub)?(?:command|option|flag|script|task|target|argument)|missing script|(?:script|task|target|command) (?:["'`“]?[\w:./-]+["'`”]? )?(?:was )?not found|no rule to make target|unknown (?:cli )?(?:config|switch)/i;

/** Whether it is known what to do instead. */
export const hasRemedy = (guard: Foresight): boolean => remedyOf(guard, MAX_FIX_CHARS) !== '';

/** The command line that worked in the place of one that fails, or that was run before it worked; null where it is not one. */
export function fixOf({ when, instead, before, changes, troubles }: Foresight): string | null {
  if (when.command === null) return null;
  const least = leastOf(troubles);
  const change = mostOften(changes, least);
  if (change !== undefined) return changed(change, when.command);
  const fix = mostOften(instead, least) ?? mostOften(before, 2);
  return fix === undefined || fix.length > MAX_FIX_CHARS ? null : fix;
}

const MAX_FIX_CHARS = 400;

/** A command as it is with what is done otherwise; null where it is only without a word in front. */
function changed(change: string, command: string): string | null {
  const folder = /^run it in (?:the root|`([^`]+)`)/.exec(change);
  const set = [...(/ with (.+) set$/.exec(change)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name);
  if (folder === null && set.length === 0) return null;
  const where = folder === null ? '' : `cd ${folder[1] ?? '.'} && `;
  return `${where}${set.map((name) => `${name}=… `).join('')}${command}`;
}

/** What helped once may have been chance, but not where the other could not even begin. */
const leastOf = (troubles: Foresight['troubles']): number =>
  [...troubles.values()].every(({ line }) => cannotBegin(line)) ? 1 : 2;

function remedyOf({ when, instead, before, changes, troubles }: Foresight, chars: number): string {
  if (when.given === 'unread') return 'read it first';
  if (when.given === 'changed since read') return 'read it again first';
  const least = leastOf(troubles);
  const change = mostOften(changes, least);
  if (change !== undefined) return change;
  const other = mostOften(instead, least);
  if (other !== undefined && when.command !== null) return `run \`${clipOneLine(other, chars)}\` instead`;
  const first = mostOften(before, 2);
  return first === undefined ? '' : `run \`${clipOneLine(first, chars)}\` first`;
}

function mostOften(counts: ReadonlyMap<string, number>, least: number): string | undefined {
  const all = [...counts.values()].reduce((sum, times) => sum + times, 0);
  const [best] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return best && best[1] >= least && best[1] * 2 > all ? best[0] : undefined;
}
