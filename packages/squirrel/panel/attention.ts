import type { Notice } from '@sqrl/base/messages.ts';
import type { Totals } from '../store/stats/overview.ts';
import type { captureOf } from './capture.ts';

/** Something that wants a person, and what they may do about it. */
export interface Attention extends Notice {
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
