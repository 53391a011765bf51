import type { Anchor, AnchorPlace } from '@sqrl/base/model/anchor.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { type CurrentCode, followAnchor, settled, sketchOf } from '@sqrl/code-graph/index.ts';
import { commitsOn, newestName } from '@sqrl/code-graph/tables/cochange.ts';
import { codeFile } from '@sqrl/code-graph/tables/files.ts';
import { codeState, setCodeState } from '@sqrl/code-graph/tables/state.ts';
import {
  addAnchor,
  allAnchors,
  anchorsOf,
  filePlace,
  linesOfSymbol,
  newestSymbol,
  placesAlike,
  placesSince,
  saveAnchor,
  symbolPlace,
  symbolPlaces,
} from '../../store/memory/anchors.ts';

/** When it was last checked, and at which commit. */
export interface AnchorCheck {
  at: number;
  commit: string | null;
  /** The text of a file of the repository. */
  read?: ReadText | undefined;
}

export type ReadText = (path: string) => string | undefined;

/** Ties a memory to a file, or to a symbol in it by its whole name; false where the index knows of none. */
export function attachAnchor(
  store: Store,
  memory: number,
  { path, symbol, at, commit, read }: AnchorCheck & { path: string; symbol: string | null },
): boolean {
  const place = symbol === null ? filePlace(store, path) : symbolPlaces(store, path, symbol)[0];
  if (!place) return false;
  const known = anchorsOf(store, memory).find(
    (one) => one.path === place.path && one.symbol === place.symbol,
  );
  const fresh = {
    ...place,
    memory,
    seenIn: commit,
    seenAt: at,
    ...FRESH,
    sketch: sketchAt(store, place, read),
  };
  if (known) saveAnchor(store, { ...known, ...fresh });
  else addAnchor(store, fresh);
  if (codeState(store, 'looked_symbol') === undefined) noteLook(store);
  return true;
}

/** Says that a memory is right about the code as it is now; what is gone stays so. */
export function confirmMemoryAnchors(store: Store, memory: number, { at, commit, read }: AnchorCheck): void {
  store.transaction(() => {
    const now = codeNow(store, anchorsOf(store, memory), read);
    for (const one of anchorsOf(store, memory)) {
      const followed = followAnchor(one, now);
      if (followed.is === 'gone') continue;
      const sketch = sketchAt(store, followed.at, read) || one.sketch;
      saveAnchor(store, { ...one, ...followed.at, seenIn: commit, seenAt: at, ...FRESH, sketch });
    }
  });
}

/**
 * Follows anchors to where the code is now, and returns those that changed: moved, stale, gone, or fresh again. The
 * commit that made one so is the newest on its file since the last look, or, where none was yet, the first after it.
 */
export function keepAnchors(
  store: Store,
  { at, lookedAt, read }: { at: number; lookedAt: number | null; read?: ReadText },
): Anchor[] {
  const anchors = allAnchors(store);
  const now = codeNow(store, anchors, read);
  return store.transaction(() => {
    const changed = anchors.flatMap((one) => {
      // What the index says of a file that it is about to read again is not to be held against a memory.
      if (codeFile(store, one.path)?.state === 'waiting') return [];
      // Git tells whole seconds.
      const since = (one.changedAt ?? Math.max(one.seenAt, lookedAt ?? 0)) - 1000;
      const changedIn = (path: string): string | null =>
        commitsOn(store, path, since).at(one.changedAt === null ? 0 : -1)?.hash ?? null;
      const next = settled(one, followAnchor(one, now), { at, changedIn });
      if (next) saveAnchor(store, next);
      return next ? [next] : [];
    });
    noteLook(store);
    return changed;
  });
}

/** Notes which symbols were there at this look: what comes later is new. */
const noteLook = (store: Store): void => setCodeState(store, 'looked_symbol', String(newestSymbol(store)));

function sketchAt(store: Store, place: AnchorPlace, read: ReadText | undefined): string {
  const lines = place.symbol === null ? undefined : linesOfSymbol(store, place.id!);
  return lines ? sketchIn(place, lines, read) : '';
}

function sketchIn(
  { path, symbol }: AnchorPlace,
  { line, endLine }: { line: number; endLine: number },
  read: ReadText | undefined,
): string {
  const text = read?.(path)
    ?.split('\n')
    .slice(line - 1, Math.min(endLine, line + MAX_SKETCHED_LINES));
  return text ? sketchOf(text.join('\n'), symbol!.split('.').at(-1)!) : '';
}

const MAX_SKETCHED_LINES = 400;

const FRESH = { state: 'fresh', changedAt: null, changedIn: null, movedFrom: null, nowIs: null } as const;

/** The index as anchors look at it. What has the same text elsewhere is only looked for where something is missing. */
function codeNow(store: Store, anchors: readonly Anchor[], read: ReadText | undefined): CurrentCode {
  const looked = Number(codeState(store, 'looked_symbol') ?? 0);
  // One that came with an export was never looked for here.
  const since = ({ id, state }: Anchor): number => (id === null && state !== 'gone' ? 0 : looked);
  let everywhere: Map<string, AnchorPlace[]> | undefined;
  const look = (): Map<string, AnchorPlace[]> => {
    const hashes = anchors.map(({ hash }) => hash);
    const shapes = anchors.flatMap(({ shape }) => shape ?? []);
    return Map.groupBy(placesAlike(store, { hashes, shapes }), ({ kind }) => kind);
  };
  return {
    file: (path) => filePlace(store, path),
    symbol: (id) => symbolPlace(store, id),
    symbolsAt: (path, symbol) => symbolPlaces(store, path, symbol),
    alike(anchor) {
      const { kind, hash, shape } = anchor;
      everywhere ??= look();
      return (everywhere.get(kind) ?? []).filter(
        (place) =>
          place.id! > since(anchor) && (place.hash === hash || (shape !== null && place.shape === shape)),
      );
    },
    newcomers(anchor) {
      const { path, symbol, kind, sketch } = anchor;
      const paths = [path, newestName(store, path) ?? path];
      return sketch === ''
        ? []
        : placesSince(store, { kind, paths, name: symbol!.split('.').at(-1)!, since: since(anchor) }).map(
            ({ line, endLine, ...place }) => ({ ...place, sketch: sketchIn(place, { line, endLine }, read) }),
          );
    },
    renamed(path) {
      const name = newestName(store, path);
      return name === path ? undefined : name;
    },
  };
}
