import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';
import { secretId } from '../../protocol/panel-pass.ts';
import { parsedBody } from './calls.ts';
import type { ServerContext } from './context.ts';

/** Makes an address that opens the panel once, at the project of a folder, and the file that leads a browser there. */
export async function launch(
  { browserSessions, launchFiles, port, at: openAt }: ServerContext,
  body: string,
): Promise<{ url: string; file: string | null }> {
  const { folder } = parsedBody(body) as { folder?: unknown };
  // Behind the question mark: from the launch file a browser may only come to the root of the page.
  const project = isFolder(folder)
    ? await openAt({ project: folder }, async (engine) => engine.project?.id)
    : undefined;
  const at = project === undefined ? '' : `?at=${project}`;
  const key = browserSessions.newKey();
  // A browser never sends the part after the #: only the page itself reads the key.
  const url = `http://127.0.0.1:${port()}/${at}#key=${key}`;
  return { url, file: launchFiles.write(secretId(key), url) ?? null };
}

/** Writes the file that leads a browser to this daemon as long as it runs: only its owner can read it, as `daemon.json`. */
export function writeLastingFile({ browserSessions, launchFiles, port }: ServerContext): void {
  const key = browserSessions.newKey(true);
  launchFiles.writeLasting(secretId(key), `http://127.0.0.1:${port()}/#key=${key}`);
}

const isFolder = (folder: unknown): folder is string =>
  typeof folder === 'string' &&
  isAbsolute(folder) &&
  (statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false);

/** Turns the launch key that signed this request into a pass, which the page computes for itself. */
export function exchangeLaunchKey(context: ServerContext, id: string, body: string): void {
  const { browserSessions, launchFiles } = context;
  const { nonce } = parsedBody(body) as { nonce?: unknown };
  if (typeof nonce !== 'string' || !NONCE.test(nonce)) throw new Problem('Missing nonce.', '', 'usage');
  browserSessions.enter(id, nonce);
  launchFiles.remove(id);
  if (launchFiles.isLasting(id)) writeLastingFile(context);
}

/** A random text that the asking side chose. */
export const NONCE = /^[\w-]{16,100}$/;
