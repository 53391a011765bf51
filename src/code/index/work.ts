import type { Trouble } from './link-files.ts';

/** What an update came to. */
export interface Updated {
  /** Files there are now. */
  files: number;
  added: number;
  changed: number;
  removed: number;
  /** Files whose edges were found again, those that were read included. */
  linked: number;
  stopped: boolean;
  troubles: Trouble[];
}

/** An update under way. */
export interface Work {
  result: Updated;
  onProgress: ((done: number, total: number, what: string) => void) | undefined;
  stopped: () => boolean;
}
