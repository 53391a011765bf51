import { MEMORY_GROUPS, type Memory, type MemoryGroup } from '@sqrl/base/model/memory.ts';
import type { Input } from '@sqrl/squirrel/protocol/verbs.ts';
import { useMemo } from 'react';
import { type AddressChange, useAddress } from '../../app/address.ts';
import { nounWords } from '../../words/nouns.ts';

type BrowseInput = Input<'browse'>;
type ListFilter = NonNullable<BrowseInput['filter']>;
export type ListSort = NonNullable<BrowseInput['sort']>;

/** The filters that are lists: what each is called, and in an address; its values are called by the nouns of that name. */
export const LISTS = {
  types: ['Type', 'type'],
  tiers: ['Tier', 'tier'],
  scopes: ['Scope', 'scope'],
  sources: ['Source', 'source'],
  clients: ['Client', 'client'],
  tags: ['Tags', 'tag'],
} as const satisfies Partial<Record<keyof ListFilter, readonly [string, string]>>;
export type ListName = keyof typeof LISTS;

/** What a value of a list is called. One that the daemon has and this page does not know yet is shown as it is. */
export const labelOf = (name: ListName, value: string): string =>
  (nounWords as Record<string, string>)[`${LISTS[name][1]}.${value}`] ?? value;

/** The filters that are either on or off; in an address they are called the same. */
export const SWITCHES = {
  pinned: 'Pinned',
  verified: 'Confirmed',
  stale: 'Stale',
  conflicts: 'Contradicts another',
} as const satisfies Partial<Record<keyof ListFilter, string>>;

/** Where a memory stands in its life: its name, what follows from it, and what it means in a filter. */
export const STAGES = {
  suggested: ['Suggested', 'Not delivered until you confirm it.', { needsReview: true }],
  active: ['Active', 'Delivered to agents when it applies.', { needsReview: false }],
  archived: ['Archived', 'Not delivered, kept for the record.', { statuses: ['deprecated'] }],
} as const satisfies Record<string, readonly [string, string, ListFilter]>;
export type Stage = keyof typeof STAGES;

/** The stage of a memory. */
export const stageOf = ({ status, needsReview }: Pick<Memory, 'status' | 'needsReview'>): Stage =>
  status === 'deprecated' ? 'archived' : needsReview ? 'suggested' : 'active';

/** What the groups of memories are called. */
export const GROUPS: Readonly<Record<MemoryGroup, string>> = {
  rules: 'Rules',
  commands: 'Commands',
  gotchas: 'Gotchas',
  decisions: 'Decisions',
  facts: 'Facts',
};

export const SORTS: Readonly<Record<ListSort, string>> = {
  best: 'Relevance',
  group: 'Kind',
  newest: 'Newest',
  oldest: 'Oldest',
  changed: 'Recently updated',
  used: 'Last used',
  'most used': 'Most used',
  surest: 'Highest confidence',
  'least sure': 'Lowest confidence',
};

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
  /** Changes filters, by their names in the address. */
  put(change: AddressChange): void;
  setQuery(query: string): void;
  setSort(sort: ListSort): void;
  setOpen(id: string | undefined): void;
  clear(): void;
}

/** Reads what is wanted from the address, and writes it there. */
export function useMemoryListState(): MemoryListState {
  const [params, set] = useAddress();
  return useMemo(() => {
    const values = (name: ListName) => params.getAll(LISTS[name][1]);
    const lists = (Object.keys(LISTS) as ListName[]).filter((name) => values(name).length > 0);
    const switches = Object.keys(SWITCHES).filter((name) => params.has(name));
    const [file, phrase] = [params.get('file'), params.get('has')];
    const group = MEMORY_GROUPS.find((one) => one === params.get('group'));
    const stage = (Object.keys(STAGES) as Stage[]).find((one) => one === params.get('stage'));
    const filter = {
      ...Object.fromEntries(lists.map((name) => [name, values(name)])),
      ...Object.fromEntries(switches.map((name) => [name, true])),
      ...(group && { groups: [group] }),
      ...(stage && STAGES[stage][2]),
      ...(file && { file }),
      ...(phrase && { phrase }),
    } as ListFilter;
    const query = params.get('q') ?? '';
    // Without a question nothing is best, and memories stand in their groups.
    const usual = query ? 'best' : 'group';
    const put = (change: AddressChange) => set(change, { replace: true });
    return {
      query,
      sort: (Object.keys(SORTS) as ListSort[]).find((sort) => sort === params.get('sort')) ?? usual,
      weaker: params.has('weak'),
      filter,
      group,
      stage,
      open: params.get('m') ?? undefined,
      filters:
        lists.flatMap(values).length + switches.length + [group, stage, file, phrase].filter(Boolean).length,
      values,
      toggle(name, value) {
        const others = values(name).filter((one) => one !== value);
        put({ [LISTS[name][1]]: others.length < values(name).length ? others : [...others, value] });
      },
      put,
      setQuery: (q) => put({ q, weak: undefined }),
      setSort: (sort) => put({ sort: sort === usual ? undefined : sort }),
      // The first memory that is opened is a step of its own, so that Back closes it.
      setOpen: (m) => set({ m }, { replace: params.has('m') }),
      clear: () =>
        put(
          Object.fromEntries(
            [
              ...['group', 'stage', 'file', 'has', ...Object.keys(SWITCHES)],
              ...Object.values(LISTS).map(([, short]) => short),
            ].map((name) => [name, undefined]),
          ),
        ),
    };
  }, [params, set]);
}
