/** Something a person should know, and what they may do about it. */
export interface Notice {
  message: string;
  hint: string;
}

/** Told how far long work has come; the total is 0 while it is not known. */
export type OnProgress = (done: number, total: number, what: string) => void;

/** Begins what is said of progress where a memory was just learned; its text follows. */
export const LEARNED = 'learned: ';

/** What the store calls the steps of a memory, where people are told another word. */
const STEP_TEXTS: Readonly<Record<string, string>> = {
  'branch back': 'branch restored',
  'branch gone': 'branch deleted',
  changed: 'edited',
  deprecated: 'archived',
  erased: 'deleted',
  faded: 'decayed',
  'holds again': 'restored',
  imported: 'imported from a rule file',
  joined: 'moved to the project',
  learnt: 'learned',
  'asked to forget': 'deletion requested',
  'worded apart': 'worded differently by two people',
  superseded: 'replaced',
  trusted: 'confidence raised',
};

export function stepText(did: string): string {
  const [, undone] = /^(.+) \(taken back\)$/.exec(did) ?? [];
  return undone === undefined ? (STEP_TEXTS[did] ?? did) : `${stepText(undone)} (undone)`;
}
