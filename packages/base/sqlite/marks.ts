import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Store } from './query.ts';

export type MarkName = string | number;

/** The value of what has a kind, a name and one value. */
export const markOf = (store: Store, kind: string, name: MarkName): SQLOutputValue | undefined =>
  store.value`select value from mark where kind = ${kind} and name = ${name}`;

/** All of a kind in the order of their names. */
export const marksOf = <Name extends MarkName, Value extends SQLOutputValue = null>(
  store: Store,
  kind: string,
): [name: Name, value: Value][] =>
  store.sql('select name, value from mark where kind = ? order by name').lists(kind) as [Name, Value][];

export const markNames = <Name extends MarkName = string>(store: Store, kind: string): Name[] =>
  marksOf<Name>(store, kind).map(([name]) => name);

/** Sets a mark that can be derived again; a person's decision is set so that it is journaled too. */
export const putMark = (store: Store, kind: string, name: MarkName, value: SQLInputValue = null): void =>
  store.put('mark', { kind, name, value });

export const removeMark = (store: Store, kind: string, name: MarkName): void =>
  void store.run`delete from mark where kind = ${kind} and name = ${name}`;

export const dropMarks = (store: Store, kind: string): void =>
  void store.run`delete from mark where kind = ${kind}`;

export function jsonMark<Value>(store: Store, kind: string, name: MarkName): Value | undefined {
  const found = markOf(store, kind, name);
  return found === undefined ? undefined : (JSON.parse(found as string) as Value);
}

/** All of a kind whose values are JSON, in the order of their names. */
export const jsonMarks = <Value>(store: Store, kind: string): Value[] =>
  marksOf<string, string>(store, kind).map(([, value]) => JSON.parse(value) as Value);
