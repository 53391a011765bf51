import { type MessageFacts, message, type Notice } from '../base/messages.ts';
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
    ...failing.map(({ client, because }) =>
      attention('capture', { count: 1, hint: 'sqrl status sources', facts: { client, because: because! } }),
    ),
    ...behind.map(({ client, because }) => ({
      ...attention('capture', { count: 1, hint: 'sqrl start', facts: { client, because: because! } }),
      kind: 'unread logs' as const,
    })),
    ...seen.notices.map((notice) => ({ kind: 'notice' as const, count: 1, ...notice })),
    ...seen.trust.map((notice) => ({ kind: 'trust' as const, count: 1, ...notice })),
    attention('conflicts', { count: totals.conflicts, hint: 'sqrl review' }),
    attention('review', { count: seen.decisions, hint: 'sqrl review' }),
    attention('stale', { count: totals.stale, hint: 'sqrl list --stale' }),
    attention('vectors', { count: bare, hint: 'sqrl doctor reembed' }),
    attention('spending', {
      count: spent >= WARN_SHARE ? 1 : 0,
      hint: 'sqrl status spending',
      facts: { percent: Math.round(spent * 100) },
    }),
  ];
  return all.filter(({ count }) => count > 0);
}

const WARN_SHARE = 0.9;

function attention(
  kind: 'capture' | 'conflicts' | 'review' | 'stale' | 'vectors' | 'spending',
  { count, hint, facts = { n: count } }: { count: number; hint: string; facts?: MessageFacts },
): Attention {
  const { code, text } = message(`attention.${kind}`, facts);
  return { kind, count, message: text, hint, code, facts };
}
