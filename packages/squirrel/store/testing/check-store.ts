import type { Store } from '@sqrl/base/sqlite/query.ts';
import { damageInPages, findDamage } from '../check.ts';
import { connect } from '../connect.ts';
import { asProblem } from '../failures.ts';
import { markDamaged } from '../lock.ts';

/** Reads a whole store for damage; where some is found, the next open repairs it. */
export function checkStore(store: Store): { ok: boolean; problems: string[] } {
  try {
    const problems = damageIn(store);
    if (problems.length > 0) markDamaged(store.path);
    return { ok: problems.length === 0, problems };
  } catch (error) {
    throw asProblem(error, store.path);
  }
}

function damageIn(store: Store): string[] {
  if (store.path === ':memory:') return findDamage(store.db);
  // Comparing words with texts wants to write, so what cannot be written is not compared.
  if (store.readOnly) return damageInPages(store.db);
  using db = connect(store.path);
  return findDamage(db);
}
