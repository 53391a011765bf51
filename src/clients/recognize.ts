import { closeSync, openSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Log } from '../model/reader.ts';
import { AGENT_CLIENTS } from './clients.ts';

const HEAD_BYTES = 64 * 1024;

/**
 * Tells whose log a file is, by its path and its first bytes; undefined where it is not a log. Claude Code comes last: some of
 * its logs begin with fields that other clients have too.
 */
export function recognize(path: string): Log | undefined {
  if (/[\\/]\.specstory[\\/]history[\\/][^\\/]+\.md$/.test(path))
    return { client: 'specstory', path, form: 'document' };
  let head: string | undefined;
  for (const { name, logs } of AGENT_CLIENTS.toReversed()) {
    const form = logs.recognize(path, () => (head ??= headOf(path)));
    if (form) return { client: name, path, form };
  }
  return undefined;
}

function headOf(path: string): string {
  const bytes = Buffer.alloc(HEAD_BYTES);
  const fd = openSync(path, 'r');
  try {
    const head = bytes.subarray(0, readSync(fd, bytes, 0, HEAD_BYTES, 0));
    if (!path.endsWith('.gz')) return head.toString('latin1');
    // Cut off in the middle, it gives what it has.
    return gunzipSync(head, { finishFlush: 2 }).toString('latin1');
  } catch {
    return '';
  } finally {
    closeSync(fd);
  }
}
