import type { AttemptFailure } from './attempts.ts';
import type { Foresight } from './foresight.ts';
import { clipOneLine } from './wording.ts';

/** A guard in one line: what fails, why, and what to do instead. */
export function guardText(guard: Foresight): string {
  const { when, troubles, held, met } = guard;
  const times = `${met} of ${held} times`;
  const why = `“${clipOneLine(withoutShell(mostMet(guard).line), 56)}”${troubles.size > 1 ? ' or similar' : ''}`;
  const remedy = remedyOf(guard);
  return `${whatOf(when)} fails here with ${why} (${times})${remedy === '' ? '' : `; ${remedy}`}.`;
}

/** A shell says where it stumbled before it says over what. */
const withoutShell = (line: string): string => line.replace(/^(?:<path>|\w*sh): (?:line <n>: )?(?=\S)/, '');

/** The trouble that was met most often. */
export function mostMet({ troubles, times }: Foresight): AttemptFailure {
  const [first] = [...troubles.values()].sort(
    (a, b) => (times.get(b.letters) ?? 0) - (times.get(a.letters) ?? 0),
  );
  return first!;
}

function whatOf({ tool, command, file, given }: Foresight['when']): string {
  if (tool === 'run') return `\`${clipOneLine(command ?? '', 48)}\``;
  if (file !== null) return `${verb(tool)} \`${file}\``;
  if (given === 'unread') return `${verb(tool)} a file that was not read in this session`;
  if (given === 'changed since read')
    return `${verb(tool)} a file that a command may have changed since it was read`;
  if (given === 'failed before') return `${verb(tool)} a file again after that failed`;
  const name = `\`${clipOneLine(command ?? '', 48)}\``;
  if (tool === 'task') return `Starting ${name} as a skill or task`;
  return tool === 'fetch' ? `Fetching ${name}` : `Calling ${tool.replace(/^mcp:/, '')} with ${name}`;
}

const verb = (tool: string): string =>
  tool === 'edit' ? 'Editing' : tool === 'write' ? 'Writing' : tool === 'read' ? 'Reading' : 'Changing';

/** Whether a program says that it is not there, or does not know what it was told to do. */
export const cannotBegin = (line: string): boolean => CANNOT_BEGIN.test(line);

const CANNOT_BEGIN =
  /command not found|(?:is )?not recogni[sz]ed|(?:unrecogni[sz]ed|unknown|illegal|invalid|no such) (?:sub)?(?:command|option|flag|script|task|target|argument)|missing script|(?:script|task|target|command) (?:["'`“]?[\w:./-]+["'`”]? )?(?:was )?not found|no rule to make target|unknown (?:cli )?(?:config|switch)/i;

function remedyOf({ when, instead, before, troubles }: Foresight): string {
  if (when.given === 'unread') return 'read it first';
  if (when.given === 'changed since read') return 'read it again first';
  // What helped once may have been chance, but not where the other could not even begin.
  const least = [...troubles.values()].every(({ line }) => cannotBegin(line)) ? 1 : 2;
  const other = mostOften(instead, least);
  if (other !== undefined && when.command !== null) {
    const wrapper = wrapperOf(when.command, other);
    return wrapper === undefined
      ? `run \`${clipOneLine(other, 40)}\` instead`
      : `run it without \`${wrapper}\``;
  }
  const first = mostOften(before, 2);
  return first === undefined ? '' : `run \`${clipOneLine(first, 40)}\` first`;
}

/** The word in front of a command that made it fail, where it went well without. */
function wrapperOf(command: string, other: string): string | undefined {
  const [first, ...rest] = command.split(' ');
  const words = rest.join(' ');
  return words !== '' && (other === words || other.startsWith(`${words} `)) ? first : undefined;
}

function mostOften(counts: ReadonlyMap<string, number>, least: number): string | undefined {
  const all = [...counts.values()].reduce((sum, times) => sum + times, 0);
  const [best] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return best && best[1] >= least && best[1] * 2 > all ? best[0] : undefined;
}
