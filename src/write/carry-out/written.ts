/** What was changed among the memories. */
export interface Written {
  learnt: string[];
  changed: string[];
  superseded: string[];
  withdrawn: string[];
}
