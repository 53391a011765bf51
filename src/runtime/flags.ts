import { setFlagsFromString } from 'node:v8';

/** A number that V8 was started with, and the one that pays for a while. */
export interface Flag {
  flag: string;
  usual: number;
  meanwhile: number;
}

/**
 * Tells V8 other numbers than its own until this is disposed of. They are those of the whole process, so this is for
 * work that is rare and short.
 */
export function withFlags(flags: readonly Flag[]): Disposable {
  // The names of flags change with V8, and it writes to the terminal about one it does not know.
  if (!process.versions.v8.startsWith(MEASURED)) return { [Symbol.dispose]() {} };
  for (const { flag, meanwhile } of flags) setFlagsFromString(`${flag}=${meanwhile}`);
  return {
    [Symbol.dispose]() {
      for (const { flag, usual } of flags) setFlagsFromString(`${flag}=${usual}`);
    },
  };
}

/** The versions of V8 that are meant. */
export const MEASURED = '13.';
