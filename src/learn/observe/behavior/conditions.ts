import { coreOf } from '../../../base/shell/command.ts';
import { leadingWords, shellSteps, wordsOfHead } from '../../../base/shell/steps.ts';
import { plainStep } from '../../../base/shell/wrappers.ts';
import type { AgentAction, GivenName, Trigger } from '../../../model/trigger.ts';
import { applies, folderName, variablesName } from '../../guards/applies.ts';
import type { SessionActions } from '../../guards/session-actions.ts';

/** A circumstance in which something was tried, under which it may fail again. */
export interface Condition {
  /** What competes with it: of the conditions of one matter the best makes the guard. */
  matter: string;
  when: Omit<Trigger, 'expects'>;
}

/** The circumstances of an action that a guard could know it by, from a small fixed language. */
export function conditionsOf(action: AgentAction, doings: SessionActions): Condition[] {
  const { tool, command } = action;
  if (tool === 'run') return command === null ? [] : ofCommand(command, action.folder);
  if (tool === 'edit' || tool === 'write') return ofChange(tool, action, doings);
  if (tool === 'read') return action.files.slice(0, 1).map((file) => onFile('read', file));
  if (tool === null || SEARCHES.has(tool) || command === null) return [];
  const core = coreOf(command).slice(0, MAX_COMMAND_CHARS);
  return core === '' ? [] : [{ matter: `${tool} ${core}`, when: { ...EVER, tool, command: core } }];
}

const EVER = { command: null, match: 'same', file: null, given: null } as const;
const RUN = { ...EVER, tool: 'run' } as const;

const SEARCHES: ReadonlySet<string> = new Set(['search', 'list', 'web search', 'plan', 'ask']);

function ofCommand(command: string, folder: string | null | undefined): Condition[] {
  const core = coreOf(command);
  const there = { ...RUN, folder: folderName(folder), variables: variablesName(command) };
  const found: Condition[] = [];
  for (const [i, step] of shellSteps(command).map(plainStep).entries()) {
    const program = leadingWords(step, 1)!;
    if (i > 0 && FILTERS.has(program)) continue;
    const words = wordsOfHead(step);
    const matter = `run ${leadingWords(step, words) ?? program}`;
    const begins = [words, words + 1].flatMap((each) => leadingWords(step, each) ?? []);
    for (const head of begins) found.push({ matter, when: { ...there, command: head, match: 'begins' } });
    if (i === 0 && core !== '' && core.length <= MAX_COMMAND_CHARS)
      found.push({ matter, when: { ...there, command: core } });
    if (!EVERYWHERE.has(program))
      found.push({ matter: `program ${program}`, when: { ...there, command: program, match: 'begins' } });
  }
  return found;
}

/** The program that a matter is about. */
export const programOf = (matter: string): string => matter.split(' ')[1]!;

/** What only shortens the output of another. */
const FILTERS: ReadonlySet<string> = new Set('head tail less more wc sort uniq tee grep rg'.split(' '));

const MAX_COMMAND_CHARS = 200;

/** Programs that are there on every machine: that one of them is missing is not worth waiting for. */
const EVERYWHERE: ReadonlySet<string> = new Set(
  'git ls cat grep sed awk find head tail wc rm mkdir cp mv touch chmod sort uniq cut tr xargs diff test kill ps du df tee curl which for if while'.split(
    ' ',
  ),
);

function ofChange(tool: 'edit' | 'write', action: AgentAction, doings: SessionActions): Condition[] {
  const file = action.files[0];
  if (file === undefined) return [];
  const given = (['unread', 'changed since read', 'failed before'] as const).filter((each: GivenName) =>
    applies({ ...EVER, tool, given: each, expects: null }, action, doings),
  );
  return [
    onFile(tool, file),
    ...given.map((each) => ({ matter: `${tool} ${each}`, when: { ...EVER, tool, given: each } })),
  ];
}

const onFile = (tool: 'read' | 'edit' | 'write', file: string): Condition => ({
  matter: `${tool} file ${file}`,
  when: { ...EVER, tool, file },
});
