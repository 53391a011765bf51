import { Problem } from '@sqrl/base/problem.ts';
import type { DaemonFile } from './daemon-file.ts';
import { askDaemon } from './http-ask.ts';

/** Where a browser finds the panel: the address, and a private file that leads to it where one could be written. */
export interface Launch {
  /** Holds the launch key: not for the command line of any process. */
  url: string;
  file: string | null;
}

/** Asks a daemon for an address that lets a browser in, once; it leads to the project of the folder, where one is given. */
export async function launchOf(daemon: DaemonFile, folder?: string): Promise<Launch> {
  const reply = await askDaemon(daemon, { path: '/v1/launch', body: { folder }, timeoutMs: 30_000 });
  if (reply.status !== 200)
    throw new Problem('The daemon did not open the panel.', 'Run `sqrl stop`, then try again.');
  return reply.said as unknown as Launch;
}
