import { withFlags } from './flags.ts';

/**
 * Has V8 be slower to compile functions anew until this is disposed of. A first index, or a first look at all logs, is
 * over in seconds and calls hundreds of functions a few thousand times each: to make its best code of all of them costs
 * more than it saves. What is called far more often is compiled all the same.
 *
 * To other threads it only means that what becomes warm meanwhile becomes quick a little later.
 */
export const compileLess = (): Disposable => withFlags(SELDOM);

/** After how many calls each compiler comes in: what V8 has, and what pays here. */
export const SELDOM = [
  { flag: '--invocation-count-for-maglev', usual: 400, meanwhile: 1_000 },
  { flag: '--invocation-count-for-turbofan', usual: 10_000, meanwhile: 100_000 },
] as const;
