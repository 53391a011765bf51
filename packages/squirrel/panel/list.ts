import type { Parsed } from '../protocol/verbs.ts';
import { answering, withHolding } from '../recall/answering.ts';
import type { Hit } from '../recall/find.ts';
import { search } from '../recall/verbs/find.ts';
import { countWhere, type MemoryFilter } from '../store/memory/filters.ts';
import type { Row } from '../store/memory/memories.ts';
import { comparePlaces, firstPlaces, type MemorySort, type RankedRow } from '../store/memory/portrait.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import type { Engine } from '../workspace/workspace.ts';
import { cardsOf } from './card.ts';
import { clientsOf, countFacets, filterFor } from './facets.ts';

/** Most results of a question that are paged through; the tail is guesswork. */
const MAX_ANSWERS = 500;

/** Memories by filters or by a question, a page of them, with counts for every filter. Looking leaves no trace. */
export async function listMemories(engine: Engine, asked: Parsed<'list'>) {
  engine.flush();
  return asked.query.trim() === '' ? listed(engine, asked) : answered(engine, asked);
}

function listed(engine: Engine, { filter, order, limit, offset, facets }: Parsed<'list'>) {
  const sort = order === 'best' ? 'newest' : order;
  const filters = new Map(engine.indexedStores.map((each) => [each, filterFor(engine, each, filter)]));
  const total = [...filters].reduce(
    (sum, [{ store }, each]) => sum + countWhere(store, each, engine.now()),
    0,
  );
  const places = offset < total ? placesIn(engine, filters, { sort, limit, offset }) : [];
  return {
    memories: rowsOf(engine, places),
    total,
    weaker: 0,
    facets: facets ? countFacets(engine, filter) : null,
    notices: [],
  };
}

/** Memories as the list shows them; of the answers to a question, how well and why each fits. */
function rowsOf(engine: Engine, places: Parameters<typeof cardsOf>[1], hits: readonly Hit[] = []) {
  const byId = new Map(hits.map((hit) => [hit.memory.id, hit]));
  return cardsOf(engine, places).map((card) => {
    const { score = null, why = [] } = byId.get(card.id) ?? {};
    return { ...card, score, why };
  });
}

/** A page of what the filters of the stores let through, in one order over all of them. */
function placesIn(
  engine: Engine,
  filters: ReadonlyMap<IndexedStore, MemoryFilter>,
  { sort, limit, offset }: { sort: MemorySort; limit: number; offset: number },
): (RankedRow & { indexedStore: IndexedStore })[] {
  return [...filters]
    .flatMap(([indexedStore, filter]) =>
      firstPlaces(indexedStore.store, filter, { sort, limit: offset + limit, now: engine.now() }).map(
        (place) => ({ ...place, indexedStore }),
      ),
    )
    .sort(comparePlaces(sort))
    .slice(offset, offset + limit);
}

async function answered(engine: Engine, asked: Parsed<'list'>) {
  const { query, order, limit, offset, facets, fast, weaker } = asked;
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
  const { hits: listed, holds } = withHolding(engine, hits, text, { filter, limit: MAX_ANSWERS });
  const from = new Map(
    wanted.size === 0 ? [] : engine.indexedStores.map((each) => [each, clientsOf(engine, each)]),
  );
  const isFrom = (row: Row, indexedStore: IndexedStore) =>
    from.get(indexedStore)?.get(row)?.isDisjointFrom(wanted) === false;
  const found = listed.filter(({ indexedStore, row }) => wanted.size === 0 || isFrom(row, indexedStore));
  const sure = new Set(answering(query, found, { minCosine: MIN_COSINE, minShare: 0 }));
  const about = found.filter(
    (hit) => holds.has(hit.memory.id) || sure.has(hit) || hit.why.some((each) => GIVEN.test(each)),
  );
  const all = weaker ? found : about;
  const among = new Map(
    [...Map.groupBy(all, (hit) => hit.indexedStore)].map(([each, hits]) => [
      each,
      hits.map(({ row }) => row),
    ]),
  );
  const places =
    order === 'best'
      ? all.slice(offset, offset + limit)
      : placesIn(engine, new Map([...among].map(([each, rows]) => [each, { ...filter, rows }])), {
          ...{ sort: order, limit, offset },
        });
  return {
    memories: rowsOf(engine, places, all),
    total: all.length,
    weaker: found.length - about.length,
    facets: facets ? countFacets(engine, asked.filter, among) : null,
    notices,
  };
}

/** As near in meaning as this, or with most of its words, a memory is about a question; the five hundredth is not. */
const MIN_COSINE = 0.4;
/** Reasons for which a memory is found that are neither its words nor its meaning. */
const GIVEN = /^(?:kept under|learned|about) /;
