/** A commit, as far as it matters which files it changed. */
export interface GitCommit {
  hash: string;
  parents: string[];
  /** When it came to stand where it stands. */
  at: number;
  /** A hash of when and by whom it was first made, and its subject: what a rebase or a cherry-pick does not change. */
  origin: string;
  /** None for a merge. */
  touches: GitTouch[];
}

export interface GitTouch {
  path: string;
  way: 'added' | 'changed' | 'deleted' | 'renamed';
  /** The name it had before, where it was renamed. */
  from: string | null;
}
