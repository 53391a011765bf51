/** What a sentence is that holds beyond the task, in the order of the model's answers. */
export const STATEMENT_KINDS = ['rule', 'decision', 'fact', 'correction'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** How far it holds: wherever the person works, in the project, in a part of it, on a branch. */
export const STATEMENT_REACHES = ['user', 'project', 'part', 'branch'] as const;
export type StatementReach = (typeof STATEMENT_REACHES)[number];

/** How a new statement relates to an old one, in the order of the model's answers. */
export const PAIR_RELATIONS = [
  'replaces',
  'refines',
  'repeats',
  'same topic',
  'unrelated',
  'question or trial',
] as const;
export type PairRelation = (typeof PAIR_RELATIONS)[number];

export interface SentenceReading {
  /** The log odds that it is worth keeping, before other evidence is counted. */
  keep: number;
  kind: StatementKind;
  reach: StatementReach;
}

/** Two statements that may be about the same. */
export interface StatementPair {
  old: string;
  new: string;
}

/** How probable each relation is; they sum to one. */
export type PairOdds = Record<PairRelation, number>;

/** What is kept of a pair that was read. */
export interface PairReading extends Pick<PairOdds, 'replaces' | 'repeats'> {
  /** How near the two are in meaning; pairs that are not are not read, and have no probabilities. */
  cosine: number;
}

/** Statements with a lower cosine are about different things, whatever the relation model says; it is not asked. */
export const MIN_PAIR_COSINE = 0.4;

/**
 * What two statements are to each other: one replaces the other surely, perhaps (a later word), or says it again. One that
 * asks for the like of what another asks for, both too weak alone, echoes it: that counts for a habit and nothing else.
 */
export type PairVerdict = 'replaces' | 'revisits' | 'repeats' | 'echoes';
