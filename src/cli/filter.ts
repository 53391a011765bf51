import { type MemoryType, SCOPES, SOURCES, STATUSES, TYPES } from '../model/memory.ts';
import type { WireFilter } from '../protocol/verbs.ts';
import type { Arguments, Options } from './arguments.ts';
import { type CommandRun, filePath } from './task.ts';
import { startTime } from './time.ts';
import { optionChoice } from './usage.ts';
import type { CommandScope } from './world.ts';

export const typeOption = Object.keys(TYPES) as MemoryType[];

/** The options that select memories. */
export const filterOptions = {
  type: { type: 'string', multiple: true },
  tag: { type: 'string', multiple: true },
  file: { type: 'string' },
  scope: { type: 'string', multiple: true },
  status: { type: 'string', multiple: true },
  source: { type: 'string', multiple: true },
  key: { type: 'string' },
  since: { type: 'string' },
  pinned: { type: 'boolean' },
  review: { type: 'boolean' },
  expired: { type: 'boolean' },
} as const satisfies Options;

/** The help of these options. */
export const filterHelp = `
  --type TYPE      Only this type (repeatable): gotcha, decision, preference, …
  --tag TAG        Only with this tag (repeatable)
  --file PATH      Only about this file, or files in this folder
  --scope SCOPE    Only this scope (repeatable): global, project, path, session
  --status STATUS  Only this status (repeatable): provisional, active, deprecated
  --source SOURCE  Only this source (repeatable): user_taught, file_index, …
  --key KEY        Only with this key
  --since WHEN     Only newer than a duration (12h, 7d, 2w) or date (2026-01-31)
  --pinned         Only pinned memories
  --review         Only memories that need review
  --expired        Include expired memories`.slice(1);

/** The filter that the options describe. */
export function filterOf(
  task: CommandRun,
  values: Arguments<typeof filterOptions>['values'] & CommandScope,
): WireFilter {
  return {
    ...(values.type && { types: values.type.map((type) => optionChoice('--type', type, typeOption)) }),
    ...(values.scope && { scopes: values.scope.map((scope) => optionChoice('--scope', scope, SCOPES)) }),
    ...(values.status && {
      statuses: values.status.map((status) => optionChoice('--status', status, STATUSES)),
    }),
    ...(values.source && {
      sources: values.source.map((source) => optionChoice('--source', source, SOURCES)),
    }),
    ...(values.tag && { tags: values.tag }),
    ...(values.file !== undefined && { file: filePath(task, values, values.file) }),
    ...(values.key !== undefined && { key: values.key }),
    ...(values.since !== undefined && { since: startTime('--since', values.since, task.world.now()) }),
    ...(values.pinned && { pinned: true }),
    ...(values.review && { needsReview: true }),
    ...(values.expired && { expired: true }),
  };
}
