/** What a sentence is that holds beyond the task, in the order of the model's answers. */
export const STATEMENT_KINDS = ['rule', 'decision', 'fact', 'correction'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** How far it holds: wherever the person works, in the project, in a part of it, on a branch. */
export const STATEMENT_REACHES = ['user', 'project', 'part', 'branch'] as const;
export type StatementReach = (typeof STATEMENT_REACHES)[number];

/** What the statement model sees in a sentence of a prompt. */
export interface SentenceReading {
  /** The log odds that it is worth keeping, before other evidence is counted. */
  keep: number;
  kind: StatementKind;
  reach: StatementReach;
}
