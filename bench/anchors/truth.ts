import type { SymbolKind } from '@sqrl/base/model/code.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { codeFiles } from '@sqrl/code-graph/tables/files.ts';
import { symbolsIn } from '@sqrl/code-graph/tables/symbols.ts';

/** A symbol at one commit. */
export interface CodePlace {
  path: string;
  /** With the names it lies in. */
  symbol: string;
  kind: SymbolKind;
  test: boolean;
  lines: string[];
  /** Its text without its own name. */
  bare: string;
  /** Others of the same name in the same file. */
  twins: number;
}

/** The new names of files by their old ones. */
export type Renames = ReadonlyMap<string, string>;

export const keyOf = ({ path, symbol }: Pick<CodePlace, 'path' | 'symbol'>): string => `${path}:${symbol}`;

/** Every symbol by its file and name. */
export function codePlaces(store: Store, read: (path: string) => string | undefined): Map<string, CodePlace> {
  const places = new Map<string, CodePlace>();
  for (const { path, language } of codeFiles(store)) {
    if (!language) continue;
    const lines = read(path)?.split('\n') ?? [];
    const names = new Map<number, string>();
    for (const { id, parent, kind, name, line, endLine, test } of symbolsIn(store, path)) {
      if (kind === 'file') continue;
      const above = names.get(parent ?? -1);
      const symbol = above === undefined ? name : `${above}.${name}`;
      names.set(id, symbol);
      const own = lines.slice(line - 1, endLine);
      const bare = own
        .join('\n')
        .replaceAll(name, '·')
        .replace(/[ \t]+$/gm, '');
      const known = places.get(keyOf({ path, symbol }));
      if (known) known.twins++;
      else places.set(keyOf({ path, symbol }), { path, symbol, kind, test, lines: own, bare, twins: 0 });
    }
  }
  return places;
}

/**
 * Where a symbol went by names, by git's renames and by comparing lines: what is found without the code that is measured.
 * Gone once, it stays gone unless its old place has it again.
 */
export class TruePlaces {
  readonly first: CodePlace;
  place: CodePlace | undefined;
  #last: CodePlace;

  constructor(first: CodePlace) {
    this.first = first;
    this.place = first;
    this.#last = first;
  }

  step(before: ReadonlyMap<string, CodePlace>, now: ReadonlyMap<string, CodePlace>, renames: Renames): void {
    const { path, symbol, kind } = this.#last;
    const here = [path, renames.get(path) ?? path].map((each) => now.get(keyOf({ path: each, symbol })));
    const same = here.find((place) => place?.kind === kind);
    this.place = same ?? (this.place && this.#moved(before, now, renames));
    this.#last = this.place ?? this.#last;
  }

  #moved(
    before: ReadonlyMap<string, CodePlace>,
    now: ReadonlyMap<string, CodePlace>,
    renames: Renames,
  ): CodePlace | undefined {
    const old = new Set(
      [...before.values()].map((p) => keyOf({ ...p, path: renames.get(p.path) ?? p.path })),
    );
    const ranked = [...now.values()]
      .filter(
        (place) => place.kind === this.#last.kind && !old.has(keyOf(place)) && !before.has(keyOf(place)),
      )
      .map((place) => ({
        place,
        share: shareOf(place.bare, this.#last.bare),
        same: nameOf(place) === nameOf(this.#last),
      }))
      // Of two that are as alike, `before` and `after`, the one that is called so.
      .sort((a, b) => b.share - a.share || Number(b.same) - Number(a.same));
    return ranked[0] && ranked[0].share >= MIN_SHARE ? ranked[0].place : undefined;
  }
}

const nameOf = ({ symbol }: CodePlace): string => symbol.split('.').at(-1)!;

const MIN_SHARE = 0.5;

/** The share of lines that two texts have in common. */
function shareOf(one: string, other: string): number {
  const [a, b] = [linesOf(one), linesOf(other)];
  return (2 * a.intersection(b).size) / Math.max(1, a.size + b.size);
}

const linesOf = (text: string): Set<string> =>
  new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => /\w/.test(line)),
  );
