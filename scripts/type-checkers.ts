import { availableParallelism } from 'node:os';

/**
 * How many checkers the compiler runs at once. Each checks much again that the others check too: with several it is sooner
 * done on many cores, for twice the work.
 */
export const typeCheckers = ['--checkers', availableParallelism() > 4 ? '4' : '1'] as const;
