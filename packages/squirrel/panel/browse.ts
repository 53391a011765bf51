import type { Notice } from '@sqrl/base/messages.ts';
import { groupOf, MEMORY_GROUPS } from '@sqrl/base/model/memory.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import type { Hit } from '../recall/find.ts';
import { withHolding } from '../recall/literal.ts';
import { search } from '../recall/verbs/find.ts';
import { comparePlaces, firstPlaces, type MemorySort, type RankedRow } from '../store/memory/browse.ts';
import { countWhere } from '../store/memory/filters.ts';
import type { Engine } from '../workspace/workspace.ts';
import { cardsOf, type PanelMemory } from './card.ts';
import { type Facets, facetsAmong, facetsOf } from './facets.ts';
import { clientsOf, filterFor, type PanelFilter } from './filter.ts';

export interface BrowseRequest {
  query: string;
  filter: PanelFilter;
  sort: MemorySort | 'best';
  limit: number;
  offset: number;
  facets: boolean;
  fast: boolean;
  weaker: boolean;
}

export interface Page {
  memories: (PanelMemory & { score: number | null; why: string[] })[];
  total: number;
  /** Results that are hardly about the question, and are left out unless they are asked for. */
  weaker: number;
  facets: Facets | null;
  notices: Notice[];
}

/** Most results of a question that are paged through; the tail is guesswork. */
const MAX_ANSWERS = 500;

/** Memories by filters or by a question, a page of them, with counts for every filter. Looking leaves no trace. */
export async function browse(engine: Engine, asked: BrowseRequest): Promise<Page> {
  engine.flush();
  return asked.query.trim() === '' ? listed(engine, asked) : answered(engine, asked);
}

function listed(engine: Engine, { filter, sort, limit, offset, facets }: BrowseRequest): Page {
  const now = engine.now();
  const order = sort === 'best' ? 'newest' : sort;
  const compare = comparePlaces(order);
  const indexedStores = engine.indexedStores.map((indexedStore) => ({
    indexedStore,
    filter: filterFor(engine, indexedStore, filter),
  }));
  const counts = indexedStores.map(({ indexedStore, filter }) => countWhere(indexedStore.store, filter, now));
  const total = counts.reduce((sum, n) => sum + n, 0);
  const places =
    offset >= total
      ? []
      : indexedStores
          .flatMap(({ indexedStore, filter }) =>
            firstPlaces(indexedStore.store, filter, { sort: order, limit: offset + limit, now }).map(
              (place): RankedRow & { indexedStore: typeof indexedStore } => ({ ...place, indexedStore }),
            ),
          )
          .sort(
            (a, b) =>
              compare(a, b) ||
              engine.indexedStores.indexOf(a.indexedStore) - engine.indexedStores.indexOf(b.indexedStore),
          )
          .slice(offset, offset + limit);
  return {
    memories: cardsOf(engine, places).map((card) => ({ ...card, score: null, why: [] })),
    total,
    weaker: 0,
    facets: facets ? facetsOf(engine, filter) : null,
    notices: [],
  };
}

async function answered(engine: Engine, asked: BrowseRequest): Promise<Page> {
  const { query, sort, limit, offset, facets, fast, weaker } = asked;
  const { clients, ...filter } = asked.filter;
  const wanted = new Set<string>(clients);
  const { hits, notices, text } = await search(engine, {
    question: query,
    limit: MAX_ANSWERS,
    filter,
    rerank: fast ? false : undefined,
    explicit: true,
    repeats: true,
  });
  const from = new Map(
    engine.indexedStores.map((indexedStore) => [indexedStore, clientsOf(engine, indexedStore)]),
  );
  const { hits: listed, holds } = withHolding(engine, hits, text, { filter, limit: MAX_ANSWERS });
  const found = listed
    .map((hit) => ({ ...hit, clients: from.get(hit.indexedStore)!.get(hit.row) ?? [] }))
    .filter((hit) => wanted.size === 0 || hit.clients.some((client) => wanted.has(client)));
  const isAbout = aboutness(query);
  const about = found.filter((hit) => holds.has(hit.memory.id) || isAbout(hit));
  const all = weaker ? found : about;
  const page = (some: typeof all) => {
    const byId = new Map(some.map((hit) => [hit.memory.id, hit]));
    return cardsOf(engine, some).map((card) => {
      const { score, why } = byId.get(card.id)!;
      return { ...card, score, why };
    });
  };
  const whole = facets || sort !== 'best' ? page(all) : [];
  const sorted = sort === 'best' ? undefined : whole.toSorted(SORTS[sort]);
  return {
    memories: sorted ? sorted.slice(offset, offset + limit) : page(all.slice(offset, offset + limit)),
    total: all.length,
    weaker: found.length - about.length,
    facets: facets
      ? facetsAmong(
          whole,
          all.map((hit) => hit.clients),
        )
      : null,
    notices,
  };
}

/** As near in meaning as this, or with this share of its words, a memory is about a question; as for answers to one. */
const MIN_COSINE = 0.4;
const MIN_WORDS = 0.6;
/** Reasons for which a memory is found that are neither its words nor its meaning. */
const GIVEN = /^(?:kept under|learned|about) /;

/** Says of a result whether it is about the question at all: the five hundredth is found for some word of it, too. */
function aboutness(question: string): (hit: Hit) => boolean {
  const all = [...contentWords(question)];
  const words = all.length > 0 ? all : [question.trim().toLowerCase()];
  return ({ memory: { text, key, tags, files }, cosine, why }) => {
    if ((cosine ?? 0) >= MIN_COSINE || why.some((each) => GIVEN.test(each))) return true;
    const said = [text, key ?? '', ...tags, ...files].join('\n');
    const [letters, forms] = [said.toLowerCase(), contentWords(said)];
    // A word that is still being typed is the beginning of one.
    const shared = words.filter((word) => letters.includes(word) || forms.has(word)).length;
    return shared / words.length >= MIN_WORDS;
  };
}

const then = (a: PanelMemory, b: PanelMemory): number => (a.id < b.id ? -1 : 1);

const SORTS: Record<MemorySort, (a: PanelMemory, b: PanelMemory) => number> = {
  group: (a, b) =>
    MEMORY_GROUPS.indexOf(groupOf(a)) - MEMORY_GROUPS.indexOf(groupOf(b)) ||
    b.createdAt - a.createdAt ||
    then(a, b),
  newest: (a, b) => b.createdAt - a.createdAt || then(a, b),
  oldest: (a, b) => a.createdAt - b.createdAt || then(a, b),
  changed: (a, b) => b.updatedAt - a.updatedAt || then(a, b),
  used: (a, b) => (b.lastUsedAt ?? 0) - (a.lastUsedAt ?? 0) || then(a, b),
  'most used': (a, b) => b.uses - a.uses || then(a, b),
  surest: (a, b) => b.confidence - a.confidence || then(a, b),
  'least sure': (a, b) => a.confidence - b.confidence || then(a, b),
};
