/** What was changed among the memories. */
export interface MemoryChanges {
  learned: string[];
  changed: string[];
  superseded: string[];
  /** Those of which only a part was replaced. */
  shortened: string[];
  withdrawn: string[];
}
