import type { Notice, OnProgress } from '@sqrl/base/messages.ts';
import type { ClientFolders } from '@sqrl/base/model/reader.ts';
import type { ReaderEnvironment } from '../../clients/readers.ts';
import type { LogSelection } from './find-logs.ts';
import type { LogNews } from './follow-logs.ts';
import type { ReadResult } from './read-logs.ts';
import type { RestingLogs } from './resting-logs.ts';
import type { SourceReport } from './survey.ts';

export interface IngestOrder {
  home: string;
  folders: ClientFolders;
  env: ReaderEnvironment;
  now: number;
  work: ReadWork | { do: 'survey' };
}

interface ReadWork {
  do: 'read' | 'follow';
  wanted: LogSelection;
  again: boolean;
  poll?: boolean;
  /** Ends where nothing was new for a while, and says what to watch. */
  rests?: boolean;
  minLookMs?: number | undefined;
}

export type IngestNews =
  | { progress: Parameters<OnProgress> }
  | { news: LogNews }
  /** All logs are read, and are followed from now on. */
  | { caughtUp: ReadResult }
  | { trouble: string };

export interface IngestProtocol {
  order: IngestOrder;
  news: IngestNews;
  result:
    | { read: ReadResult; notices: Notice[]; resting?: RestingLogs | undefined }
    | { surveyed: SourceReport[] };
}
