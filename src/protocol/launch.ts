import { Problem } from '../model/problem.ts';
import type { DaemonFile } from './daemon-file.ts';
import { askDaemon } from './http-ask.ts';

/** Asks a daemon for an address that lets a browser in, once. */
export async function launchOf(daemon: DaemonFile): Promise<{ url: string }> {
  const { status, said } = await askDaemon(daemon, { path: '/v1/launch', body: {}, timeoutMs: 5000 });
  if (status !== 200)
    throw new Problem('The daemon does not open its panel.', 'Stop it with `sqrl stop`, and try again.');
  return { url: `http://${daemon.host}:${daemon.port}/launch?key=${said.key}` };
}
