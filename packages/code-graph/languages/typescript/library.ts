import type { Declaration } from './detail.ts';
import { sourceWalk } from './read/read-statements.ts';
import { readMembers, readTypeParameters } from './read/read-types.ts';
import { addDeclaration, inScope, startReading } from './reading.ts';

/** The little of the language's own types that is needed to see through them to those of a repository. */
const SOURCE = `
interface Array<T> {
  map<U>(f: (value: T, index: number, array: T[]) => U): U[]
  flatMap<U>(f: (value: T, index: number, array: T[]) => U[]): U[]
  filter(f: (value: T, index: number, array: T[]) => boolean): T[]
  find(f: (value: T, index: number, array: T[]) => boolean): T
  findLast(f: (value: T, index: number, array: T[]) => boolean): T
  findIndex(f: (value: T, index: number, array: T[]) => boolean): number
  findLastIndex(f: (value: T, index: number, array: T[]) => boolean): number
  forEach(f: (value: T, index: number, array: T[]) => void): void
  some(f: (value: T, index: number, array: T[]) => boolean): boolean
  every(f: (value: T, index: number, array: T[]) => boolean): boolean
  reduce<U>(f: (previous: U, value: T, index: number, array: T[]) => U, initial: U): U
  reduceRight<U>(f: (previous: U, value: T, index: number, array: T[]) => U, initial: U): U
  sort(f: (a: T, b: T) => number): T[]
  toSorted(f: (a: T, b: T) => number): T[]
  concat(...items: T[]): T[]
  slice(start: number, end: number): T[]
  splice(start: number, count: number, ...items: T[]): T[]
  reverse(): T[]
  toReversed(): T[]
  fill(value: T): T[]
  flat(): T
  at(index: number): T
  pop(): T
  shift(): T
  values(): T[]
  keys(): number[]
  entries(): [number, T][]
  join(): string
  length: number
}
interface Set<T> {
  forEach(f: (value: T) => void): void
  values(): T[]
  keys(): T[]
  add(value: T): this
  union(other: Set<T>): Set<T>
  size: number
}
interface WeakSet<T> {
  add(value: T): this
}
interface Map<K, V> {
  get(key: K): V
  set(key: K, value: V): this
  forEach(f: (value: V, key: K, map: Map<K, V>) => void): void
  values(): V[]
  keys(): K[]
  entries(): [K, V][]
  size: number
}
interface WeakMap<K, V> {
  get(key: K): V
  set(key: K, value: V): this
}
interface WeakRef<T> {
  deref(): T
}
interface Promise<T> {
  then<U>(f: (value: T) => U): Promise<U>
  catch<U>(f: (reason: unknown) => U): Promise<T>
  finally(f: () => void): Promise<T>
}
interface Iterator<T> {
  next(): IteratorResult<T>
}
interface IteratorResult<T> {
  value: T
  done: boolean
}
interface Record<K, T> {
}
`;

const reading = startReading(SOURCE, false, sourceWalk);

for (const { index, 0: text, groups } of SOURCE.matchAll(
  /interface (?<name>\w+)(?<types><.*>)? \{[\s\S]*?\n\}/g,
)) {
  const { name, types = '' } = groups as { name: string; types?: string };
  const declaration = reading.declarations[addDeclaration(reading, 'interface', name)]!;
  const body = index + text.indexOf('{\n');
  const head = index + `interface ${name}`.length;
  inScope(reading, () => {
    declaration.at = reading.scope;
    if (types)
      declaration.typeParameters = readTypeParameters(reading, { start: head, end: head + types.length });
    declaration.members = readMembers(reading, { start: body, end: index + text.length });
  });
}

/** What the library declares, as if it were a file. */
export const library = {
  scopes: reading.scopes,
  declarations: reading.declarations,
  calls: [],
  mentions: [],
  handed: [],
  exports: [],
};

/** A type of the library by its name. */
export const libraryType = (name: string): Declaration | undefined => types.get(ALIASES[name] ?? name);

const types = new Map(
  reading.declarations.flatMap((each) => (each.kind === 'interface' ? [[each.name, each]] : [])) as [
    string,
    Declaration,
  ][],
);

const ALIASES: Record<string, string> = {
  ReadonlyArray: 'Array',
  ReadonlySet: 'Set',
  ReadonlyMap: 'Map',
  PromiseLike: 'Promise',
  Iterable: 'Array',
  AsyncIterable: 'Array',
  IterableIterator: 'Array',
  AsyncIterableIterator: 'Array',
  Generator: 'Array',
  AsyncGenerator: 'Array',
  ArrayLike: 'Array',
  AsyncIterator: 'Iterator',
};

/** Types whose members are those of their first argument. */
export const TRANSPARENT: ReadonlySet<string> = new Set(
  'Partial Required Readonly NonNullable Pick Omit Extract Exclude NoInfer ThisType'.split(' '),
);
