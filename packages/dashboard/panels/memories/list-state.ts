import { MEMORY_GROUPS, type Memory, type MemoryGroup } from '@sqrl/base/model/memory.ts';
import type { Input } from '@sqrl/squirrel/protocol/verbs.ts';
import { useMemo } from 'react';
import { useSearchParams } from 'wouter';

type BrowseInput = Input<'browse'>;
type ListFilter = NonNullable<BrowseInput['filter']>;
export type ListSort = NonNullable<BrowseInput['sort']>;

/** The filters that are lists, and what they are called in an address. */
export const LISTS = {
  types: 'type',
  tiers: 'tier',
  scopes: 'scope',
  sources: 'source',
  clients: 'client',
  tags: 'tag',
} as const satisfies Partial<Record<keyof ListFilter, string>>;
export type ListName = keyof typeof LISTS;

/** The filters that are either on or off. */
export const SWITCHES = {
  pinned: 'pinned',
  verified: 'verified',
  stale: 'stale',
  conflicts: 'conflicts',
} as const satisfies Partial<Record<keyof ListFilter, string>>;
export type SwitchName = keyof typeof SWITCHES;

/** Where a memory stands in its life, and what that means in a filter. */
export const STAGES = {
  suggested: { needsReview: true },
  active: { needsReview: false },
  archived: { statuses: ['deprecated'] },
} as const satisfies Record<string, ListFilter>;
export type Stage = keyof typeof STAGES;

/** The stage of a memory. */
export const stageOf = ({ status, needsReview }: Pick<Memory, 'status' | 'needsReview'>): Stage =>
  status === 'deprecated' ? 'archived' : needsReview ? 'suggested' : 'active';

export const SORTS = [
  'best',
  'group',
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
  /** Whether results that are hardly about the question are listed too. */
  weaker: boolean;
  filter: ListFilter;
  group: MemoryGroup | undefined;
  stage: Stage | undefined;
  /** The memory that is open. */
  open: string | undefined;
  /** How many filters are set. */
  filters: number;
  values(name: ListName): readonly string[];
  toggle(name: ListName, value: string): void;
  flip(name: SwitchName): void;
  setGroup(group: MemoryGroup | undefined): void;
  setStage(stage: Stage | undefined): void;
  setFile(file: string): void;
  setPhrase(phrase: string): void;
  setQuery(query: string): void;
  setSort(sort: ListSort): void;
  setWeaker(weaker: boolean): void;
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
    const [file, phrase] = [params.get('file'), params.get('has')];
    const group = MEMORY_GROUPS.find((one) => one === params.get('group'));
    const stage = (Object.keys(STAGES) as Stage[]).find((one) => one === params.get('stage'));
    const filter = {
      ...lists,
      ...switches,
      ...(group && { groups: [group] }),
      ...(stage && STAGES[stage]),
      ...(file && { file }),
      ...(phrase && { phrase }),
    } as ListFilter;
    const query = params.get('q') ?? '';
    const set = (change: (next: URLSearchParams) => void, replace = true) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          change(next);
          return next;
        },
        { replace },
      );
    const put = (name: string, value: string | undefined) =>
      set((next) => (value ? next.set(name, value) : next.delete(name)));
    return {
      query,
      // Without a question nothing is best, and memories stand in their groups.
      sort: SORTS.find((sort) => sort === params.get('sort')) ?? (query ? 'best' : 'group'),
      weaker: params.has('weak'),
      filter,
      group,
      stage,
      open: params.get('m') ?? undefined,
      filters:
        Object.values(lists).flat().length +
        Object.keys(switches).length +
        [group, stage, file, phrase].filter(Boolean).length,
      values,
      toggle: (name, value) =>
        set((next) =>
          next.has(LISTS[name], value) ? next.delete(LISTS[name], value) : next.append(LISTS[name], value),
        ),
      flip: (name) => put(SWITCHES[name], params.has(SWITCHES[name]) ? undefined : '1'),
      setGroup: (one) => put('group', one),
      setStage: (one) => put('stage', one),
      setFile: (path) => put('file', path),
      setPhrase: (words) => put('has', words),
      setQuery: (query) =>
        set((next) => {
          if (query) next.set('q', query);
          else next.delete('q');
          next.delete('weak');
        }),
      setWeaker: (weaker) => put('weak', weaker ? '1' : undefined),
      setSort: (sort) => put('sort', sort === (query ? 'best' : 'group') ? undefined : sort),
      // The first memory that is opened is a step of its own, so that Back closes it.
      setOpen: (id) => set((next) => (id ? next.set('m', id) : next.delete('m')), params.has('m')),
      clear: () =>
        set((next) => {
          const single = ['group', 'stage', 'file', 'has'];
          for (const name of [...Object.values(LISTS), ...Object.values(SWITCHES), ...single])
            next.delete(name);
        }),
    };
  }, [params, setParams]);
}
