import type { OnProgress } from '@sqrl/base/messages.ts';
import type { Anchor } from '@sqrl/base/model/anchor.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { readHistory } from '@sqrl/code-graph/index.ts';
import { codeState, setCodeState } from '@sqrl/code-graph/tables/state.ts';
import {
  allAnchors,
  countAnchors,
  flagForReview,
  looseMemories,
  newestMemory,
  unflag,
} from '../store/memory/anchors.ts';
import { memoryAt, replaceMemory } from '../store/memory/memories.ts';
import { readerIn, tie } from './anchoring.ts';
import { namesAfter } from './anchors/anchor-names.ts';
import { keepAnchors } from './anchors/keep-anchors.ts';

export interface AnchorCheckOptions {
  root: string;
  env: Readonly<Record<string, string | undefined>>;
  at: number;
  signal: AbortSignal;
  onProgress?: OnProgress;
}

/**
 * Brings memories up to an index that has just been brought up to the files: those about what changed are stale, names
 * follow what moved, what is gone has its memories wait for review, and those that were not tied yet are now.
 */
export async function followAnchors(store: Store, options: AnchorCheckOptions): Promise<void> {
  const { at, signal } = options;
  if (countAnchors(store) > 0) await readCommits(store, options);
  if (signal.aborted) return;
  store.transaction(() => {
    const before = new Map(allAnchors(store).map((one) => [one.row, one]));
    const lookedAt = codeState(store, 'looked_at');
    const read = readerIn(options.root);
    const changed = keepAnchors(store, {
      at,
      read,
      lookedAt: lookedAt === undefined ? null : Number(lookedAt),
    });
    for (const after of changed) settle(store, before.get(after.row)!, after);
    const since = Number(codeState(store, 'looked_memory') ?? 0);
    for (const row of looseMemories(store, since)) {
      const memory = memoryAt(store, row)!;
      // Nobody has looked at it now: it was right when it was last written, at whatever commit that was.
      const check = { at: memory.updatedAt, commit: null, read };
      tie(store, row, memory, { ...check, inText: row > since, isStored: false });
    }
    setCodeState(store, 'looked_at', String(at));
    setCodeState(store, 'looked_memory', String(newestMemory(store)));
  });
}

/** Reads the commits since the last look; where there is no repository, what changed is told without a commit. */
async function readCommits(
  store: Store,
  { root, env, signal, onProgress }: AnchorCheckOptions,
): Promise<void> {
  try {
    await readHistory(store, root, {
      env,
      signal,
      onProgress: (read) => onProgress?.(read, 0, `reading commits: ${read}`),
    });
  } catch (error) {
    if (signal.aborted || (error instanceof Problem && error.code === 'not_found')) return;
    throw error;
  }
}

/** Has a memory go along with one of its anchors. It is not newer for that: its text has not changed. */
function settle(store: Store, before: Anchor, after: Anchor): void {
  if (after.state === 'gone' && before.state !== 'gone') flagForReview(store, after);
  if (before.state === 'gone' && after.state !== 'gone') unflag(store, after);
  if (before.path === after.path && before.symbol === after.symbol) return;
  const memory = memoryAt(store, after.memory)!;
  replaceMemory(
    store,
    after.memory,
    { ...memory, ...namesAfter(memory, before, after) },
    hashOf(memory.text),
  );
}
