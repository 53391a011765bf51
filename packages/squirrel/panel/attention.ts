import { statSync } from 'node:fs';
import type { Notice } from '@sqrl/base/messages.ts';
import { type ClientReading, clientReadings, newestLogs, type Totals } from '../store/stats/overview.ts';
import type { Engine } from '../workspace/workspace.ts';

/** What wants a person, what is broken first, and what they may do about it. */
export function attentionOf(seen: {
  totals: Totals;
  decisions: number;
  capture: ReturnType<typeof captureOf>;
  /** Memories without a vector. */
  bare: number;
  trust: readonly Notice[];
  spent: number;
  notices: readonly Notice[];
}) {
  const { totals, decisions, capture, bare, spent } = seen;
  const notice = <K extends string>(kind: K, each: Notice) => ({ kind, count: 1, ...each });
  const inState = (state: string, hint: string) =>
    capture
      .filter((one) => one.state === state)
      .map(({ client, because }) => ({ message: `${client}: ${because}`, hint }));
  return [
    ...inState('failing', 'sqrl status sources').map((each) => notice('capture', each)),
    ...inState('behind', 'sqrl start').map((each) => notice('unread logs', each)),
    ...seen.notices.map((each) => notice('notice', each)),
    ...seen.trust.map((each) => notice('trust', each)),
    ...counted(
      'conflicts',
      totals.conflicts,
      'has an unresolved conflict|have unresolved conflicts',
      'sqrl review',
    ),
    ...counted('review', decisions, 'is worth a decision|are worth a decision', 'sqrl review'),
    ...counted(
      'stale',
      totals.stale,
      'is about code that changed or is gone|are about code that changed or is gone',
      'sqrl list --stale',
    ),
    ...counted('vectors', bare, 'has no vector yet|have no vector yet', 'sqrl doctor reembed'),
    ...(spent < WARN_SHARE
      ? []
      : [
          notice('spending', {
            message: `${Math.round(spent * 100)} % of the daily LLM budget is spent`,
            hint: 'sqrl status spending',
          }),
        ]),
  ];
}

const WARN_SHARE = 0.9;

/** So many memories of a kind, where there are any; `says` of one and of many. */
function counted<K extends string>(kind: K, count: number, says: string, hint: string) {
  const [ofOne, ofMany] = says.split('|');
  const message = count === 1 ? `1 memory ${ofOne}` : `${count} memories ${ofMany}`;
  return count === 0 ? [] : [{ kind, count, message, hint }];
}

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
