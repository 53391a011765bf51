import { proofMessage } from '../base/messages.ts';
import { projectTime } from '../store/events/project-time.ts';
import { sessionsAt } from '../store/events/work-sessions.ts';
import { cardRows } from '../store/memory/browse.ts';
import {
  countLearntSince,
  deliveriesIn,
  type LearnedMemory,
  lastRow,
  learntSince,
  quotedProofs,
  sessionsOfEpisodes,
} from '../store/memory/inbox.ts';
import { countMarks, type Row } from '../store/memory/memories.ts';
import { shortOnes } from '../store/memory/portrait.ts';
import { projectState, setProjectState } from '../store/project-state.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import type { Engine } from '../workspace/workspace.ts';
import { cardOf } from './card.ts';

export interface InboxRequest {
  since?: number | undefined;
  limit: number;
  offset: number;
  perSession: number;
}

/**
 * What was learned since a person last looked, session by session. The order of insertion decides, not the time: a memory
 * learned today from an old log is new.
 */
export function inbox(engine: Engine, { since, limit, offset, perSession }: InboxRequest) {
  const looked = lookedIn(engine);
  const news = engine.indexedStores.flatMap((indexedStore) =>
    learntSince(indexedStore.store, { row: looked.rows.get(indexedStore) ?? 0, at: since ?? null }).map(
      (one) => ({
        ...one,
        indexedStore,
      }),
    ),
  );
  const groups = bySession(engine, news);
  const page = groups.slice(offset, offset + limit);
  const rows = page.flatMap(({ session }) => session?.row ?? []);
  const told = Map.groupBy(deliveriesIn(engine.own.store, rows), ({ session }) => session);
  const memories = [...told.values()].flat().map(({ memory }) => memory);
  const texts = new Map(engine.indexedStores.flatMap(({ store }) => [...shortOnes(store, memories)]));
  return {
    since: since ?? null,
    lookedAt: looked.at,
    mark: [engine.own, engine.user].map(({ store }) => lastRow(store)).join('-'),
    sessions: page.map(({ session, task, learnt }) => ({
      session: session ? withoutRow(session) : null,
      task,
      remembered: (session ? (told.get(session.row) ?? []) : []).flatMap(({ memory, used, failure }) => {
        const short = texts.get(memory);
        return short ? [{ id: memory, type: short.type as never, text: short.text, used, failure }] : [];
      }),
      learnt: learntCards(engine, learnt.slice(0, perSession)),
      learntTotal: learnt.length,
    })),
    total: groups.length,
    memories: news.length,
    needsReview: engine.indexedStores.reduce((sum, { store }) => sum + countMarks(store, 0).needsReview, 0),
  };
}

/** How many memories an inbox would tell of. */
export function countNews(engine: Engine): number {
  const { rows } = lookedIn(engine);
  return engine.indexedStores.reduce(
    (sum, indexedStore) => sum + countLearntSince(indexedStore.store, rows.get(indexedStore) ?? 0),
    0,
  );
}

/** Records that an inbox was seen; an older mark changes nothing. */
export function markInboxSeen(engine: Engine, mark: string): { lookedAt: number } {
  const [own, user] = mark.split('-').map(Number);
  const at = engine.now();
  const before = lookedIn(engine);
  for (const [indexedStore, row] of new Map([
    [engine.user, user!],
    [engine.own, own!],
  ]))
    setProjectState(
      indexedStore.store,
      'looked',
      JSON.stringify({
        at,
        row: Math.max(Math.min(row, lastRow(indexedStore.store)), before.rows.get(indexedStore) ?? 0),
      }),
    );
  return { lookedAt: at };
}

function lookedIn({ own, indexedStores }: Engine): { at: number | null; rows: Map<IndexedStore, Row> } {
  const kept = new Map(
    indexedStores.flatMap((indexedStore) => {
      const state = projectState(indexedStore.store, 'looked');
      return state ? [[indexedStore, JSON.parse(state) as { at: number; row: Row }]] : [];
    }),
  );
  return {
    at: kept.get(own)?.at ?? null,
    rows: new Map([...kept].map(([indexedStore, { row }]) => [indexedStore, row])),
  };
}

type InboxEntry = LearnedMemory & { indexedStore: IndexedStore };

/** The latest session first; what came from none of this project's last. */
function bySession(engine: Engine, news: readonly InboxEntry[]) {
  const { store } = engine.own;
  const of = sessionsOfEpisodes(
    store,
    news.flatMap(({ episode }) => episode ?? []),
  );
  const groups = Map.groupBy(news, ({ episode }) =>
    episode === null ? undefined : of.get(episode)?.session,
  );
  const sessions = sessionsAt(
    store,
    [...groups.keys()].filter((row) => row !== undefined),
  );
  return [...groups]
    .map(([row, learnt]) => ({
      session: row === undefined ? undefined : sessions.get(row),
      task: taskOf(learnt, of),
      learnt,
    }))
    .sort(
      (a, b) =>
        (b.session?.endedAt ?? Number.NEGATIVE_INFINITY) - (a.session?.endedAt ?? Number.NEGATIVE_INFINITY) ||
        (a.session?.row ?? 0) - (b.session?.row ?? 0),
    );
}

const taskOf = (learnt: readonly InboxEntry[], of: ReadonlyMap<string, { task: string }>): string | null =>
  learnt.map(({ episode }) => (episode === null ? undefined : of.get(episode)?.task)).find((task) => task) ??
  null;

function learntCards(engine: Engine, learnt: readonly InboxEntry[]) {
  const time = projectTime(engine.own.store, engine.now());
  return [...Map.groupBy(learnt, ({ indexedStore }) => indexedStore)].flatMap(([indexedStore, some]) => {
    const rows = some.map(({ row }) => row);
    const proofs = quotedProofs(indexedStore.store, rows);
    const cards = cardRows(indexedStore.store, rows);
    return rows.flatMap((row) => {
      const card = cards.get(row);
      const { quote = null, event = null, proof } = proofs.get(row) ?? {};
      return card ? [{ memory: cardOf(card, time), quote, event, why: proofMessage(proof) }] : [];
    });
  });
}

const withoutRow = <T extends { row: number }>({ row: _, ...rest }: T): Omit<T, 'row'> => rest;
