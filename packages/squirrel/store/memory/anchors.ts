import type { Anchor, AnchorPlace, ExportedAnchor } from '@sqrl/base/model/anchor.ts';
import { fragment, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { namesFrom } from '@sqrl/code-graph/tables/symbols.ts';

export const addAnchor = (store: Store, anchor: Omit<Anchor, 'row'>): number =>
  store.insert('anchor', { memory: anchor.memory, ...columnsOf(anchor) });

export const saveAnchor = (store: Store, anchor: Anchor): void =>
  store.update('anchor', fragment`row = ${anchor.row}`, columnsOf(anchor));

export const allAnchors = (store: Store): Anchor[] =>
  store.rows`select ${raw(COLUMNS)} from anchor where not is_left order by row`;

export const anchorsOf = (store: Store, memory: number): Anchor[] =>
  store.rows`select ${raw(COLUMNS)} from anchor where memory = ${memory} and not is_left order by row`;

export const anchorsIn = (store: Store, path: string): Anchor[] =>
  store.rows`select ${raw(COLUMNS)} from anchor where path = ${path} and not is_left order by row`;

/** What a memory is tied to, and what it was tied to until a person kept it without. */
export const placesEverTied = (store: Store, memory: number): Pick<Anchor, 'path' | 'symbol' | 'kind'>[] =>
  store.rows`select path, symbol, kind from anchor where memory = ${memory} order by row`;

/** Tells no more of what is gone, and keeps its name from being tied to something else. */
export function leaveAnchor(store: Store, { row }: Anchor): void {
  store.run`update anchor set is_left = 1 where row = ${row}`;
}

/** Forgets what a memory was once tied to: its names were given anew. */
export function removeLeftAnchors(store: Store, memory: number): void {
  store.run`delete from anchor where memory = ${memory} and is_left`;
}

export const countAnchors = (store: Store): number => store.value`select count(*) as n from anchor`;

export function removeAnchor(store: Store, { row }: Anchor): void {
  store.run`delete from anchor where row = ${row}`;
}

/** Ties a memory to what it was tied to before, and to nothing else; by name and content each finds its place again. */
export function replaceAnchors(store: Store, memory: number, anchors: readonly ExportedAnchor[]): void {
  store.run`delete from anchor where memory = ${memory}`;
  for (const anchor of anchors) addAnchor(store, { ...anchor, memory, id: null });
}

/** Of some memories, those that are about code which changed or is gone. */
export const staleAmong = (store: Store, memories: readonly number[]): Set<number> =>
  new Set(
    store.column<number>`select distinct memory from anchor
      where state <> 'fresh' and not is_left and memory in (select value from json_each(${memories}))`,
  );

/** Memories whose names may not all be tied yet, those stored since a row first: of those the words count too. */
export const looseMemories = (store: Store, since: number): number[] =>
  store.column`select row from memory where row > ${since} or ((files <> '[]' or symbols <> '[]')
    and json_array_length(files) + json_array_length(symbols) > (select count(*) from anchor
      where anchor.memory = memory.row))`;

export const newestMemory = (store: Store): number =>
  store.value`select coalesce(max(row), 0) as row from memory`;

/** Has a memory wait for review because an anchor of it is gone; an earlier reason to wait stays. */
export function flagForReview(store: Store, { row, memory }: Anchor): void {
  const { changes } =
    store.run`update memory set needs_review = 1 where row = ${memory} and needs_review = 0`;
  if (changes > 0) store.run`update anchor set flagged = 1 where row = ${row}`;
}

/** Takes back that a memory waits for review, where this anchor was the reason and no other is gone. */
export function unflag(store: Store, { row, memory }: Anchor): void {
  const { changes } = store.run`update anchor set flagged = 0 where row = ${row} and flagged = 1`;
  if (changes === 0) return;
  const other = store.row`select row from anchor where memory = ${memory} and state = 'gone' and not is_left
    and row <> ${row}`;
  if (other) store.run`update anchor set flagged = 1 where row = ${other.row}`;
  else store.run`update memory set needs_review = 0 where row = ${memory}`;
}

export function filePlace(store: Store, path: string): AnchorPlace | undefined {
  const found = store.row`select id, path, hash from code_file where path = ${path} and hash is not null`;
  return found && toFilePlace(found);
}

export function symbolPlace(store: Store, id: number): AnchorPlace | undefined {
  const found = store.row`${raw(SYMBOL)} where s.id = ${id} and s.place >= 0`;
  return found && toSymbolPlace(store, found);
}

/** The symbols of a file that are called so, with the names they lie in. */
export function symbolPlaces(store: Store, path: string, symbol: string): AnchorPlace[] {
  const name = symbol.split('.').at(-1)!;
  return store.rows`${raw(SYMBOL)} where f.path = ${path} and s.place >= 0 and s.name in (${name}, ${symbol})
    order by s.place`
    .map((found) => toSymbolPlace(store, found))
    .filter((place) => place.symbol === symbol);
}

/** Symbols of a kind with their lines, in some files or of one name anywhere, that came after a row. */
export function placesSince(
  store: Store,
  { kind, paths, name, since }: { kind: string; paths: readonly string[]; name: string; since: number },
): (AnchorPlace & { line: number; endLine: number })[] {
  return store.rows`select s.id, f.path, s.name, s.kind, s.parent, s.hash, s.shape, s.signature, s.line, s.end_line
    from code_symbol s join code_file f on f.id = s.file where s.id > ${since} and s.kind = ${kind}
    and (f.path in (select value from json_each(${paths})) or s.name = ${name}) order by f.path, s.place limit 500`.map(
    (found) => ({
      ...toSymbolPlace(store, found),
      line: found.line as number,
      endLine: found.endLine as number,
    }),
  );
}

export const linesOfSymbol = (store: Store, id: number): { line: number; endLine: number } | undefined =>
  store.row`select line, end_line from code_symbol where id = ${id}`;

export const newestSymbol = (store: Store): number =>
  store.value`select coalesce(max(id), 0) as id from code_symbol`;

/** The files and symbols with one of these texts, by one look at everything. */
export function placesAlike(
  store: Store,
  { hashes, shapes }: { hashes: readonly string[]; shapes: readonly number[] },
): AnchorPlace[] {
  if (hashes.length === 0) return [];
  const symbols = store.rows`${raw(SYMBOL)} where s.place >= 0 and (s.hash in (select value from
      json_each(${hashes}))
    -- One line alone is like many others.
    or (s.end_line > s.line and s.shape in (select value from json_each(${shapes})))) order by f.path, s.place`;
  const files = store.rows`select id, path, hash from code_file where hash in (select value
    from json_each(${hashes})) order by path`;
  return [...files.map(toFilePlace), ...symbols.map((found) => toSymbolPlace(store, found))];
}

const COLUMNS = `row, memory, path, symbol, kind, id, hash, shape, seen_in, seen_at, state,
  changed_at, changed_in, moved_from, signature, sketch, now_is`;

const SYMBOL = `select s.id, f.path, s.name, s.kind, s.parent, s.hash, s.shape, s.signature
  from code_symbol s join code_file f on f.id = s.file`;

function columnsOf(anchor: Omit<Anchor, 'row' | 'memory'>) {
  const { path, symbol, kind, id, hash, shape, seenIn, seenAt, state, changedAt, changedIn } = anchor;
  const { movedFrom, signature, sketch, nowIs } = anchor;
  return {
    ...{ path, symbol, kind, id, hash, shape, seenIn, seenAt, state, changedAt, changedIn },
    ...{ movedFrom, signature, sketch, nowIs },
  };
}

const toFilePlace = (found: object): AnchorPlace =>
  ({ symbol: null, kind: 'file', shape: null, signature: '', ...found }) as AnchorPlace;

function toSymbolPlace(store: Store, found: Record<string, unknown>): AnchorPlace {
  const { id, path, kind, hash, shape, signature } = found;
  const symbol = namesFrom(store, found.id as number).join('.');
  return { path, symbol, kind, id, hash, shape, signature } as AnchorPlace;
}
