import type { PieceResult } from '@sqrl/base/model/reader.ts';

/** Records by what became of them, their type and their client's version. */
export type RecordCounts = Partial<Record<PieceResult['fate'], Record<string, Record<string, number>>>>;

/** A type of a record comes from a file that anybody may have written: at most this many are told apart, the others are one. */
const MAX_TYPES = 200;
/** So much of a name is counted; cut shorter, half a secret might not be known for one. */
const MAX_COUNTED_CHARS = 500;
/** So much of it is kept, once its secrets are gone. */
const MAX_KEPT_CHARS = 80;

export function countRecord(
  counts: RecordCounts,
  { fate, type, version }: Omit<PieceResult, 'events'>,
  times = 1,
): void {
  counts[fate] ??= {};
  const types = counts[fate];
  const ofType = nameIn(types, type);
  types[ofType] ??= {};
  const versions = types[ofType];
  const ofVersion = nameIn(versions, version ?? '');
  versions[ofVersion] = (versions[ofVersion] ?? 0) + times;
}

/** The same counts, their types and versions without secrets, and short. */
export function safeCounts(counts: RecordCounts, safe: (name: string) => string): RecordCounts {
  const all: RecordCounts = {};
  const name = (given: string) => safe(given).slice(0, MAX_KEPT_CHARS);
  for (const [fate, types] of Object.entries(counts))
    for (const [type, versions] of Object.entries(types))
      for (const [version, times] of Object.entries(versions))
        countRecord(
          all,
          { fate: fate as PieceResult['fate'], type: name(type), version: name(version) },
          times,
        );
  return all;
}

function nameIn(names: object, given: string): string {
  const name = given.length > MAX_COUNTED_CHARS ? given.slice(0, MAX_COUNTED_CHARS) : given;
  if (Object.hasOwn(names, name)) return name;
  // Whatever every object has by itself is not counted under its name.
  return Object.keys(names).length < MAX_TYPES && !(name in names) ? name : 'others';
}
