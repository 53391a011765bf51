import type { Notice } from '../../base/messages.ts';
import type { Problem } from '../../base/problem.ts';
import type { Surroundings } from '../../clients/readers.ts';
import type { ClientFolders } from '../../model/reader.ts';
import type { Wanted } from './find-logs.ts';
import type { LogNews } from './follow-logs.ts';
import type { ReadResult } from './read-logs.ts';
import type { SourceReport } from './survey.ts';

/** What the thread is started with. */
export interface IngestOrder {
  home: string;
  folders: ClientFolders;
  env: Surroundings;
  now: number;
  /** Set to 1, it ends the work after the batch at hand. */
  stop: SharedArrayBuffer;
  work: ReadWork | { do: 'survey' };
}

export interface ReadWork {
  do: 'read' | 'follow';
  wanted: Wanted;
  again: boolean;
  /** Nothing was ever read, so that all there is may be new. */
  first: boolean;
  poll?: boolean;
}

/** What it says. */
export type Said =
  | { progress: [done: number, total: number, what: string] }
  | { news: LogNews }
  /** All that was there is read, and from now on it is followed. */
  | { caughtUp: ReadResult }
  | { trouble: string }
  | { read: ReadResult; notices: Notice[] }
  | { surveyed: SourceReport[] }
  | { problem: { message: string; hint: string; code: Problem['code'] } };
