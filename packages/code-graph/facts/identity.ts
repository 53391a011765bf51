import type { SymbolKind } from '@sqrl/base/model/code.ts';

/** A symbol that was known before. */
export interface KnownSymbol {
  id: number;
  file: number;
  kind: SymbolKind;
  name: string;
  parent: number | null;
  ordinal: number;
  hash: string;
  shape: number;
}

/** A symbol as it was just read. */
export interface NewSymbol {
  file: number;
  kind: SymbolKind;
  name: string;
  /** Index, among those of its file, of the one it lies in; -1 for the file. */
  parent: number;
  hash: string;
  shape: number;
  /** How much text it is. */
  size: number;
}

/**
 * Finds which symbols are the same as before, for each file that was read: by their place among the others first, then
 * by their text, then by their text without their own name. What only moved or was renamed stays what it was.
 */
export function sameAsBefore(
  before: readonly KnownSymbol[],
  after: readonly (readonly NewSymbol[])[],
): (number | undefined)[][] {
  const ids = after.map((file) => file.map((): number | undefined => undefined));
  if (before.length === 0) return ids;
  const left = new Map(before.map((symbol) => [symbol.id, symbol]));
  const open: SymbolSlot[] = after.flatMap((file, at) =>
    ordinalsOf(file).map((ordinal, place) => ({ at, place, ordinal, symbol: file[place]! })),
  );
  const claim = ({ at, place }: SymbolSlot, id: number): void => {
    ids[at]![place] = id;
    left.delete(id);
  };
  const isOpen = ({ at, place }: SymbolSlot): boolean => ids[at]![place] === undefined;

  // A match by text lets what lies in it match by place, and so on down.
  for (let matched = -1; matched !== left.size; ) {
    matched = left.size;
    byPlace(open.filter(isOpen), left, ids, claim);
    for (const trait of ['hash', 'shape'] as const) byText(open.filter(isOpen), left, trait, claim);
  }
  return ids;
}

/** The place of each symbol among those of the same parent, kind and name. */
export function ordinalsOf(symbols: readonly Pick<NewSymbol, 'parent' | 'kind' | 'name'>[]): number[] {
  const counts = new Map<string, number>();
  return symbols.map(({ parent, kind, name }) => {
    const key = `${parent}\0${kind}\0${name}`;
    const ordinal = counts.get(key) ?? 0;
    counts.set(key, ordinal + 1);
    return ordinal;
  });
}

interface SymbolSlot {
  at: number;
  place: number;
  ordinal: number;
  symbol: NewSymbol;
}

type ClaimId = (place: SymbolSlot, id: number) => void;

function byPlace(
  open: readonly SymbolSlot[],
  left: ReadonlyMap<number, KnownSymbol>,
  ids: readonly (readonly (number | undefined)[])[],
  claim: ClaimId,
): void {
  const known = new Map(
    [...left.values()].map((old) => [keyOf(old.file, old.parent!, old.kind, old.name, old.ordinal), old.id]),
  );
  for (const one of open) {
    const { file, kind, name, parent } = one.symbol;
    const above = parent === -1 ? file : ids[one.at]![parent];
    if (above === undefined) continue;
    const id = known.get(keyOf(file, above, kind, name, one.ordinal));
    if (id !== undefined && left.has(id)) claim(one, id);
  }
}

const keyOf = (file: number, parent: number, kind: string, name: string, ordinal: number): string =>
  `${file}|${parent}|${kind}|${ordinal}|${name}`;

/** Less text than this may be there twice by chance. */
const MIN_TEXT_CHARS = 40;

function byText(
  open: readonly SymbolSlot[],
  left: ReadonlyMap<number, KnownSymbol>,
  trait: 'hash' | 'shape',
  claim: ClaimId,
): void {
  const olds = Map.groupBy(left.values(), (old) => `${old.kind}|${old[trait]}`);
  const news = Map.groupBy(
    open.filter(({ symbol }) => symbol.size >= MIN_TEXT_CHARS),
    ({ symbol }) => `${symbol.kind}|${symbol[trait]}`,
  );
  for (const [key, [one, another]] of news) {
    const [old, second] = olds.get(key) ?? [];
    if (one && old && !another && !second) claim(one, old.id);
  }
}
