import type { HookClient, HookEvent } from '@sqrl/base/model/hook-events.ts';
import { HOOK_EVENTS } from '@sqrl/squirrel/clients/hook-events.ts';

/** How many hooks a call of a tool starts. */
export type CallPoints = Record<'command' | 'failing command' | 'edit' | 'read' | 'search', number>;

/** By client, from the table that `sqrl init` writes into its settings. */
export const pointsPerCall = (
  events: Readonly<Record<HookClient, readonly HookEvent[]>> = HOOK_EVENTS,
): Partial<Record<HookClient, CallPoints>> =>
  Object.fromEntries(
    Object.entries(TOOLS).map(([client, { run, edit, read, search, failure, asks }]) => {
      const points = (tool: string, isFailed: boolean) =>
        events[client as HookClient].filter(({ event, matcher }) => {
          if (!STEPS.test(event) || !new RegExp(`^(?:${matcher ?? '.*'})$`).test(tool)) return false;
          // Clients with an event for failures call that one in the place of the other.
          if (failure && AFTER.test(event)) return (event === failure) === isFailed;
          // Our plugin knows how a command ended, and does not ask where it went well.
          return !(asks && tool === run && AFTER.test(event)) || isFailed;
        }).length;
      return [
        client,
        {
          command: points(run, false),
          'failing command': points(run, true),
          edit: points(edit, false),
          read: points(read, false),
          search: points(search, false),
        },
      ];
    }),
  );

const STEPS = /tool/i;
const AFTER = /post|after/i;

interface ClientTools {
  run: string;
  edit: string;
  read: string;
  search: string;
  /** The event that comes after a call that failed. */
  failure?: string;
  /** The plugin asks after commands that failed only. */
  asks?: true;
}

const TOOLS: Partial<Record<HookClient, ClientTools>> = {
  'claude-code': {
    ...{ run: 'Bash', edit: 'Edit', read: 'Read', search: 'Grep' },
    failure: 'PostToolUseFailure',
  },
  // It reads and searches with the shell.
  codex: { run: 'Bash', edit: 'apply_patch', read: 'Bash', search: 'Bash' },
  gemini: { run: 'run_shell_command', edit: 'replace', read: 'read_file', search: 'grep_search' },
  opencode: { run: 'bash', edit: 'edit', read: 'read', search: 'grep', asks: true },
  copilot: {
    ...{ run: 'bash', edit: 'edit', read: 'view', search: 'grep' },
    failure: 'postToolUseFailure',
  },
};
