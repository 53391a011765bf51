import type { Taken } from '../model/reader.ts';

/** Records by what became of them, their type and their client's version. */
export type Counts = Partial<Record<Taken['fate'], Record<string, Record<string, number>>>>;

/** A type of a record comes from a file that anybody may have written: so many are told apart, the others are one. */
const MOST = 200;

/** Counts a record, or several that are alike. */
export function countRecord(counts: Counts, { fate, type, version }: Omit<Taken, 'events'>, times = 1): void {
  counts[fate] ??= {};
  const types = counts[fate];
  const ofType = nameIn(types, type);
  types[ofType] ??= {};
  const versions = types[ofType];
  const ofVersion = nameIn(versions, version ?? '');
  versions[ofVersion] = (versions[ofVersion] ?? 0) + times;
}

/** The same counts, their types and versions under other names. */
export function countsNamed(counts: Counts, name: (given: string) => string): Counts {
  const all: Counts = {};
  for (const [fate, types] of Object.entries(counts))
    for (const [type, versions] of Object.entries(types))
      for (const [version, times] of Object.entries(versions))
        countRecord(all, { fate: fate as Taken['fate'], type: name(type), version: name(version) }, times);
  return all;
}

function nameIn(names: object, given: string): string {
  const name = given.length > 80 ? given.slice(0, 80) : given;
  if (Object.hasOwn(names, name)) return name;
  return Object.keys(names).length < MOST && name !== '__proto__' ? name : 'others';
}
