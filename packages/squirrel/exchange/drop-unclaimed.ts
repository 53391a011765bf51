import type { Memory } from '@sqrl/base/model/memory.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { remove } from '../learn/verbs/verbs.ts';
import { memoryAt, rowByHash } from '../store/memory/memories.ts';
import type { Engine } from '../workspace/workspace.ts';
import { IMPORTED } from './unclaimed.ts';

/** Removes what waits for review from an earlier import of the same words, which the person now says are theirs. */
export function dropUnclaimed(engine: Engine, said: Pick<Memory, 'scope' | 'scopeOf' | 'text'>): void {
  const { store } = engine.own;
  // What holds everywhere waits in the project.
  const place = said.scope === 'global' ? { scope: 'project' as const, scopeOf: null } : said;
  const row = rowByHash(store, place, hashOf(said.text));
  const memory = row === undefined ? undefined : memoryAt(store, row);
  if (!memory?.tainted || memory.verified || !memory.tags.includes(IMPORTED)) return;
  remove(engine.own, row!);
}
