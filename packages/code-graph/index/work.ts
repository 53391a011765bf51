import type { OnProgress } from '@sqrl/base/messages.ts';

/** What an update came to. */
export interface IndexReport {
  /** Files there are now. */
  files: number;
  added: number;
  changed: number;
  removed: number;
  /** Files whose edges were found again, those that were read included. */
  linked: number;
  stopped: boolean;
  /** What kept a file from being understood. */
  troubles: { path: string; because: string }[];
}

/** An update under way. */
export interface IndexRun {
  result: IndexReport;
  onProgress: OnProgress | undefined;
  stopped: () => boolean;
}
