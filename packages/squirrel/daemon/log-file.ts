import { appendFileSync, chmodSync, existsSync, renameSync, statSync } from 'node:fs';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';

export interface LogFile {
  line(text: string): void;
}

/** A file of this size is rotated, and this many are kept, the current one included. */
const MAX_LOG_BYTES = 1_000_000;
const MAX_LOG_FILES = 5;

/** Opens a log without secrets, which never grows past five files of a megabyte each. */
export function openLogFile(
  path: string,
  now: () => number,
  { largest = MAX_LOG_BYTES, kept = MAX_LOG_FILES } = {},
): LogFile {
  let size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0) chmodSync(path, 0o600);
  return {
    line(text) {
      // Redacted before it is cut or made one line: half a secret, or a key without its lines, is not recognized.
      const safe = redactedStart(text, MAX_LINE_CHARS).replace(/[\r\n]+/g, ' ⏎ ');
      const line = `${new Date(now()).toISOString()} ${safe}\n`;
      try {
        if (size + line.length > largest) {
          rotate(path, kept);
          size = 0;
        }
        appendFileSync(path, line, { mode: 0o600 });
        size += Buffer.byteLength(line);
      } catch {
        // A full disk must not stop the daemon for want of a log.
      }
    },
  };
}

const MAX_LINE_CHARS = 4000;

function rotate(path: string, kept: number): void {
  for (let nth = kept - 1; nth > 0; nth--) {
    const from = nth === 1 ? path : `${path}.${nth - 1}`;
    if (existsSync(from)) renameSync(from, `${path}.${nth}`);
  }
}
