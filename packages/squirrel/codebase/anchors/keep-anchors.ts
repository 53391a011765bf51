import type { Anchor, AnchorPlace } from '@sqrl/base/model/anchor.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { commitsOn } from '@sqrl/code-graph/tables/cochange.ts';
import { codeFile } from '@sqrl/code-graph/tables/files.ts';
import { codeState, setCodeState } from '@sqrl/code-graph/tables/state.ts';
import {
  addAnchor,
  allAnchors,
  anchorsOf,
  filePlace,
  linesOfSymbol,
  newestSymbol,
  saveAnchor,
  symbolPlaces,
} from '../../store/memory/anchors.ts';
import { followAnchor, openLook, type ReadText, settled, sketchIn } from './follow-anchor.ts';

/** When it was last checked, and at which commit. */
export interface AnchorCheck {
  at: number;
  commit: string | null;
  read?: ReadText | undefined;
}

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
    const now = openLook(store, anchorsOf(store, memory), read);
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
  const now = openLook(store, anchors, read);
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

const FRESH = { state: 'fresh', changedAt: null, changedIn: null, movedFrom: null, nowIs: null } as const;
