import { useCallback, useMemo, useState } from 'react';
import { useUndone } from '../../actions/undo.ts';
import type { Batch, ReviewItem } from './queue.ts';

export type ReviewVerdict = 'confirmed' | 'corrected' | 'rejected' | 'later';

/** What was decided while looking, so that a card once decided does not come back by itself. */
export interface Verdicts {
  set(ids: readonly string[], verdict: ReviewVerdict): void;
  isOpen(item: ReviewItem): boolean;
  left(batch: Batch): ReviewItem[];
  count(verdict: ReviewVerdict): number;
  forget(): void;
}

/** Decisions of this sitting; what is taken back is open again. */
export function useVerdicts(): Verdicts {
  const [made, setMade] = useState<ReadonlyMap<string, ReviewVerdict>>(new Map());
  const drop = useCallback((ids: readonly string[]) => {
    setMade((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
  }, []);
  useUndone(drop);
  return useMemo(() => {
    const isOpen = ({ id, memory }: ReviewItem) =>
      !made.has(id) && (!memory.verified || memory.needsReview) && memory.status !== 'deprecated';
    return {
      set: (ids, verdict) =>
        setMade((before) => new Map([...before, ...ids.map((id) => [id, verdict] as const)])),
      isOpen,
      left: ({ items }) => items.filter(isOpen),
      count: (verdict) => [...made.values()].filter((one) => one === verdict).length,
      forget: () => setMade(new Map()),
    };
  }, [made]);
}
