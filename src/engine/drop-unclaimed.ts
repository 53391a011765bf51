import { IMPORTED } from '../exchange/unclaimed.ts';
import type { Memory } from '../model/memory.ts';
import { memoryAt, rowByHash } from '../store/memories.ts';
import { hashOf } from '../write/clean.ts';
import type { Engine } from './engine.ts';
import { remove } from './verbs.ts';

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
