import type { AgentAction, Remedy, Trigger } from '@sqrl/base/model/trigger.ts';
import { coreOf, variablesOf } from '@sqrl/base/shell/command.ts';
import { shellSteps } from '@sqrl/base/shell/steps.ts';
import { plainStep, unwrapped } from '@sqrl/base/shell/wrappers.ts';

/** Whether a memory with this trigger applies to what an agent is about to do. A call that carries the fix is never meant. */
export function applies(trigger: Trigger, action: AgentAction): boolean {
  const { tool, command, file, folder, variables } = trigger;
  if (tool !== action.tool && !(tool === 'change' && (action.tool === 'edit' || action.tool === 'write')))
    return false;
  if (file !== null && !action.files.includes(file)) return false;
  if (command !== null && (action.command === null || !fits(trigger, command, action.command))) return false;
  if (folder != null && (action.folder === undefined || folder !== folderName(action.folder))) return false;
  if (variables != null && variables !== variablesName(action.command ?? '')) return false;
  return !carriesFix(trigger, action);
}

/** A folder as triggers have it: `.` for the repository, and for each of its work trees. */
export const folderName = (folder: string | null | undefined): string =>
  (folder ?? '').replace(WORK_TREE, '') || '.';

const WORK_TREE = /^(?:\.\w+\/)?\.?worktrees\/[^/]+\/?/;

export const variablesName = (command: string): string => variablesOf(command).join(' ') || 'none';

const fits = (trigger: Trigger, words: string, command: string): boolean =>
  trigger.match === 'same'
    ? coreOf(command) === words
    : formsOf(trigger, command).some((step) => isSameOrMore(step, plainStep(words)));

/** The steps of a command line as they are, and without what only runs them, where that is not what helps. */
function formsOf({ command, remedy }: Trigger, line: string): string[] {
  const steps = shellSteps(line).map(plainStep);
  const helps = remedy?.kind === 'without' ? '' : (remedy?.command ?? '');
  // That a program is not there says nothing of it where another one finds it.
  const isFound = command?.includes(' ') && !shellSteps(helps).some((step) => unwrapped(step) !== step);
  return isFound ? [...steps, ...steps.map((step) => plainStep(unwrapped(step)))] : steps;
}

const isSameOrMore = (step: string, words: string): boolean => step === words || step.startsWith(`${words} `);

/** Whether a call has in it what made it work before: the commands, the variables and the folder. */
function carriesFix({ command: own, remedy }: Trigger, { command, folder }: AgentAction): boolean {
  if (!remedy || command === null || !CARRIED.has(remedy.kind)) return false;
  const has = shellSteps(command).map(plainStep);
  const wanted = shellSteps(remedy.command ?? own ?? '').map(plainStep);
  const set = variablesOf(command);
  return (
    wanted.length > 0 &&
    wanted.every((words) => has.some((step) => isSameOrMore(step, words))) &&
    remedy.variables.every((name) => set.includes(name)) &&
    // An unknown folder may be the right one.
    (remedy.folder === null || folder === undefined || folderName(folder) === remedy.folder)
  );
}

const CARRIED: ReadonlySet<Remedy['kind']> = new Set(['instead', 'first', 'with']);
