import { withFlags } from './flags.ts';

/**
 * Lets the heap of a thread that is started before this is disposed of grow further before all of it is looked through.
 * V8 guesses how far from how little of the youngest survives: it looks through that of a thread which reads much and
 * keeps little as soon as its program is loaded, to find that nearly all of it is in use.
 */
export const collectLater = (): Disposable => withFlags(LATER);

/** How many megabytes old objects may take at first; by itself V8 goes by its guess. */
export const LATER = [{ flag: '--initial-old-space-size', usual: 0, meanwhile: 64 }] as const;
