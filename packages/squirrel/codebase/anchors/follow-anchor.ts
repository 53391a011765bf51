import type { Anchor, AnchorPlace } from '@sqrl/base/model/anchor.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { newestName } from '@sqrl/code-graph/tables/cochange.ts';
import { codeState } from '@sqrl/code-graph/tables/state.ts';
import {
  filePlace,
  placesAlike,
  placesSince,
  symbolPlace,
  symbolPlaces,
} from '../../store/memory/anchors.ts';
import { likeness, sketchOf } from './sketch.ts';

export type ReadText = (path: string) => string | undefined;

/** The code as some anchors look at it. What has the same text elsewhere is only looked for where something is missing. */
export interface CodeLook {
  store: Store;
  read: ReadText | undefined;
  /** Symbols with a higher id came after the last look. */
  lookedAt: number;
  /** Files and symbols with the text of one of the anchors, by kind. */
  alike: () => ReadonlyMap<string, readonly AnchorPlace[]>;
}

export function openLook(store: Store, anchors: readonly Anchor[], read: ReadText | undefined): CodeLook {
  let known: Map<string, AnchorPlace[]> | undefined;
  const alike = (): Map<string, AnchorPlace[]> => {
    const hashes = anchors.map(({ hash }) => hash);
    const shapes = anchors.flatMap(({ shape }) => shape ?? []);
    known ??= Map.groupBy(placesAlike(store, { hashes, shapes }), ({ kind }) => kind);
    return known;
  };
  return { store, read, lookedAt: Number(codeState(store, 'looked_symbol') ?? 0), alike };
}

/** Where the thing an anchor means is now, and whether it is still what it was. */
export type AnchorResult =
  | { is: 'fresh' | 'stale'; at: AnchorPlace }
  /** It stands nowhere any more, unless it is what `perhaps` is now. */
  | { is: 'gone'; perhaps?: AnchorPlace | undefined };

/**
 * Finds the part of the code that an anchor means: where it was, by its content elsewhere, or by what git says. It never
 * becomes a symbol of another kind, nor one that was there before. A symbol under another name and with another text is
 * only suggested.
 */
export function followAnchor(anchor: Anchor, now: CodeLook): AnchorResult {
  if (anchor.symbol === null) return followFile(anchor, fileNow(anchor, now));
  const at = symbolNow(anchor, now);
  if (at) return { is: at.hash === anchor.hash || sameShape(at, anchor) ? 'fresh' : 'stale', at };
  const perhaps = likeliest(anchor, newcomers(anchor, now));
  const isSure = perhaps && nameOf(perhaps) === nameOf(anchor) && perhaps.like >= MIN_SAME_LIKENESS;
  return isSure ? { is: 'stale', at: perhaps } : { is: 'gone', perhaps };
}

/** A memory about a file as a whole is about no line of it: it goes stale where the file moved and changed. */
function followFile(anchor: Anchor, at: AnchorPlace | undefined): AnchorResult {
  if (!at) return { is: 'gone' };
  const isThere = at.path === anchor.path && anchor.state === 'fresh';
  return { is: isThere || at.hash === anchor.hash ? 'fresh' : 'stale', at };
}

/** By likeness, and then by signature and by what it lies in. */
function likeliest(
  anchor: Anchor,
  newcomers: readonly (AnchorPlace & { sketch: string })[],
): (AnchorPlace & { like: number }) | undefined {
  const ranked = newcomers
    .map(({ sketch, ...place }) => ({ ...place, like: likeness(sketch, anchor.sketch) }))
    .map((place) => ({ place, score: place.like + besides(anchor, place) }))
    .sort((a, b) => b.score - a.score);
  const [best, next] = ranked;
  if (!best || best.score < MIN_SCORE || best.place.like < MIN_LIKENESS) return undefined;
  return next && next.score > best.score - MIN_LEAD ? undefined : best.place;
}

function besides(anchor: Anchor, place: AnchorPlace): number {
  const bare = ({ symbol, signature }: AnchorPlace): string =>
    signature.replaceAll(nameOf({ path: '', symbol }), '');
  const above = ({ path, symbol }: AnchorPlace): string => `${path}:${symbol!.split('.').slice(0, -1)}`;
  return (bare(anchor) === bare(place) ? 0.2 : 0) + (above(anchor) === above(place) ? 0.1 : 0);
}

/** A name and most of the words: the same symbol, moved and edited. */
const MIN_SAME_LIKENESS = 0.6;
const MIN_LIKENESS = 0.3;
const MIN_SCORE = 0.5;
/** Of two that are as alike neither is suggested. */
const MIN_LEAD = 0.05;

function fileNow(anchor: Anchor, now: CodeLook): AnchorPlace | undefined {
  const renamed = newestName(now.store, anchor.path);
  return (
    filePlace(now.store, anchor.path) ??
    (renamed === undefined ? undefined : filePlace(now.store, renamed)) ??
    theOne(anchor, elsewhere(anchor, now))
  );
}

function symbolNow(anchor: Anchor, now: CodeLook): AnchorPlace | undefined {
  const { store } = now;
  const known = anchor.id === null ? undefined : symbolPlace(store, anchor.id);
  if (known?.kind === anchor.kind) return known;
  const renamed = newestName(store, anchor.path) ?? anchor.path;
  return (
    best(anchor, symbolPlaces(store, anchor.path, anchor.symbol!)) ??
    theOne(anchor, elsewhere(anchor, now)) ??
    best(anchor, symbolPlaces(store, renamed, anchor.symbol!))
  );
}

