import {
  MEMORY_GROUPS,
  type MemoryType,
  OWNERS,
  SCOPES,
  SOURCES,
  STATUSES,
  TYPES,
  typesOfGroup,
} from '@sqrl/base/model/memory.ts';
import { flags, since, someOf, text, texts, type Values, whole } from '@sqrl/base/terminal/arguments.ts';
import type { WireFilter } from '../protocol/verbs.ts';
import { type CommandRun, filePath, given } from './task.ts';

/** Types, and what a person calls several of them: `rules`, `rule`. */
export const typeOption = [
  ...(Object.keys(TYPES) as MemoryType[]),
  ...MEMORY_GROUPS.flatMap((group) => [group, group.slice(0, -1)]),
];

/** The types that a name of those stands for; the first is meant where one memory is written. */
export const typesCalled = (name: string): MemoryType[] => {
  const group = MEMORY_GROUPS.find((one) => one === name || one.slice(0, -1) === name);
  return group && !Object.hasOwn(TYPES, name) ? typesOfGroup(group) : [name as MemoryType];
};

export const filterOptions = {
  type: someOf(typeOption),
  tag: texts,
  file: text,
  scope: someOf(SCOPES),
  status: someOf(STATUSES),
  source: someOf(SOURCES),
  owner: someOf(OWNERS),
  ...flags('mine', 'pinned', 'review', 'expired'),
  'min-importance': whole(1, 10),
  key: text,
  since,
};

export const filterHelp = `
  --type TYPE      Only this type (repeatable): rule, command, gotcha, decision, fact, …
  --tag TAG        Only with this tag (repeatable)
  --file PATH      Only about this file, or files in this folder
  --scope SCOPE    Only this scope (repeatable): global, project, path, session
  --status STATUS  Only this status (repeatable): provisional, active, deprecated
  --source SOURCE  Only this source (repeatable): user_taught, file_index, …
  --owner OWNER    Only of this owner (repeatable): user, team, org
  --mine           Only what you or your agents worded, not what others shared
  --min-importance N  Only what matters at least so much, 1 to 10
  --key KEY        Only with this key
  --since WHEN     Only newer than a duration (12h, 7d, 2w) or date (2026-01-31)
  --pinned         Only pinned memories
  --review         Only memories that need review
  --expired        Include expired memories`.slice(1);

/** The filter that the options describe; only what was given is in it. */
export function filterOf(task: CommandRun, values: Values<typeof filterOptions>): WireFilter {
  const { type, tag, file, scope, status, source, key, pinned, review, expired } = values;
  return given({
    ...{
      types: type?.flatMap(typesCalled),
      scopes: scope,
      statuses: status,
      sources: source,
      owners: values.owner,
      tags: tag,
      key,
    },
    ...{ mine: values.mine, minImportance: values['min-importance'] },
    ...{ file: file === undefined ? undefined : filePath(task, values, file), since: values.since },
    ...{ pinned, needsReview: review, expired },
  });
}
