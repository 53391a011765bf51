import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { Input } from '../../../src/protocol/verbs.ts';

type BrowseInput = Input<'browse'>;
type ListFilter = NonNullable<BrowseInput['filter']>;
export type ListSort = NonNullable<BrowseInput['sort']>;

/** The filters that are lists, and what they are called in an address. */
export const LISTS = {
  types: 'type',
  statuses: 'status',
  tiers: 'tier',
  scopes: 'scope',
  sources: 'source',
  clients: 'client',
  tags: 'tag',
} as const satisfies Partial<Record<keyof ListFilter, string>>;
export type ListName = keyof typeof LISTS;

/** The filters that are either on or off. */
export const SWITCHES = {
  needsReview: 'review',
  pinned: 'pinned',
  verified: 'verified',
  stale: 'stale',
} as const satisfies Partial<Record<keyof ListFilter, string>>;
export type SwitchName = keyof typeof SWITCHES;

export const SORTS = [
  'best',
  'newest',
  'oldest',
  'changed',
  'used',
  'most used',
  'surest',
  'least sure',
] as const;

/** Which memories are wanted, as the address says it: every view can be sent to somebody, or be gone back to. */
export interface MemoryListState {
  query: string;
  sort: ListSort;
  filter: ListFilter;
  /** The memory that is open. */
  open: string | undefined;
  /** How many filters are set. */
  filters: number;
  values(name: ListName): readonly string[];
  toggle(name: ListName, value: string): void;
  flip(name: SwitchName): void;
  setFile(file: string): void;
  setQuery(query: string): void;
  setSort(sort: ListSort): void;
  setOpen(id: string | undefined): void;
  clear(): void;
}

/** Reads what is wanted from the address, and writes it there. */
export function useMemoryListState(): MemoryListState {
  const [params, setParams] = useSearchParams();
  return useMemo(() => {
    const values = (name: ListName) => params.getAll(LISTS[name]);
    const lists = Object.fromEntries(
      (Object.keys(LISTS) as ListName[]).flatMap((name) =>
        values(name).length > 0 ? [[name, values(name)]] : [],
      ),
    );
    const switches = Object.fromEntries(
      Object.entries(SWITCHES).flatMap(([name, short]) => (params.has(short) ? [[name, true]] : [])),
    );
    const file = params.get('file');
    const filter = { ...lists, ...switches, ...(file && { file }) } as ListFilter;
    const set = (change: (next: URLSearchParams) => void) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          change(next);
          return next;
        },
        { replace: true },
      );
    const put = (name: string, value: string | undefined) =>
      set((next) => (value ? next.set(name, value) : next.delete(name)));
    return {
      query: params.get('q') ?? '',
      sort: SORTS.find((sort) => sort === params.get('sort')) ?? 'best',
      filter,
      open: params.get('m') ?? undefined,
      filters: Object.values(lists).flat().length + Object.keys(switches).length + (file ? 1 : 0),
      values,
      toggle: (name, value) =>
        set((next) =>
          next.has(LISTS[name], value) ? next.delete(LISTS[name], value) : next.append(LISTS[name], value),
        ),
      flip: (name) => put(SWITCHES[name], params.has(SWITCHES[name]) ? undefined : '1'),
      setFile: (path) => put('file', path),
      setQuery: (query) => put('q', query),
      setSort: (sort) => put('sort', sort === 'best' ? undefined : sort),
      setOpen: (id) => put('m', id),
      clear: () =>
        set((next) => {
          for (const name of [...Object.values(LISTS), ...Object.values(SWITCHES), 'file']) next.delete(name);
        }),
    };
  }, [params, setParams]);
}