// One that came with an export was never looked for here.
const since = ({ id, state }: Anchor, { lookedAt }: CodeLook): number =>
  id === null && state !== 'gone' ? 0 : lookedAt;

/** Files or symbols that came since, of the same kind, with the same text or the same text but for the name. */
const elsewhere = (anchor: Anchor, now: CodeLook): AnchorPlace[] =>
  (now.alike().get(anchor.kind) ?? []).filter(
    (place) => place.id! > since(anchor, now) && (place.hash === anchor.hash || sameShape(place, anchor)),
  );

/** Symbols of the same kind that came since, in the same file or of the same name, with samples of their words. */
function newcomers(anchor: Anchor, now: CodeLook): (AnchorPlace & { sketch: string })[] {
  const { path, kind, sketch } = anchor;
  if (sketch === '') return [];
  const paths = [path, newestName(now.store, path) ?? path];
  return placesSince(now.store, { kind, paths, name: nameOf(anchor), since: since(anchor, now) }).map(
    ({ line, endLine, ...place }) => ({ ...place, sketch: sketchIn(place, { line, endLine }, now.read) }),
  );
}

/** A sample of the words in some lines of a file; '' where they cannot be read. */
export function sketchIn(
  place: AnchorPlace,
  { line, endLine }: { line: number; endLine: number },
  read: ReadText | undefined,
): string {
  const text = read?.(place.path)
    ?.split('\n')
    .slice(line - 1, Math.min(endLine, line + MAX_SKETCHED_LINES));
  return text ? sketchOf(text.join('\n'), nameOf(place)) : '';
}

const MAX_SKETCHED_LINES = 400;

/** Of several of one name, such as overloads, the one that has not changed. */
const best = (anchor: AnchorPlace, places: readonly AnchorPlace[]): AnchorPlace | undefined =>
  places.find(({ kind, hash }) => kind === anchor.kind && hash === anchor.hash) ??
  places.find(({ kind }) => kind === anchor.kind);

/** The one that has the same content, if it can be told: by its name where there are several, or by being alone. */
function theOne(anchor: AnchorPlace, places: readonly AnchorPlace[]): AnchorPlace | undefined {
  const same = places.filter(({ hash }) => hash === anchor.hash);
  const some = same.length > 0 ? same : places;
  const named = some.filter((place) => nameOf(place) === nameOf(anchor));
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  return some.length === 1 ? some[0] : undefined;
}

const nameOf = ({ path, symbol }: Pick<AnchorPlace, 'path' | 'symbol'>): string =>
  (symbol ?? path).split(/[./]/).at(-1)!;

/** Only its name was changed. A file has no such likeness. */
const sameShape = (a: AnchorPlace, b: AnchorPlace): boolean => a.shape !== null && a.shape === b.shape;

/** What is to be written of an anchor after a look at the code; undefined where all is as it was. */
export function settled(
  anchor: Anchor,
  followed: AnchorResult,
  { at, changedIn }: { at: number; changedIn: (path: string) => string | null },
): Anchor | undefined {
  const next = nextOf(anchor, followed, { at, changedIn });
  return same(anchor, next) ? undefined : next;
}

function nextOf(
  anchor: Anchor,
  followed: AnchorResult,
  { at, changedIn }: { at: number; changedIn: (path: string) => string | null },
): Anchor {
  if (followed.is === 'fresh') {
    // Of a file that was edited the hash stays the one that was seen: after a move it tells whether it is the same.
    const hash = anchor.symbol === null ? anchor.hash : followed.at.hash;
    const at = { ...moved(anchor, followed.at), hash };
    return { ...anchor, ...at, state: 'fresh', changedAt: null, changedIn: null, nowIs: null };
  }
  const { path, symbol, id, movedFrom } =
    followed.is === 'stale' ? moved(anchor, followed.at) : { ...anchor, id: null };
  // The hash stays the one that was seen: a change that is taken back makes it fresh again.
  const place = {
    ...anchor,
    path,
    symbol,
    id,
    movedFrom,
    state: followed.is,
    nowIs: presentOf(anchor, followed),
  };
  const changedAt = anchor.state === followed.is ? anchor.changedAt : at;
  return { ...place, changedAt, changedIn: anchor.changedIn ?? changedIn(path) };
}

/** The head that a stale symbol has now, if it is another one; what a gone one may be now, by the first look that missed it. */
function presentOf(anchor: Anchor, followed: AnchorResult): string | null {
  if (followed.is !== 'gone')
    return followed.at.signature === anchor.signature ? null : followed.at.signature;
  if (anchor.state === 'gone') return anchor.nowIs;
  return followed.perhaps ? wholeName(followed.perhaps) : null;
}

/** A place, and where it was when last seen. */
function moved(
  anchor: Anchor,
  { path, symbol, kind, id, hash, shape, signature }: AnchorPlace,
): AnchorPlace & Pick<Anchor, 'movedFrom'> {
  const at = { path, symbol, kind, id, hash, shape, signature };
  if (wholeName(at) === wholeName(anchor)) return { ...at, movedFrom: anchor.movedFrom };
  const first = anchor.movedFrom ?? wholeName(anchor);
  return { ...at, movedFrom: first === wholeName(at) ? null : first };
}

const wholeName = ({ path, symbol }: AnchorPlace): string => (symbol === null ? path : `${path}:${symbol}`);

const same = (a: Anchor, b: Anchor): boolean =>
  (Object.keys(a) as (keyof Anchor)[]).every((key) => a[key] === b[key]);
