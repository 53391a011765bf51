import type { SQLInputValue } from 'node:sqlite';
import { jsonMark, jsonMarks, type MarkName, markOf, putMark, removeMark } from '@sqrl/base/sqlite/marks.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { isDecision, noteTyped } from './journal.ts';

export { dropMarks, jsonMark, jsonMarks, markNames, markOf, marksOf } from '@sqrl/base/sqlite/marks.ts';

/**
 * What has a kind, a name and one value. Of a project: `state`, and `sync` of what is shared. Of the code: `code`, the `git tip`s
 * that were read, `branch tip`s. Of the work: `job`s, `flush`es, projects
 * that are `unsettled` or were `forgotten`, and what waits: `unlearnt` matters, `draft due`, `unjudged` sessions. Of a hub:
 * changes that it refused, what it has of `sealed` records, records whose signature is missing (`doubt`) or `forged`, its `space`s, and the
 * `hub key`s with which people's devices sign, pinned when a device was first seen. Of the models: what one read in a prompt
 * (`prompt reading`, by the event) and in a pair of statements (`pair reading`, by a hash: the texts may be erased).
 */
export type MarkKind =
  | 'state'
  | 'sync'
  | 'code'
  | 'git tip'
  | 'branch tip'
  | 'unparsed'
  | 'note file'
  | 'rule file'
  | 'lift'
  | 'job'
  | 'flush'
  | 'unsettled'
  | 'forgotten'
  | 'unlearnt'
  | 'draft due'
  | 'draft around'
  | 'unjudged'
  | 'judged'
  | 'doubt'
  | 'forged'
  | 'refused change'
  | 'sealed'
  | 'space'
  | 'hub key'
  | 'prompt reading'
  | 'pair reading';

export function setMark(store: Store, kind: MarkKind, name: MarkName, value: SQLInputValue = null): void {
  putMark(store, kind, name, value);
  if (isDecision(kind, name)) noteTyped(store, 'mark', `${kind} ${name}`);
}

export function dropMark(store: Store, kind: MarkKind, name: MarkName): void {
  removeMark(store, kind, name);
  if (isDecision(kind, name)) noteTyped(store, 'mark', `${kind} ${name}`);
}

/** Marks everything that a query names, unless it is. */
export const markAll = (store: Store, kind: MarkKind, query: string, ...given: SQLInputValue[]): void =>
  void store.sql(`insert or ignore into mark (kind, name) select '${kind}', * from (${query})`).run(...given);

/** What is kept in marks of one kind whose values are JSON: one value by its name, all in some order, put and drop. */
export const markTable = <Value extends object>(
  kind: MarkKind,
  nameOf: (value: Value) => MarkName,
  order: (a: Value, b: Value) => number = () => 0,
) => ({
  get: (store: Store, name: MarkName): Value | undefined => jsonMark<Value>(store, kind, name),
  all: (store: Store): Value[] => jsonMarks<Value>(store, kind).sort(order),
  put: (store: Store, value: Value): void => setMark(store, kind, nameOf(value), JSON.stringify(value)),
  drop: (store: Store, name: MarkName): void => dropMark(store, kind, name),
});

export const projectState = (store: Store, name: ProjectStateKey): string | undefined =>
  markOf(store, 'state', name) as string | undefined;

export const setProjectState = (store: Store, name: ProjectStateKey, value: string): void =>
  setMark(store, 'state', name, value);

/**
 * `trust` is the level, who set it and when, as JSON; `trust offered` the last offer of a lower one; `vectors` and `swept` go up when vectors of memories and of passages are removed; `looked` is when
 * somebody last looked at what was learned, and the last memory that was there then, as JSON; `synthesised` names the events that repeated work was last counted of; `summed up` is when a person
 * was last told in a session what came of it; `phase weights` are those that a person
 * applied, as JSON, and `phase weights decided` how many sessions there were when a person last applied or refused some.
 */
type ProjectStateKey =
  | 'trust'
  | 'trust offered'
  | 'vectors'
  | 'looked'
  | 'summed up'
  | 'swept'
  | 'synthesised'
  | 'phase weights'
  | 'phase weights decided';

/** Long work whose state anyone may look at. There is one of a name. */
export interface StoredJob {
  name: string;
  state: 'running' | 'done' | 'waiting';
  done: number;
  total: number;
  note: string | null;
  updatedAt: number;
}

export const { all: jobs, put: setJob } = markTable<StoredJob>(
  'job',
  ({ name }) => name,
  (a, b) => b.updatedAt - a.updatedAt,
);

export interface BranchTip {
  name: string;
  /** A commit's hash. */
  tip: string;
  /** It had commits of its own. */
  ahead: boolean;
  at: number;
}

const branchTips = markTable<BranchTip>('branch tip', ({ name }) => name);
export const branchTip = branchTips.get;

/** Notes where a branch stands; that it had commits of its own stays true. */
export function setBranchTip(store: Store, { name, tip, ahead, at }: BranchTip): void {
  const known = branchTip(store, name);
  const next = { name, tip, ahead: ahead || known?.ahead === true, at };
  if (known?.tip !== next.tip || known.ahead !== next.ahead) branchTips.put(store, next);
}

/** Branches that memories of a store are staged on. */
export const stagedBranches = (store: Store): string[] =>
  store.column`select distinct branch from memory where branch is not null order by branch`;
