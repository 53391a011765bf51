import { Problem } from '../../base/problem.ts';
import { secretId } from '../../protocol/panel-pass.ts';
import { parsedBody } from './calls.ts';
import type { ServerContext } from './context.ts';

/** Makes an address that opens the panel once, and the file that leads a browser there. */
export function launch({ browserSessions, launchFiles, port }: ServerContext): {
  url: string;
  file: string | null;
} {
  const key = browserSessions.newKey();
  // A browser never sends the part after the #: only the page itself reads the key.
  const url = `http://127.0.0.1:${port()}/#key=${key}`;
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
