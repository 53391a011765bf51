import { Problem } from '@sqrl/base/problem.ts';
import { isDamage } from '../failures.ts';

/** Whether our own authorizer refused a statement; for a function SQLite tells it in words alone. */
const isUnauthorized = (error: unknown): boolean =>
  (error as { errcode?: number }).errcode === 23 || /^not authorized/.test((error as Error).message);

export const isBusy = (error: unknown): boolean =>
  [5, 6, 15].includes((((error ?? {}) as { errcode?: number }).errcode ?? 0) & 0xff);

/** Turns what SQLite or the disk says into what became of another program's file. */
export function asTrouble(error: unknown, path: string): unknown {
  if (error instanceof Problem) return error;
  if (isDamage(error)) return damaged(path, error);
  if (isBusy(error)) return inUse(path, error);
  if (isUnauthorized(error))
    return new Problem(
      `${path} was not read: it has a view, a virtual table or a generated column in place of a plain table.`,
      'The program that owns it does not write such files; check what else changed it.',
      'store',
      error,
    );
  // A mistake in a question of ours, such as a column that is not there, is told as it is.
  return (error as { errcode?: number }).errcode === 1 ? error : unreadable(`${path} cannot be read.`, error);
}

export const inUse = (path: string, cause?: unknown): Problem =>
  new Problem(`${path} is in use by another program.`, 'Squirrel retries later.', 'store', cause);

export const damaged = (path: string, cause?: unknown): Problem =>
  new Problem(
    `${path} is damaged or not a database.`,
    'The program that owns it may be able to repair it.',
    'store',
    cause,
  );

export const unreadable = (message: string, cause?: unknown): Problem =>
  new Problem(message, 'Check that it exists and that you can read it.', 'store', cause);

export const tooLarge = (path: string): Problem =>
  new Problem(
    `${path} has an unfinished transaction and is too large to copy and recover.`,
    'Start the program that owns it once; it recovers the file.',
    'store',
  );
