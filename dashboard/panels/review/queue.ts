import { useMemo } from 'react';
import type { Message } from '../../../src/base/messages.ts';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useVerb } from '../../calls/verb.ts';

/** One memory to be looked at. */
export interface ReviewItem {
  id: string;
  memory:
    | Output<'inbox'>['sessions'][number]['learnt'][number]['memory']
    | Output<'review'>['waiting'][number]['memory'];
  why: Message;
  quote: string | null;
  /** The event to open the log at. */
  event: string | null;
  conflicts: readonly string[];
}

/** What was learnt together. */
export interface Batch {
  key: string;
  session: Output<'inbox'>['sessions'][number]['session'];
  task: string | null;
  remembered: Output<'inbox'>['sessions'][number]['remembered'];
  items: ReviewItem[];
}

export type Mode = 'new' | 'waiting';

/** What there is to review: what is new since the last look, session by session, or all that waits for a person. */
export function useQueue(mode: Mode) {
  const inbox = useVerb('inbox', { limit: 50, perSession: 200 });
  const review = useVerb('review', { limit: 200 });
  const batches = useMemo(
    () => (mode === 'new' ? ofInbox(inbox.data) : ofReview(review.data)),
    [mode, inbox.data, review.data],
  );
  const { isPending, error, refetch } = mode === 'new' ? inbox : review;
  const there = (mode === 'new' ? inbox.data : review.data) !== undefined;
  return {
    batches,
    isPending,
    trouble: there ? null : error,
    again: () => void refetch(),
    counts: { new: inbox.data?.memories ?? 0, waiting: review.data?.total ?? 0 },
    mark: inbox.data?.mark,
    lookedAt: inbox.data?.lookedAt ?? null,
  };
}

const ofInbox = (data: Output<'inbox'> | undefined): Batch[] =>
  (data?.sessions ?? [])
    .map(({ session, task, remembered, learnt }, i) => ({
      key: session?.id ?? `none ${i}`,
      session,
      task,
      remembered,
      items: learnt.map(({ memory, why, quote, event }) => ({
        ...{ id: memory.id, memory, why, quote, event, conflicts: [] },
      })),
    }))
    .filter(({ items }) => items.length > 0);

function ofReview(data: Output<'review'> | undefined): Batch[] {
  const items = (data?.waiting ?? []).map(({ memory, why, evidence, conflicts }) => ({
    ...{ id: memory.id, memory, why, conflicts },
    quote: evidence?.quote ?? null,
    event: evidence?.events[0] ?? null,
  }));
  return items.length === 0 ? [] : [{ key: 'waiting', session: null, task: null, remembered: [], items }];
}
