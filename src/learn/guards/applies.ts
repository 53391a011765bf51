import { coreOf, variablesOf } from '../../base/shell/command.ts';
import { shellSteps } from '../../base/shell/steps.ts';
import type { AgentAction, Trigger } from '../../model/trigger.ts';
import type { SessionActions } from './session-actions.ts';

/** Whether a memory with this trigger applies to what an agent is about to do, after what it did in the session so far. */
export function applies(trigger: Trigger, action: AgentAction, doings: SessionActions): boolean {
  const { tool, command, match, file, given } = trigger;
  if (tool !== action.tool && !(tool === 'change' && (action.tool === 'edit' || action.tool === 'write')))
    return false;
  if (file !== null && !action.files.includes(file)) return false;
  if (command !== null && (action.command === null || !fits(command, match, action.command))) return false;
  if (!isThere(trigger, action)) return false;
  switch (given) {
    case null:
      return true;
    case 'unread':
      return action.files.length > 0 && action.files.every((path) => !doings.known.has(path));
    case 'changed since read':
      return action.files.some((path) => (doings.known.get(path) ?? doings.rewrites) < doings.rewrites);
    case 'failed before':
      return action.files.some((path) => doings.failed.has(path));
  }
}

/** Whether it is run where and with the variables that it failed with. */
const isThere = ({ folder, variables }: Trigger, action: AgentAction): boolean =>
  (folder == null || (action.folder !== undefined && folder === folderName(action.folder))) &&
  (variables == null || variables === variablesName(action.command ?? ''));

/** A folder as triggers have it. */
export const folderName = (folder: string | null | undefined): string => folder ?? '.';

/** What is set for a command as triggers have it. */
export const variablesName = (command: string): string => variablesOf(command).join(' ') || 'none';

const fits = (words: string, match: Trigger['match'], command: string): boolean =>
  match === 'same'
    ? coreOf(command) === words
    : shellSteps(command).some((step) => step === words || step.startsWith(`${words} `));
