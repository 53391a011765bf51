import { countNoun, memoryCount } from '@sqrl/base/terminal/size.ts';
import type { Output } from '../../../protocol/verbs.ts';

/** What reading logs came to. What a log says without a folder belongs to no project, and is not found in any. */
export const readLine = ({ added, projects }: Pick<Output<'ingest'>, 'added' | 'projects'>): string => {
  if (added === 0) return 'no new events';
  const events = countNoun(added, 'new event');
  if (projects.length > 0) return `${events} in ${countNoun(projects.length, 'project')}`;
  return `${events} outside of every project, since their log names no folder: no history shows them`;
};

/** The result of learning in one sentence; undefined if nothing changed. */
export function learnedLine({
  learned,
  changed,
  superseded,
  withdrawn,
  putAway,
  rules,
}: Output<'learn'>): string | undefined {
  const old = putAway.length > 0 ? ` (${putAway.length} from old work, archived at once)` : '';
  const parts = [
    learned.length > 0 && `learned ${memoryCount(learned.length)}${old}`,
    changed.length > 0 && `${changed.length} seen again`,
    superseded.length > 0 && `${superseded.length} replaced by newer ones`,
    withdrawn.length > 0 && `${withdrawn.length} withdrawn`,
    rules && rulesLine(rules),
  ].filter((part) => typeof part === 'string');
  if (parts.length === 0) return undefined;
  const line = `${parts.join(', ')}.`;
  return line[0]!.toUpperCase() + line.slice(1);
}

/** Rules added, changed and removed by edits of rule files. */
function rulesLine(rules: Record<'added' | 'changed' | 'removed', number>): string | undefined {
  const told = [
    [rules.added, 'added'],
    [rules.changed, 'changed'],
    [rules.removed, 'removed'],
  ] as const;
  const parts = told.flatMap(([n, did]) => (n > 0 ? [[n, did] as const] : []));
  return parts.length === 0
    ? undefined
    : parts
        .map(([n, did], i) => `${i === 0 ? `${countNoun(n, 'rule', 'rules')} from files` : n} ${did}`)
        .join(', ');
}
