import type { JobStatus } from './status.ts';

/** What may have changed since the panel last asked. */
export type Topic = 'memories' | 'sessions' | 'code' | 'projects' | 'settings' | 'jobs';

/** One thing told over `/v1/live`: what changed, whose it is, and what the daemon works at. */
export interface LiveNews {
  what: Topic[];
  /** Ids of the projects it is about; null stands for the user's own memory and what is about all. */
  projects: (string | null)[];
  jobs: JobStatus[];
}

/** The first thing told: whose stream this is. A page that hears another start than before has missed something. */
export interface LiveHello {
  version: string;
  startedAt: number;
  jobs: JobStatus[];
}

/** The header with which a page signs a request: the id of its secret, a dot and the signature. */
export const PANEL_HEADER = 'x-sqrl-panel';
