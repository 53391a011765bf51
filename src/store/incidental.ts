import { isFull } from './failures.ts';
import type { Store } from './store.ts';

/**
 * Writes a note about an answer, such as a receipt or a cached view. The answer does not depend on it: where the store is
 * read-only or the disk is full the note is lost, and false comes back.
 */
export function writeIncidental(store: Store, write: () => void): boolean {
  if (store.readOnly) return false;
  try {
    write();
    return true;
  } catch (error) {
    if (!isFull(error)) throw error;
    return false;
  }
}
