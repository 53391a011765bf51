import type { Store } from '@sqrl/base/sqlite/query.ts';

/**
 * Runs work in one transaction over the user's file and a project's. Everybody locks them in this order, or two processes
 * would each hold what the other waits for. The project's is committed first, unless the other is asked for: between the
 * two commits a process may die, and then the first of them counts.
 */
export function transactionOnBoth<T>(
  { user, own }: { user: Store; own: Store },
  work: () => T,
  { first = own }: { first?: Store } = {},
): T {
  return user.transaction(() =>
    own.transaction(() => {
      const result = work();
      if (first === user && user !== own) user.commit();
      return result;
    }),
  );
}
