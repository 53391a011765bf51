import type { Memory, MemoryGroup } from '@sqrl/base/model/memory.ts';
import type { Input } from '@sqrl/squirrel/protocol/verbs.ts';
import { useMemo } from 'react';
import { type AddressChange, useAddress } from '../../app/choices.ts';
import { word } from '../../words/nouns.ts';

type ListFilter = NonNullable<Input<'list'>['filter']>;
export type ListSort = NonNullable<Input<'list'>['order']>;

export const PAGE_ROWS = 50;

/** Where a memory stands in its life: its name, what follows from it, and what it means in a filter. */
export const STAGES = {
  suggested: ['Suggested', 'Not delivered until you confirm it.', { needsReview: true }],
  active: ['Active', 'Delivered to agents when it applies.', { needsReview: false }],
  archived: ['Archived', 'Not delivered, kept for the record.', { statuses: ['deprecated'] }],
} as const satisfies Record<string, readonly [string, string, ListFilter]>;
type Stage = keyof typeof STAGES;

export const stageOf = ({ status, needsReview }: Pick<Memory, 'status' | 'needsReview'>): Stage =>
  status === 'deprecated' ? 'archived' : needsReview ? 'suggested' : 'active';

export const GROUPS: Readonly<Record<MemoryGroup, string>> = {
  rules: 'Rules',
  commands: 'Commands',
  gotchas: 'Gotchas',
  decisions: 'Decisions',
  facts: 'Facts',
};

const FLAGS = { pinned: 'Pinned', verified: 'Confirmed', stale: 'Stale', conflicts: 'Contradicts another' };

interface Facet {
  title: string;
  /** Its values with what they are called, where they are always the same. */
  names?: Readonly<Record<string, string>>;
  /** Where only one can be chosen: what all of them are called. */
  all?: string;
  filter(values: readonly string[]): object;
}

export const FACETS: Readonly<Record<string, Facet>> = {
  group: { title: 'Kind', names: GROUPS, all: 'All', filter: (groups) => ({ groups }) },
  stage: {
    title: 'Stage',
    names: Object.fromEntries(Object.entries(STAGES).map(([stage, [name]]) => [stage, name])),
    all: 'Suggested and active',
    filter: ([stage]) => STAGES[stage as Stage]?.[2] ?? {},
  },
  flag: {
    title: 'Flags',
    names: FLAGS,
    filter: (flags) => Object.fromEntries(flags.map((flag) => [flag, true])),
  },
  type: { title: 'Type', filter: (types) => ({ types }) },
  tier: { title: 'Tier', filter: (tiers) => ({ tiers }) },
  scope: { title: 'Scope', filter: (scopes) => ({ scopes }) },
  source: { title: 'Source', filter: (sources) => ({ sources }) },
  client: { title: 'Client', filter: (clients) => ({ clients }) },
  tag: { title: 'Tags', filter: (tags) => ({ tags }) },
};

/** What a value is called. One that the daemon has and this page does not know yet is shown as it is. */
export const labelOf = (facet: string, value: string): string =>
  FACETS[facet]?.names?.[value] ?? (['client', 'tag'].includes(facet) ? value : word(facet, value));

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

export type MemoryListState = ReturnType<typeof useMemoryListState>;

/** Which memories are wanted, as the address says it: every view can be sent to somebody, or be gone back to. */
export function useMemoryListState() {
  const [params, set] = useAddress();
  return useMemo(() => {
    const values = (facet: string): readonly string[] => params.getAll(facet);
    const chosen = Object.keys(FACETS).filter((facet) => params.has(facet));
    const [file, phrase] = [params.get('file') ?? '', params.get('has') ?? ''];
    const query = params.get('q') ?? '';
    // Without a question nothing is best, and memories stand in their groups.
    const usual = query ? 'best' : 'group';
    const put = (change: AddressChange) => set({ page: undefined, ...change }, { replace: true });
    const filter: ListFilter = Object.assign(
      {},
      ...chosen.map((facet) => FACETS[facet]!.filter(values(facet))),
      file && { file },
      phrase && { phrase },
    );
    return {
      query,
      sort: (Object.keys(SORTS) as ListSort[]).find((sort) => sort === params.get('sort')) ?? usual,
      /** Whether results that are hardly about the question are listed too. */
      weaker: params.has('weak'),
      file,
      phrase,
      filter,
      filters: chosen.flatMap(values).length + [file, phrase].filter(Boolean).length,
      page: Math.max(0, Math.trunc(Number(params.get('page')) || 0)),
      open: params.get('m') ?? undefined,
      values,
      put,
      setQuery: (q: string) => put({ q, weak: undefined }),
      setSort: (sort: ListSort) => put({ sort: sort === usual ? undefined : sort }),
      // The first memory that is opened is a step of its own, so that Back closes it.
      setOpen: (m: string | undefined) => set({ m }, { replace: params.has('m') }),
      clear: () =>
        put(Object.fromEntries(['file', 'has', ...Object.keys(FACETS)].map((name) => [name, undefined]))),
    };
  }, [params, set]);
}
