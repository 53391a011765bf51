import type { Totals } from '../store/stats/overview.ts';
import type { Notice } from '../workspace/meaning.ts';
import type { captureOf } from './capture.ts';

/** Something that wants a person, and what they may do about it. */
export interface Attention {
  kind:
    | 'review'
    | 'stale'
    | 'conflicts'
    | 'capture'
    | 'unread logs'
    | 'vectors'
    | 'inbox'
    | 'trust'
    | 'spending'
    | 'notice';
  count: number;
  message: string;
  hint: string;
}

/** What wants a person, what is broken first. */
export function attentionOf(seen: {
  totals: Totals;
  capture: ReturnType<typeof captureOf>;
  bare: number;
  news: number;
  trust: readonly Notice[];
  spent: number;
  notices: readonly Notice[];
}): Attention[] {
  const { totals, capture, bare, news, spent } = seen;
  const failing = capture.filter(({ state }) => state === 'failing');
  const behind = capture.filter(({ state }) => state === 'behind');
  const all: Attention[] = [
    ...failing.map(({ client, because }) => ({
      kind: 'capture' as const,
      count: 1,
      message: `${client}: ${because}`,
      hint: 'sqrl sources',
    })),
    ...behind.map(({ client, because }) => ({
      kind: 'unread logs' as const,
      count: 1,
      message: `${client}: ${because}`,
      hint: 'sqrl start',
    })),
    ...seen.notices.map((notice) => ({ kind: 'notice' as const, count: 1, ...notice })),
    ...seen.trust.map((notice) => ({ kind: 'trust' as const, count: 1, ...notice })),
    counted(
      'conflicts',
      totals.conflicts,
      ['contradicts', 'contradict'],
      'another, and nobody has decided',
      'sqrl review',
    ),
    counted('review', totals.needsReview, ['waits', 'wait'], 'for review', 'sqrl review'),
    counted(
      'stale',
      totals.stale,
      ['is', 'are'],
      'about code that has changed or is gone',
      'sqrl list --stale',
    ),
    counted('inbox', news, ['was', 'were'], 'learnt since you last looked', 'sqrl ui'),
    counted('vectors', bare, ['has', 'have'], 'no vector yet', 'sqrl reembed'),
    {
      kind: 'spending',
      count: spent >= NEARLY ? 1 : 0,
      message: `${Math.round(spent * 100)} % of what a language model may cost today is spent`,
      hint: 'sqrl spending',
    },
  ];
  return all.filter(({ count }) => count > 0);
}

const NEARLY = 0.9;

const counted = (
  kind: Attention['kind'],
  count: number,
  [does, doMany]: [string, string],
  what: string,
  hint: string,
): Attention => ({
  kind,
  count,
  message: `${count === 1 ? `1 memory ${does}` : `${count} memories ${doMany}`} ${what}`,
  hint,
});
