import { withFlags } from './flags.ts';

/**
 * Has V8 compile each pattern that is made before this is disposed of only once, to machine code, when it is first tried.
 * By itself it makes do with something slower at first and compiles it anew when it is tried again, as nearly all are.
 */
export const compilePatternsOnce = (): Disposable => withFlags(ONCE);

/** How often a pattern is tried before it is compiled to machine code. */
export const ONCE = [{ flag: '--regexp-tier-up-ticks', usual: 1, meanwhile: 0 }] as const;
