import { appendFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** So large a log is set aside; one that was set aside before goes. */
const MAX_LOG_BYTES = 128 * 1024;

/** Notes in a line why nothing was said; never what was handed in. A home that is not there, or full, gets no line. */
export function noteTrouble(home: string, what: string): void {
  const path = join(home, 'hook.log');
  const line = `${new Date().toISOString()} ${what.slice(0, 400).replace(/\s+/g, ' ')}\n`;
  try {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
    appendFileSync(path, line, { mode: 0o600 });
  } catch {
    // The client must not see an error of the log.
  }
}
