import { printed } from '@sqrl/base/model/printed.ts';
import type { KnownFailure, Remedy, Trigger } from '@sqrl/base/model/trigger.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { listed } from '../observe/wording.ts';

/** A guard in one line: what fails, why, and what to do instead. Where it is long, the reason is shortened first. */
export function guardText(trigger: Trigger & { failure: KnownFailure }): string {
  const texts = LENGTHS.map((lengths) => textWith(trigger, lengths));
  return texts.find((text) => estimateTokens(text) <= MAX_TOKENS) ?? texts.at(-1)!;
}

/** An error pattern in one line. `often` says how often the remedy helped. */
export const fixText = ({ command, failure, remedy, ...where }: Trigger, often: string): string =>
  `When ${inCode(command ?? '', 80)}${placeOf(where)} fails with “${printed(failure?.line ?? '', 140)}”, ${inCode(remedy?.command ?? '', 120)} fixes it (${often}).`;

/** Characters of the reason, of the command, and of what to run. */
const LENGTHS = [
  [140, 100, 120],
  [90, 80, 100],
  [56, 60, 80],
  [56, 48, 40],
] as const;
const MAX_TOKENS = 60;

function textWith(
  trigger: Trigger & { failure: KnownFailure },
  [whyChars, whatChars, remedyChars]: (typeof LENGTHS)[number],
): string {
  const { line, times, of, varies } = trigger.failure;
  const why = `“${printed(withoutShell(line), whyChars)}”${varies ? ' or similar' : ''}`;
  const remedy = trigger.remedy ? `; ${remedyText(trigger.remedy, remedyChars)}` : '';
  return `${whatText(trigger, whatChars)} fails here with ${why} (${times} of ${of} times)${remedy}.`;
}

/** A shell says where it stumbled before it says over what. */
const withoutShell = (line: string): string =>
  line.replace(/^(?:<path>|(?:\/\w+)*\/?\w*sh)(?::\d+)?: (?:line (?:<n>|\d+): )?(?=\S)/, '');

function whatText({ tool, command, folder, variables, failure }: Trigger, chars: number): string {
  const name = inCode(command ?? '', tool === 'run' ? chars : 48);
  if (tool === 'run') return name + placeOf({ folder: folder ?? failure?.folder, variables });
  if (tool === 'task') return `Starting ${name} as a skill or task`;
  return tool === 'fetch' ? `Fetching ${name}` : `Calling ${tool.replace(/^mcp:/, '')} with ${name}`;
}

const placeOf = ({ folder, variables }: Pick<Trigger, 'folder' | 'variables'>): string =>
  inFolder(folder ?? null) + withSet(variables == null || variables === 'none' ? [] : variables.split(' '));

const inFolder = (folder: string | null): string =>
  folder === null ? '' : folder === '.' ? ' in the root of the repository' : ` in \`${folder}\``;

const withSet = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` with ${listed(names.map((name) => `\`${name}\``))} set`;

function remedyText(remedy: Remedy, chars: number): string {
  switch (remedy.kind) {
    case 'instead':
      return `run ${inCode(remedyLine(remedy), chars)} instead`;
    case 'first':
      return `run ${inCode(remedyLine(remedy), chars)} first`;
    case 'after':
      return `run ${inCode(remedyLine(remedy), chars)} afterwards`;
    case 'with':
      return `run it${inFolder(remedy.folder)}${withSet(remedy.variables)}`;
    case 'without':
      return `run it without \`${remedy.command}\``;
  }
}

const remedyLine = ({ command, folder, variables }: Remedy): string =>
  `${folder === null ? '' : `cd ${folder} && `}${variables.map((name) => `${name}=… `).join('')}${command ?? ''}`;

const inCode = (text: string, chars: number): string => `\`${printed(text, chars)}\``;
