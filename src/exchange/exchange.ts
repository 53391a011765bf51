import type { Draft, FullMemory } from '../model/memory.ts';

/** One look at a memory, as the lossless form carries it. */
interface Look {
  at: number;
  way: 'get' | 'find';
  score: number | null;
  question: string | null;
}

/** A memory on its way out, with everything there is about it. */
export interface Leaving extends FullMemory {
  looks: Look[];
}

/** A memory on its way in: whole where the form is lossless, a draft otherwise, or what is wrong with it. */
export type Arriving =
  | { at: string; whole: unknown }
  | { at: string; draft: Draft }
  | { at: string; because: string };

/** One form memories travel in. */
export interface Form {
  /** Tells whether a text is in this form. */
  knows(text: string): boolean;
  write(memories: readonly Leaving[], exportedAt: number): string;
  read(text: string): Arriving[];
}
