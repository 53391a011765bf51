import type { Input, Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../calls/call.ts';
import type { CallError } from '../../calls/trouble.ts';
import { queryKey, usePlace } from '../../calls/verb.ts';

export type BrowsedMemory = Output<'browse'>['memories'][number];

/** How many the daemon is asked for at once. */
const PAGE_ROWS = 50;

/** A long list of which only what is seen is asked for. */
export interface Pages {
  total: number;
  /** Results of a search that are hardly about it. */
  weaker: number;
  facets: Output<'browse'>['facets'];
  notices: Output<'browse'>['notices'];
  /** Undefined while it is on its way. */
  row(index: number): BrowsedMemory | undefined;
  /** Where a memory stands; -1 where it is not among the rows at hand. */
  indexOf(id: string): number;
  state: 'pending' | 'failed' | 'there';
  trouble: CallError | null;
  /** What is shown answers an earlier question. */
  old: boolean;
  again(): void;
}

/** Asks for the pages between two rows, and always for the first, which knows how many there are. */
export function usePages(wanted: Input<'browse'>, [first, last]: readonly [number, number]): Pages {
  const place = usePlace();
  const numbers = useMemo(() => {
    const seen = new Set([0]);
    for (let page = Math.floor(first / PAGE_ROWS); page <= Math.floor(last / PAGE_ROWS); page++)
      seen.add(page);
    return [...seen];
  }, [first, last]);
  const answers = useQueries({
    queries: numbers.map((page) => {
      const input = { ...wanted, limit: PAGE_ROWS, offset: page * PAGE_ROWS, facets: page === 0 };
      return {
        queryKey: queryKey('browse', place, input),
        queryFn: ({ signal }: { signal: AbortSignal }) => call('browse', input, { place, signal }),
        ...(page === 0 && { placeholderData: keepPreviousData }),
      };
    }),
  });
  const head = answers[0]!;
  const byPage = new Map(numbers.map((page, i) => [page, answers[i]!.data]));
  return {
    total: head.data?.total ?? 0,
    weaker: head.data?.weaker ?? 0,
    facets: head.data?.facets ?? null,
    notices: head.data?.notices ?? [],
    row: (index) => byPage.get(Math.floor(index / PAGE_ROWS))?.memories[index % PAGE_ROWS],
    indexOf(id) {
      for (const [page, data] of byPage) {
        const at = data?.memories.findIndex((memory) => memory.id === id) ?? -1;
        if (at >= 0) return page * PAGE_ROWS + at;
      }
      return -1;
    },
    state: head.data ? 'there' : head.isError ? 'failed' : 'pending',
    trouble: head.error as CallError | null,
    old: head.isPlaceholderData,
    again: () => void head.refetch(),
  };
}
