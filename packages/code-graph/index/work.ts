import type { OnProgress } from '@sqrl/base/messages.ts';

export interface IndexReport {
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

export interface IndexRun {
  result: IndexReport;
  onProgress: OnProgress | undefined;
  stopped: () => boolean;
}
