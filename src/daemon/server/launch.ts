import { isAbsolute } from 'node:path';
import { Problem } from '../../base/problem.ts';
import { secretId } from '../../protocol/panel-pass.ts';
import { locateProject } from '../../workspace/locate.ts';
import { parsedBody } from './calls.ts';
import type { ServerContext } from './context.ts';

/** Makes an address that opens the panel once, at the project of a folder, and the file that leads a browser there. */
export function launch(
  { browserSessions, launchFiles, port }: ServerContext,
  body: string,
): { url: string; file: string | null } {
  const { folder } = parsedBody(body) as { folder?: unknown };
  // Behind the question mark: from the launch file a browser may only come to the root of the page.
  const at = typeof folder === 'string' && isAbsolute(folder) ? `?at=${locateProject(folder).id}` : '';
  const key = browserSessions.newKey();
  // A browser never sends the part after the #: only the page itself reads the key.
  const url = `http://127.0.0.1:${port()}/${at}#key=${key}`;
  return { url, file: launchFiles.write(secretId(key), url) ?? null };
}

/** Turns the launch key that signed this request into a pass, which the page computes for itself. */
export function exchangeLaunchKey(
  { browserSessions, launchFiles }: ServerContext,
  id: string,
  body: string,
): void {
  const { nonce } = parsedBody(body) as { nonce?: unknown };
  if (typeof nonce !== 'string' || !NONCE.test(nonce)) throw new Problem('Missing nonce.', '', 'usage');
  browserSessions.enter(id, nonce);
  launchFiles.remove(id);
}

/** A random text that the asking side chose. */
export const NONCE = /^[\w-]{16,100}$/;
