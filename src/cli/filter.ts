import { type MemoryType, SCOPES, SOURCES, STATUSES, TYPES } from '../model/memory.ts';
import type { Filter } from '../protocol/verbs.ts';
import type { Arguments, Options } from './arguments.ts';
import { filePath, type Task } from './task.ts';
import { startTime } from './time.ts';
import { oneOf } from './usage.ts';
import type { Place } from './world.ts';

export const types = Object.keys(TYPES) as MemoryType[];

/** The options that say which memories are meant. */
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

/** Their part of a command's help. */
export const filterHelp = `
  --type TYPE      Only this type (repeatable): gotcha, decision, preference, …
  --tag TAG        Only with this tag (repeatable)
  --file PATH      Only about this file, or a file below this folder
  --scope SCOPE    Only of this scope (repeatable): global, project, path, session
  --status STATUS  Only of this status (repeatable): provisional, active, deprecated
  --source SOURCE  Only from this source (repeatable): user_taught, file_index, …
  --key KEY        Only with this key
  --since WHEN     Only newer than a span (12h, 7d, 2w) or a day (2026-01-31)
  --pinned         Only what is pinned
  --review         Only what waits for a review
  --expired        Also what has expired`.slice(1);

/** The filter a person asked for. */
export function filterOf(task: Task, values: Arguments<typeof filterOptions>['values'] & Place): Filter {
  return {
    ...(values.type && { types: values.type.map((type) => oneOf('--type', type, types)) }),
    ...(values.scope && { scopes: values.scope.map((scope) => oneOf('--scope', scope, SCOPES)) }),
    ...(values.status && { statuses: values.status.map((status) => oneOf('--status', status, STATUSES)) }),
    ...(values.source && { sources: values.source.map((source) => oneOf('--source', source, SOURCES)) }),
    ...(values.tag && { tags: values.tag }),
    ...(values.file !== undefined && { file: filePath(task, values, values.file) }),
    ...(values.key !== undefined && { key: values.key }),
    ...(values.since !== undefined && { since: startTime('--since', values.since, task.world.now()) }),
    ...(values.pinned && { pinned: true }),
    ...(values.review && { needsReview: true }),
    ...(values.expired && { expired: true }),
  };
}
