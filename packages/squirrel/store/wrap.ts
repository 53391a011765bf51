import { statSync } from 'node:fs';
import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { Notice } from '@sqrl/base/messages.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { queriesOn, type SqlStatement, type Store } from '@sqrl/base/sqlite/query.ts';
import { mergeNowAndThen, RESETS_UNSAFELY } from './connect.ts';
import { asProblem, isDamage, isDoubtful } from './failures.ts';
import { Journal } from './journal.ts';
import { markDamaged } from './lock.ts';

/** How many prepared statements one store keeps. Filters make new ones; the oldest then goes. */
const STATEMENTS = 300;

export interface WrapOptions {
  path: string;
  /** Which file the path led to before it was opened. */
  inode?: number | undefined;
  readOnly?: boolean;
  notices?: readonly Notice[];
  /** The clock of its journal; without one it keeps none. */
  journaledBy?: () => number;
}

/** Makes a store of a connection: statements kept, troubles told as Problem, transactions whole. */
export function wrapStore(db: DatabaseSync, options: WrapOptions): Store {
  const { path, inode, readOnly = false, notices = [], journaledBy } = options;
  const statements = new Map<string, SqlStatement>();
  const depth = { level: 0, failed: undefined as { error: unknown } | undefined, isCommitted: false };

  const merge = RESETS_UNSAFELY && path !== ':memory:' ? mergeNowAndThen(db, path) : undefined;

  const fail = (error: unknown): unknown => {
    if (isDamage(error) || isDoubtful(error)) markDamaged(path);
    return asProblem(error, path);
  };

  const sql = (text: string): SqlStatement => {
    const kept = statements.get(text);
    if (kept) return kept;
    if (statements.size >= STATEMENTS) statements.delete(statements.keys().next().value!);
    const made = prepare(db, text, fail);
    statements.set(text, made);
    return made;
  };

  /** What a person typed is in the journal before it is in the database. */
  const commitNow = (): void => {
    if (journal) guard(() => journal.write(), fail);
    sql('commit').run();
    journal?.ended();
  };

  const transaction = <T>(work: () => T): T => {
    if (depth.level > 0) return join(depth, work);
    sql('begin immediate').run();
    depth.level = 1;
    let result: T;
    try {
      result = work();
      if (result instanceof Promise) throw new Error('The work of a transaction must not be asynchronous');
      if (depth.failed) throw depth.failed.error;
      if (!depth.isCommitted) commitNow();
    } catch (error) {
      rollBack(db);
      throw error;
    } finally {
      depth.level = 0;
      depth.failed = undefined;
      depth.isCommitted = false;
      journal?.ended();
    }
    merge?.();
    if (inode !== undefined && inodeOf(path) !== inode) throw replaced(path);
    return result;
  };

  const commit = (): void => {
    if (depth.failed) throw depth.failed.error;
    commitNow();
    depth.isCommitted = true;
  };

  const close = (): void => {
    statements.clear();
    if (db.isOpen) db.close();
  };

  const store: Store = {
    ...{ path, db, readOnly, notices, sql, transaction, commit, close },
    ...queriesOn(sql),
    [Symbol.dispose]: close,
  };
  const journal = journaledBy && new Journal(store, journaledBy);
  return store;
}

/** Which file a path leads to now. */
export const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

function rollBack(db: DatabaseSync): void {
  try {
    // On a full disk SQLite has often rolled back by itself.
    if (db.isTransaction) db.exec('rollback');
  } catch {
    // The trouble that brought us here is the one to tell; what was not committed does not count.
  }
}

function prepare(db: DatabaseSync, text: string, fail: (error: unknown) => unknown): SqlStatement {
  const statement = guard(() => db.prepare(text), fail);
  let listing: StatementSync | undefined;
  // Spelled out each time because this is the hottest path there is: a shared helper would cost a closure a call.
  return {
    run(...given) {
      try {
        return statement.run(...given);
      } catch (error) {
        throw fail(error);
      }
    },
    get(...given) {
      try {
        return statement.get(...given);
      } catch (error) {
        throw fail(error);
      }
    },
    all(...given) {
      try {
        return statement.all(...given);
      } catch (error) {
        throw fail(error);
      }
    },
    lists(...given) {
      try {
        listing ??= asLists(db.prepare(text));
        return listing.all(...given) as unknown as SQLOutputValue[][];
      } catch (error) {
        throw fail(error);
      }
    },
    *iterate(...given) {
      try {
        yield* statement.iterate(...given);
      } catch (error) {
        throw fail(error);
      }
    },
  };
}

function asLists(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true);
  return statement;
}

function guard<T>(work: () => T, fail: (error: unknown) => unknown): T {
  try {
    return work();
  } catch (error) {
    throw fail(error);
  }
}

/** Work inside a transaction; if it fails, the whole must, or the first half of it would be committed. */
function join<T>(outer: { failed: { error: unknown } | undefined }, work: () => T): T {
  try {
    return work();
  } catch (error) {
    outer.failed ??= { error };
    throw error;
  }
}

const replaced = (path: string): Problem =>
  new Problem(
    `${path} was replaced by another process while it was open; the last change went to the old file.`,
    'Try again.',
    'store',
  );
