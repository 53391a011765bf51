import { statSync } from 'node:fs';
import type { Notice } from '@sqrl/base/messages.ts';
import { type ClientReading, clientReadings, newestLogs, type Totals } from '../store/stats/overview.ts';
import type { Engine } from '../workspace/workspace.ts';

/** Something that wants a person, and what they may do about it. */
interface Attention extends Notice {
  kind:
    | 'review'
    | 'stale'
    | 'conflicts'
    | 'capture'
    | 'unread logs'
    | 'vectors'
    | 'trust'
    | 'spending'
    | 'notice';
  count: number;
}

/** What wants a person, what is broken first. */
export function attentionOf(seen: {
  totals: Totals;
  /** Decisions that a person is asked for. */
  decisions: number;
  capture: ReturnType<typeof captureOf>;
  bare: number;
  trust: readonly Notice[];
  spent: number;
  notices: readonly Notice[];
}): Attention[] {
  const { totals, capture, bare, spent } = seen;
  const failing = capture.filter(({ state }) => state === 'failing');
  const behind = capture.filter(({ state }) => state === 'behind');
  const all: Attention[] = [
    ...failing.map(({ client, because }) => ({
      kind: 'capture' as const,
      count: 1,
      message: `${client}: ${because}`,
      hint: 'sqrl status sources',
    })),
    ...behind.map(({ client, because }) => ({
      kind: 'unread logs' as const,
      count: 1,
      message: `${client}: ${because}`,
      hint: 'sqrl start',
    })),
    ...seen.notices.map((notice) => ({ kind: 'notice' as const, count: 1, ...notice })),
    ...seen.trust.map((notice) => ({ kind: 'trust' as const, count: 1, ...notice })),
    attention(
      'conflicts',
      totals.conflicts,
      ['has an unresolved conflict', 'have unresolved conflicts'],
      'sqrl review',
    ),
    attention('review', seen.decisions, ['is worth a decision', 'are worth a decision'], 'sqrl review'),
    attention(
      'stale',
      totals.stale,
      ['is about code that has changed or was deleted', 'are about code that has changed or was deleted'],
      'sqrl list --stale',
    ),
    attention('vectors', bare, ['has no vector yet', 'have no vector yet'], 'sqrl doctor reembed'),
    {
      kind: 'spending',
      count: spent >= WARN_SHARE ? 1 : 0,
      message: `${Math.round(spent * 100)} % of the daily LLM budget is spent`,
      hint: 'sqrl status spending',
    },
  ];
  return all.filter(({ count }) => count > 0);
}

const WARN_SHARE = 0.9;

const attention = (
  kind: Attention['kind'],
  count: number,
  [ofOne, ofMany]: readonly [string, string],
  hint: string,
): Attention => ({
  kind,
  count,
  message: count === 1 ? `1 memory ${ofOne}` : `${count} memories ${ofMany}`,
  hint,
});

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
