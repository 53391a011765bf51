import type { Anchor, AnchorPlace, ExportedAnchor } from '../../model/anchor.ts';
import type { Store } from '../store.ts';

/** Ties a memory to a part of the code, as it is now. */
export function addAnchor(store: Store, anchor: Omit<Anchor, 'row'>): number {
  const { lastInsertRowid } = store
    .sql(
      `insert into anchor (memory, path, symbol, kind, id, hash, shape, seen_in, seen_at, state, changed_at, changed_in,
         moved_from)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(anchor.memory, ...valuesOf(anchor));
  return Number(lastInsertRowid);
}

/** Writes an anchor over the one in its row. */
export function saveAnchor(store: Store, anchor: Anchor): void {
  store
    .sql(
      `update anchor set path = ?, symbol = ?, kind = ?, id = ?, hash = ?, shape = ?, seen_in = ?, seen_at = ?,
         state = ?, changed_at = ?, changed_in = ?, moved_from = ? where row = ?`,
    )
    .run(...valuesOf(anchor), anchor.row);
}

/** Every anchor there is. */
export const allAnchors = (store: Store): Anchor[] =>
  store.sql(`select ${COLUMNS} from anchor order by row`).all().map(toAnchor);

/** What a memory is tied to. */
export const anchorsOf = (store: Store, memory: number): Anchor[] =>
  store.sql(`select ${COLUMNS} from anchor where memory = ? order by row`).all(memory).map(toAnchor);

/** The memories that are tied to a file or to something in it. */
export const anchorsIn = (store: Store, path: string): Anchor[] =>
  store.sql(`select ${COLUMNS} from anchor where path = ? order by row`).all(path).map(toAnchor);

/** How many anchors there are. */
export const countAnchors = (store: Store): number =>
  store.sql('select count(*) as n from anchor').get()!.n as number;

/** Unties a memory from a part of the code. */
export function removeAnchor(store: Store, { row }: Anchor): void {
  store.sql('delete from anchor where row = ?').run(row);
}

/** Ties a memory to what it was tied to before, and to nothing else; by name and content each finds its place again. */
export function replaceAnchors(store: Store, memory: number, anchors: readonly ExportedAnchor[]): void {
  store.sql('delete from anchor where memory = ?').run(memory);
  for (const anchor of anchors) addAnchor(store, { ...anchor, memory, id: null });
}

/** Of some memories, those that are about code which changed or is gone. */
export function staleAmong(store: Store, memories: readonly number[]): Set<number> {
  const rows = store
    .sql(
      `select distinct memory from anchor
        where state <> 'fresh' and memory in (select value from json_each(?))`,
    )
    .all(JSON.stringify(memories));
  return new Set(rows.map(({ memory }) => memory as number));
}

/** Memories that name more files and symbols than they are tied to. */
export const looseMemories = (store: Store): number[] =>
  store
    .sql(
      `select row from memory where (files <> '[]' or symbols <> '[]')
         and json_array_length(files) + json_array_length(symbols)
           > (select count(*) from anchor where anchor.memory = memory.row)`,
    )
    .all()
    .map(({ row }) => row as number);

/** Has a memory wait for review because an anchor of it is gone; an earlier reason to wait stays. */
export function flagForReview(store: Store, { row, memory }: Anchor): void {
  const { changes } = store
    .sql('update memory set needs_review = 1 where row = ? and needs_review = 0')
    .run(memory);
  if (changes > 0) store.sql('update anchor set flagged = 1 where row = ?').run(row);
}

/** Takes back that a memory waits for review, where this anchor was the reason and no other is gone. */
export function unflag(store: Store, { row, memory }: Anchor): void {
  const { changes } = store.sql('update anchor set flagged = 0 where row = ? and flagged = 1').run(row);
  if (changes === 0) return;
  const other = store
    .sql(`select row from anchor where memory = ? and state = 'gone' and row <> ?`)
    .get(memory, row);
  if (other) store.sql('update anchor set flagged = 1 where row = ?').run(other.row!);
  else store.sql('update memory set needs_review = 0 where row = ?').run(memory);
}

/** A file of the index as a place to anchor to; undefined where it was not read. */
export function filePlace(store: Store, path: string): AnchorPlace | undefined {
  const found = store
    .sql('select id, path, hash from code_file where path = ? and hash is not null')
    .get(path);
  return found && toFilePlace(found);
}

/** A symbol of the index as a place to anchor to. */
export function symbolPlace(store: Store, id: number): AnchorPlace | undefined {
  const found = store.sql(`${SYMBOL} where s.id = ? and s.place >= 0`).get(id);
  return found && toSymbolPlace(store, found);
}

/** The symbols of a file that are called so, with the names they lie in. */
export function symbolPlaces(store: Store, path: string, symbol: string): AnchorPlace[] {
  const name = symbol.split('.').at(-1)!;
  return store
    .sql(`${SYMBOL} where f.path = ? and s.place >= 0 and s.name in (?, ?) order by s.place`)
    .all(path, name, symbol)
    .map((found) => toSymbolPlace(store, found))
    .filter((place) => place.symbol === symbol);
}

/** The files and symbols with one of these texts, by one look at everything. */
export function placesAlike(
  store: Store,
  { hashes, shapes }: { hashes: readonly string[]; shapes: readonly number[] },
): AnchorPlace[] {
  if (hashes.length === 0) return [];
  const symbols = store
    .sql(
      `${SYMBOL} where s.place >= 0 and (s.hash in (select value from json_each(?))
         -- One line alone is like many others.
         or (s.end_line > s.line and s.shape in (select value from json_each(?)))) order by f.path, s.place`,
    )
    .all(JSON.stringify(hashes), JSON.stringify(shapes));
  const files = store
    .sql('select id, path, hash from code_file where hash in (select value from json_each(?)) order by path')
    .all(JSON.stringify(hashes));
  return [...files.map(toFilePlace), ...symbols.map((found) => toSymbolPlace(store, found))];
}

const COLUMNS = `row, memory, path, symbol, kind, id, hash, shape, seen_in as seenIn, seen_at as seenAt, state,
  changed_at as changedAt, changed_in as changedIn, moved_from as movedFrom`;

const SYMBOL = `select s.id, f.path, s.name, s.kind, s.parent, s.hash, s.shape
  from code_symbol s join code_file f on f.id = s.file`;

const valuesOf = (anchor: Omit<Anchor, 'row' | 'memory'>) =>
  [
    anchor.path,
    anchor.symbol,
    anchor.kind,
    anchor.id,
    anchor.hash,
    anchor.shape,
    anchor.seenIn,
    anchor.seenAt,
    anchor.state,
    anchor.changedAt,
    anchor.changedIn,
    anchor.movedFrom,
  ] as const;

const toAnchor = (found: Record<string, unknown>): Anchor => ({ ...found }) as unknown as Anchor;

const toFilePlace = (found: Record<string, unknown>): AnchorPlace =>
  ({
    path: found.path,
    symbol: null,
    kind: 'file',
    id: found.id,
    hash: found.hash,
    shape: null,
  }) as AnchorPlace;

function toSymbolPlace(store: Store, found: Record<string, unknown>): AnchorPlace {
  const { id, path, kind, hash, shape } = found;
  const symbol = [...namesAround(store, found.parent as number | null), found.name as string].join('.');
  return { path, symbol, kind, id, hash, shape } as AnchorPlace;
}

/** The names of what a symbol lies in, outermost first; that of the file is left out. */
function namesAround(store: Store, parent: number | null): string[] {
  const names: string[] = [];
  for (let id = parent; id !== null; ) {
    const found = store.sql('select name, parent, place from code_symbol where id = ?').get(id);
    if (!found || (found.place as number) < 0) break;
    names.unshift(found.name as string);
    id = found.parent as number | null;
  }
  return names;
}
