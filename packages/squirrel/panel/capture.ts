import { statSync } from 'node:fs';
import { type ClientReading, clientReadings, newestLogs } from '../store/stats/overview.ts';
import type { Engine } from '../workspace/workspace.ts';

/** How many of a client's newest logs are checked; a change newer than the grace period may still be read. */
const MAX_NEWEST_LOGS = 3;
const GRACE_MS = 2 * 60_000;

/** Of every client whose logs were read, whether they are still: only what is known is looked at, a few files each. */
export const captureOf = (engine: Engine) =>
  clientReadings(engine.user.store).map((one) => told(engine, one));

function told(engine: Engine, { troubles, trouble, ...client }: ClientReading) {
  if (trouble !== null)
    return {
      ...client,
      state: 'failing' as const,
      because: `${troubles} of ${client.logs} logs could not be read to the end: ${trouble}`,
    };
  const waiting = newestLogs(engine.user.store, client.client, MAX_NEWEST_LOGS).filter((log) => {
    const file = statSync(log.path, { throwIfNoEntry: false });
    return (
      file?.isFile() && file.size > log.size && engine.now() - Math.max(log.readAt, file.mtimeMs) > GRACE_MS
    );
  });
  if (waiting.length === 0) return { ...client, state: 'working' as const, because: null };
  return {
    ...client,
    state: 'behind' as const,
    because:
      waiting.length === 1
        ? 'A log has grown since it was last read. Is the daemon running?'
        : `${waiting.length} logs have grown since they were last read. Is the daemon running?`,
  };
}
