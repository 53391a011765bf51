/** A piece of work that is done unasked, and how it stands. */
export interface JobStatus {
  name: string;
  /** Whose; null where it is about all. */
  project: string | null;
  state: 'running' | 'watching' | 'waiting' | 'done' | 'failed';
  done: number;
  total: number;
  note: string | null;
  updatedAt: number;
}

/** How the daemon is. */
export interface DaemonStatus {
  pid: number;
  port: number;
  version: string;
  protocol: number;
  startedAt: number;
  uptimeMs: number;
  /** Bytes of memory it takes now. */
  memory: number;
  /** How long it has worked since it began, and its share of a core in the last while. */
  cpuMs: number;
  cpuShare: number;
  embedderLoaded: boolean;
  /** Projects that are open now. */
  open: string[];
  calls: number;
  /** Calls that are being answered now, this one included. */
  underWay: number;
  lastCallAt: number | null;
  jobs: JobStatus[];
}

/** What may have changed since the panel last asked. */
export type Topic = 'memories' | 'sessions' | 'code' | 'projects' | 'settings' | 'jobs';

/** One event of `/v1/live`: what changed, in which projects, and the running jobs. */
export interface LiveNews {
  what: Topic[];
  /** Ids of the projects it is about; null stands for the user's own memory and what is about all. */
  projects: (string | null)[];
  jobs: JobStatus[];
}

/** The first event: which daemon this is. A page that sees another start time than before has missed events. */
export interface LiveHello {
  version: string;
  startedAt: number;
  jobs: JobStatus[];
  /** The file that a person opens to come to the panel, of this daemon or of the next one. */
  file: string;
}

/** The header with which a page signs a request: the id of its secret, a dot and the signature. */
export const PANEL_HEADER = 'x-sqrl-panel';
