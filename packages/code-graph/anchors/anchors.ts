import type { Anchor, AnchorPlace } from '@sqrl/base/model/anchor.ts';

/** What an anchor may look at: the code as it is now. */
export interface CurrentCode {
  /** A file as a place of its own. */
  file(path: string): AnchorPlace | undefined;
  symbol(id: number): AnchorPlace | undefined;
  /** Symbols of this name, with those it lies in, in a file. */
  symbolsAt(path: string, symbol: string): readonly AnchorPlace[];
  /** Files or symbols anywhere, of the same kind, with the same text or the same text but for the name. */
  alike(place: AnchorPlace): readonly AnchorPlace[];
  /** The present name of a file that git calls renamed. */
  renamed(path: string): string | undefined;
}

/** Where the thing an anchor means is now, and whether it is still what it was. */
export type AnchorResult =
  | { is: 'fresh' | 'stale'; at: AnchorPlace }
  /** It stands nowhere any more. */
  | { is: 'gone' };

/** Finds the part of the code that an anchor means: where it was, by its content elsewhere, or by what git says. */
export function followAnchor(anchor: AnchorPlace, now: CurrentCode): AnchorResult {
  const at = (anchor.symbol === null ? fileNow : symbolNow)(anchor, now);
  if (!at) return { is: 'gone' };
  return { is: at.hash === anchor.hash || sameShape(at, anchor) ? 'fresh' : 'stale', at };
}

function fileNow(anchor: AnchorPlace, now: CurrentCode): AnchorPlace | undefined {
  const renamed = now.renamed(anchor.path);
  return (
    now.file(anchor.path) ??
    (renamed === undefined ? undefined : now.file(renamed)) ??
    theOne(anchor, now.alike(anchor))
  );
}

function symbolNow(anchor: AnchorPlace, now: CurrentCode): AnchorPlace | undefined {
  const known = anchor.id === null ? undefined : now.symbol(anchor.id);
  if (known?.kind === anchor.kind) return known;
  const renamed = now.renamed(anchor.path);
  return (
    best(anchor, now.symbolsAt(anchor.path, anchor.symbol!)) ??
    theOne(anchor, now.alike(anchor)) ??
    (renamed === undefined ? undefined : best(anchor, now.symbolsAt(renamed, anchor.symbol!)))
  );
}

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

const nameOf = ({ path, symbol }: AnchorPlace): string => (symbol ?? path).split(/[./]/).at(-1)!;

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
  if (followed.is === 'fresh')
    return { ...anchor, ...moved(anchor, followed.at), state: 'fresh', changedAt: null, changedIn: null };
  const { path, symbol, id, movedFrom } =
    followed.is === 'stale' ? moved(anchor, followed.at) : { ...anchor, id: null };
  // The hash stays the one that was seen: a change that is taken back makes it fresh again.
  const place = { ...anchor, path, symbol, id, movedFrom, state: followed.is };
  const changedAt = anchor.state === followed.is ? anchor.changedAt : at;
  return { ...place, changedAt, changedIn: anchor.changedIn ?? changedIn(path) };
}

/** A place, and where it was when last seen. */
function moved(anchor: Anchor, at: AnchorPlace): AnchorPlace & Pick<Anchor, 'movedFrom'> {
  if (wholeName(at) === wholeName(anchor)) return { ...at, movedFrom: anchor.movedFrom };
  const first = anchor.movedFrom ?? wholeName(anchor);
  return { ...at, movedFrom: first === wholeName(at) ? null : first };
}

const wholeName = ({ path, symbol }: AnchorPlace): string => (symbol === null ? path : `${path}:${symbol}`);

const same = (a: Anchor, b: Anchor): boolean =>
  (Object.keys(a) as (keyof Anchor)[]).every((key) => a[key] === b[key]);
