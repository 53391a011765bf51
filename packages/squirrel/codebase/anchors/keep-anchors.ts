import type { Anchor, AnchorPlace } from '@sqrl/base/model/anchor.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { type CurrentCode, followAnchor, settled } from '@sqrl/code-graph/index.ts';
import { commitsOn, newestName } from '@sqrl/code-graph/tables/cochange.ts';
import { codeFile } from '@sqrl/code-graph/tables/files.ts';
import {
  addAnchor,
  allAnchors,
  anchorsOf,
  filePlace,
  placesAlike,
  saveAnchor,
  symbolPlace,
  symbolPlaces,
} from '../../store/memory/anchors.ts';

/** When it was last checked, and at which commit. */
export interface AnchorCheck {
  at: number;
  commit: string | null;
}

/** Ties a memory to a file, or to a symbol in it by its whole name; false where the index knows of none. */
export function attachAnchor(
  store: Store,
  memory: number,
  { path, symbol, at, commit }: AnchorCheck & { path: string; symbol: string | null },
): boolean {
  const place = symbol === null ? filePlace(store, path) : symbolPlaces(store, path, symbol)[0];
  if (!place) return false;
  const known = anchorsOf(store, memory).find(
    (one) => one.path === place.path && one.symbol === place.symbol,
  );
  const fresh = { ...place, memory, seenIn: commit, seenAt: at, ...FRESH };
  if (known) saveAnchor(store, { ...known, ...fresh });
  else addAnchor(store, fresh);
  return true;
}

/** Says that a memory is right about the code as it is now; what is gone stays so. */
export function confirmMemoryAnchors(store: Store, memory: number, { at, commit }: AnchorCheck): void {
  store.transaction(() => {
    const now = codeNow(store, anchorsOf(store, memory));
    for (const one of anchorsOf(store, memory)) {
      const followed = followAnchor(one, now);
      if (followed.is === 'gone') continue;
      saveAnchor(store, { ...one, ...followed.at, seenIn: commit, seenAt: at, ...FRESH });
    }
  });
}

/**
 * Follows anchors to where the code is now, and returns those that changed: moved, stale, gone, or fresh again. The
 * commit that made one so is the newest on its file since the last look, or, where none was yet, the first after it.
 */
export function keepAnchors(
  store: Store,
  { at, lookedAt }: { at: number; lookedAt: number | null },
): Anchor[] {
  const anchors = allAnchors(store);
  const now = codeNow(store, anchors);
  return store.transaction(() =>
    anchors.flatMap((one) => {
      // What the index says of a file that it is about to read again is not to be held against a memory.
      if (codeFile(store, one.path)?.state === 'waiting') return [];
      // Git tells whole seconds.
      const since = (one.changedAt ?? Math.max(one.seenAt, lookedAt ?? 0)) - 1000;
      const changedIn = (path: string): string | null =>
        commitsOn(store, path, since).at(one.changedAt === null ? 0 : -1)?.hash ?? null;
      const next = settled(one, followAnchor(one, now), { at, changedIn });
      if (next) saveAnchor(store, next);
      return next ? [next] : [];
    }),
  );
}

const FRESH = { state: 'fresh', changedAt: null, changedIn: null, movedFrom: null } as const;

/** The index as anchors look at it. What has the same text elsewhere is only looked for where something is missing. */
function codeNow(store: Store, anchors: readonly Anchor[]): CurrentCode {
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
    alike({ kind, hash, shape }) {
      everywhere ??= look();
      return (everywhere.get(kind) ?? []).filter(
        (place) => place.hash === hash || (shape !== null && place.shape === shape),
      );
    },
    renamed(path) {
      const name = newestName(store, path);
      return name === path ? undefined : name;
    },
  };
}
