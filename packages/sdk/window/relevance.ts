import type { ItemType } from './item.ts';

/**
 * What decides how long something stays. The first figures are of the design that this follows; `bench window` chose the
 * others by leaving a project out, and docs/decisions/0025-sdk.md says what each brought.
 */
export interface RelevanceFigures {
  /** Tool calls after which half of the relevance is left. */
  halfLife: number;
  /** How much more what belongs to the current task counts. */
  currentTask: number;
  /** What each item adds that depends on it. */
  dependent: number;
  /** What each other call adds that is about the same file or command. */
  use: number;
  /** What is left of something that a later call shows anew. */
  superseded: number;
  /** How much its size counts against it: 0 not at all, 1 as much as its relevance for it. */
  size: number;
  /** What a call counts that shows nothing to ask for again: an edit, whose text is in the file, or a plan. */
  unshown: number;
}

export const RELEVANCE: RelevanceFigures = {
  halfLife: 20,
  currentTask: 2,
  dependent: 0.2,
  use: 1,
  superseded: 0.005,
  size: 0.6,
  unshown: 0.3,
};

export const TYPE_WEIGHTS: Readonly<Record<ItemType, number>> = {
  system: 100,
  task: 2,
  user: 1.5,
  assistant: 0.9,
  reasoning: 0.9,
  call: 1,
  result: 1,
  recalled: 0.8,
  code: 0.7,
  graph: 0.6,
};
