import type { Evidence } from '@sqrl/base/model/memory.ts';
import type { KeptSighting } from '@sqrl/base/model/sighting.ts';

/** The first proofs and the newest of those that speak for a proposal. */
export const evidenceFrom = (seen: readonly KeptSighting[]): Evidence[] =>
  firstAndNewest(seen, { most: 8, first: 2 }).map(({ proof, episode, events, quote, at }) => ({
    ...{ proof, episode, events, quote, at },
  }));

/** What was seen a hundred times need not be shown a hundred times. */
export const firstAndNewest = <T>(
  all: readonly T[],
  { most, first }: { most: number; first: number },
): readonly T[] => (all.length <= most ? all : [...all.slice(0, first), ...all.slice(first - most)]);

export const inGroups = <T>(all: readonly T[], nameOf: (one: T) => string): [name: string, of: T[]][] =>
  [...Map.groupBy(all, nameOf)].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));

export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

export const listedInCode = (names: readonly string[]): string => listed(names.map((name) => `\`${name}\``));
