import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 be slower to compile functions anew until this is disposed of. A first index is over in seconds and calls
 * hundreds of functions a few thousand times each: to make its best code of all of them costs more than it saves. What
 * is called far more often is compiled all the same.
 *
 * The flags are those of the whole process, so this is for work that is rare and short. To other threads it only means
 * that what becomes warm meanwhile becomes quick a little later.
 */
export function compileLess(): Disposable {
  // The names of flags change with V8, and it writes to the terminal about one it does not know.
  if (!process.versions.v8.startsWith(MEASURED)) return { [Symbol.dispose]() {} };
  for (const { flag, seldom } of FLAGS) setFlagsFromString(`${flag}=${seldom}`);
  return {
    [Symbol.dispose]() {
      for (const { flag, usual } of FLAGS) setFlagsFromString(`${flag}=${usual}`);
    },
  };
}

/** The versions of V8 that are meant. */
export const MEASURED = '13.';

/** After how many calls each compiler comes in: what V8 has, and what pays here. */
export const FLAGS = [
  { flag: '--invocation-count-for-maglev', usual: 400, seldom: 1_000 },
  { flag: '--invocation-count-for-turbofan', usual: 3_000, seldom: 100_000 },
] as const;
