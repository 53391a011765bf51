import type { SymbolFact } from './facts.ts';

export interface KnownSymbol extends Pick<SymbolFact, 'kind' | 'name'> {
  id: number;
  /** Its id, or that of the file. */
  parent: number | null;
  ordinal: number;
  shape: number;
}

/** A file that was read, with the shapes of its symbols. */
interface ReadSymbols {
  id: number;
  symbols: readonly SymbolFact[];
  shapes: readonly number[];
}

/**
 * The ids of symbols that were read. Each keeps the one it had: what has the same kind, name and place in the same thing is
 * the same, and what only moved or was renamed is told by its text without its own name.
 */
export function idsOf(
  before: readonly KnownSymbol[],
  files: readonly ReadSymbols[],
  newId: () => number,
): number[][] {
  const known = new Map(before.map((old) => [keyOf(old), old.id]));
  const taken = new Set<number>();
  const open: { file: number; place: number; text: string }[] = [];
  const ids = files.map(({ id: file, symbols, shapes }, at) => {
    const own: (number | undefined)[] = [];
    const ordinals = ordinalsOf(symbols);
    for (const [place, { kind, name, parent, start, end }] of symbols.entries()) {
      const around = parent === -1 ? file : own[parent];
      const id = around && known.get(keyOf({ kind, name, parent: around, ordinal: ordinals[place]! }));
      own.push(id);
      if (id) taken.add(id);
      else
        open.push({ file: at, place, text: end - start < MIN_TEXT_CHARS ? '' : `${kind}|${shapes[place]}` });
    }
    return own;
  });
  const gone = Map.groupBy(
    before.filter(({ id }) => !taken.has(id)),
    ({ kind, shape }) => `${kind}|${shape}`,
  );
  for (const [text, slots] of Map.groupBy(open, ({ text }) => text)) {
    const olds = gone.get(text) ?? [];
    const isSame = slots.length === 1 && olds.length === 1;
    for (const { file, place } of slots) ids[file]![place] = isSame ? olds[0]!.id : newId();
  }
  return ids as number[][];
}

/** Less text than this may be there twice by chance. */
const MIN_TEXT_CHARS = 40;

const keyOf = ({ kind, name, parent, ordinal }: Omit<KnownSymbol, 'id' | 'shape'>): string =>
  `${parent}|${kind}|${ordinal}|${name}`;

/** The place of each symbol among those of the same parent, kind and name. */
export function ordinalsOf(symbols: readonly Pick<SymbolFact, 'parent' | 'kind' | 'name'>[]): number[] {
  const counts = new Map<string, number>();
  return symbols.map(({ parent, kind, name }) => {
    const key = `${parent}\0${kind}\0${name}`;
    const ordinal = counts.get(key) ?? 0;
    counts.set(key, ordinal + 1);
    return ordinal;
  });
}
