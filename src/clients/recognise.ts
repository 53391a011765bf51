import { closeSync, openSync, readSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Log } from '../model/reader.ts';

/** So much of a file is looked at. */
const HEAD = 64 * 1024;

/** Tells whose log a file is, by its name and its first bytes; undefined where it is none. */
export function recognise(path: string): Log | undefined {
  const name = path.split(/[\\/]/).at(-1)!.toLowerCase();
  if (/\.vscdb$/.test(name)) return { client: 'cursor', path, form: 'database' };
  if (/^opencode.*\.db$/.test(name)) return { client: 'opencode', path, form: 'database' };
  if (/[\\/]\.specstory[\\/]history[\\/][^\\/]+\.md$/.test(path))
    return { client: 'specstory', path, form: 'document' };
  if (/^rollout-.*\.jsonl\.zst$/.test(name)) return { client: 'codex', path, form: 'document' };
  if (/\.jsonl(\.gz)?$/.test(name)) return lines(path, headOf(path));
  if (/^session-.*\.json$/.test(name) && /"projectHash"|"sessionId"/.test(headOf(path)))
    return { client: 'gemini', path, form: 'document' };
  return undefined;
}

function lines(path: string, head: string): Log | undefined {
  const log = (client: Log['client']): Log => ({ client, path, form: 'lines' });
  if (/"type":"session_meta"|"type":"response_item"|"type":"event_msg"/.test(head)) return log('codex');
  if (/"type":"session\.start"|"type":"user\.message"/.test(head)) return log('copilot');
  if (/^\s*\{"sessionId":"[^"]*","projectHash":/.test(head)) return log('gemini');
  const claude =
    /"(?:parentUuid|leafUuid|isSidechain|isSnapshotUpdate)":|"type":"(?:queue-operation|file-history-snapshot|summary|custom-title|mode)"/;
  if (claude.test(head) || (/"sessionId":/.test(head) && /"type":/.test(head))) return log('claude-code');
  return undefined;
}

function headOf(path: string): string {
  const bytes = Buffer.alloc(HEAD);
  const fd = openSync(path, 'r');
  try {
    const head = bytes.subarray(0, readSync(fd, bytes, 0, HEAD, 0));
    if (!path.endsWith('.gz')) return head.toString('latin1');
    // Cut off in the middle, it gives what it has.
    return gunzipSync(head, { finishFlush: 2 }).toString('latin1');
  } catch {
    return '';
  } finally {
    closeSync(fd);
  }
}
