import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { isDecision, noteTyped } from './journal.ts';
import type { Store } from './store.ts';

/**
 * What has a kind, a name and one value. Of a project: `state`, and `sync` of what is shared. Of the code: `code`, the `git tip`s
 * that were read, `branch tip`s. Of the work: `job`s, `flush`es, projects
 * that are `unsettled` or were `forgotten`, and what waits: `unlearnt` matters, `draft due`, `unjudged` sessions. Of a hub:
 * changes that it refused, records whose signature is missing (`doubt`) or `forged`.
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
  | 'counted'
  | 'unlearnt'
  | 'draft due'
  | 'draft around'
  | 'unjudged'
  | 'judged'
  | 'doubt'
  | 'forged'
  | 'refused change';

type MarkName = string | number;

export const markOf = (store: Store, kind: MarkKind, name: MarkName): SQLOutputValue | undefined =>
  store.value`select value from mark where kind = ${kind} and name = ${name}`;

/** All of a kind in the order of their names. */
export const marksOf = <Name extends MarkName, Value extends SQLOutputValue = null>(
  store: Store,
  kind: MarkKind,
): [name: Name, value: Value][] =>
  store.sql('select name, value from mark where kind = ? order by name').lists(kind) as [Name, Value][];

export const markNames = <Name extends MarkName = string>(store: Store, kind: MarkKind): Name[] =>
  marksOf<Name>(store, kind).map(([name]) => name);

export function setMark(store: Store, kind: MarkKind, name: MarkName, value: SQLInputValue = null): void {
  store.run`insert or replace into mark (kind, name, value) values (${kind}, ${name}, ${value})`;
  if (isDecision(kind, name)) noteTyped(store, 'mark', `${kind} ${name}`);
}

export function dropMark(store: Store, kind: MarkKind, name: MarkName): void {
  store.run`delete from mark where kind = ${kind} and name = ${name}`;
  if (isDecision(kind, name)) noteTyped(store, 'mark', `${kind} ${name}`);
}

export const dropMarks = (store: Store, kind: MarkKind): void =>
  void store.run`delete from mark where kind = ${kind}`;

/** Marks everything that a query names, unless it is. */
export const markAll = (store: Store, kind: MarkKind, query: string, ...given: SQLInputValue[]): void =>
  void store.sql(`insert or ignore into mark (kind, name) select '${kind}', * from (${query})`).run(...given);

/** A mark whose value is JSON. */
export function jsonMark<Value>(store: Store, kind: MarkKind, name: MarkName): Value | undefined {
  const found = markOf(store, kind, name);
  return found === undefined ? undefined : (JSON.parse(found as string) as Value);
}

/** All of a kind whose values are JSON, in the order of their names. */
export const jsonMarks = <Value>(store: Store, kind: MarkKind): Value[] =>
  marksOf<string, string>(store, kind).map(([, value]) => JSON.parse(value) as Value);
