import { citedParts, digitsOfSaid, saidId } from '@sqrl/base/model/citation.ts';
import { type Episode, FRUSTRATION } from '@sqrl/base/model/episode.ts';
import type { EventKind } from '@sqrl/base/model/event.ts';
import type { MemoryType } from '@sqrl/base/model/memory.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { lookUpSession } from '../ingest/work/sessions.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { deliveredIn, injectionsOf } from '../store/delivery/receipts.ts';
import { episodesOfSessions } from '../store/episodes/episodes.ts';
import { eventPlace, indexOfEvent } from '../store/events/changes.ts';
import { countEventsOf, episodesOfEvents, eventsOf } from '../store/events/events.ts';
import {
  countSessions,
  countsOfSessions,
  sessionsByClient,
  sessionsWhere,
} from '../store/events/sessions.ts';
import { memoryAt, rowsById } from '../store/memory/memories.ts';
import { learnedIn } from '../store/memory/portrait.ts';
import { messagesByDigits } from '../store/passages/passages.ts';
import type { Engine } from '../workspace/workspace.ts';
import { shortMemories } from './card.ts';

const MAX_NAMED_MEMORIES = 20;

/** The sessions of this project with their outcome, what was delivered to them and what was learned; a few queries for a whole page. */
export function sessions(engine: Engine, { limit, offset, ...filter }: Parsed<'sessions'>) {
  const { store } = engine.own;
  const sessions = sessionsWhere(store, filter, { limit, offset });
  const total = countSessions(store, filter);
  const rows = sessions.map(({ row }) => row);
  const counts = countsOfSessions(store, rows);
  const episodes = episodesOfSessions(store, rows);
  const delivered = deliveredIn(store, rows);
  const ids = [...episodes.values()].flat().map(({ id }) => id);
  const learned = Map.groupBy(
    engine.indexedStores.flatMap(({ store: each }) => learnedIn(each, ids)),
    ({ episode }) => episode,
  );
  return {
    total,
    byClient: sessionsByClient(store),
    sessions: sessions.map(({ row, ...session }) => {
      const mine = episodes.get(row) ?? [];
      const { holdout = null, ...told } = delivered.get(row) ?? { times: 0, tokens: 0, memories: 0 };
      const from = [
        ...new Map(
          mine
            .flatMap(({ id }) => learned.get(id) ?? [])
            .map(({ id, type, text }) => [id, { id, type, text }]),
        ).values(),
      ];
      return {
        ...session,
        ...counts.get(row)!,
        struggle: struggleOf(mine),
        episodes: mine.map(shortly),
        delivered: told,
        holdout,
        learned: from.slice(0, MAX_NAMED_MEMORIES),
        learnedTotal: from.length,
      };
    }),
  };
}

type SessionEpisode = ReturnType<typeof episodesOfSessions> extends Map<number, (infer E)[]> ? E : never;

/** Without what a list does not show. */
const shortly = ({ row: _, session: __, filesRead, tools, summary, ...shown }: SessionEpisode) => shown;

function struggleOf(episodes: readonly Pick<Episode, 'stats'>[]) {
  const sum = (of: (stats: Episode['stats']) => number) =>
    episodes.reduce((total, { stats }) => total + of(stats), 0);
  const errors = sum((stats) => stats.errors);
  const retryLoops = sum((stats) => stats.retryLoops);
  const worst = Math.max(0, ...episodes.map(({ stats }) => FRUSTRATION.indexOf(stats.frustration)));
  return {
    errors,
    retryLoops,
    frustration: FRUSTRATION[worst]!,
    score: 1 - Math.exp(-(errors + ERRORS_PER_RETRY * retryLoops + ERRORS_PER_ANGER * worst) / HARD_ERRORS),
  };
}

/** Ten errors give a score of about two thirds; a retry loop counts as two errors, each level of frustration as four. */
const HARD_ERRORS = 10;
const ERRORS_PER_RETRY = 2;
const ERRORS_PER_ANGER = 4;

/** A session step by step, a page of it, with what was delivered to it and what was learned from each step. */
export function events(engine: Engine, asked: Parsed<'events'>) {
  const { session: id, kinds, limit, event } = asked;
  const { store, session: found } = lookUpSession(engine, id ?? sessionOf(engine, event ?? ''));
  const { row, ...session } = found;
  const told = injectionsOf(store, session.client, session.id);
  const at =
    event === undefined
      ? undefined
      : indexOfEvent(store, { session: row, digits: digitsOfSaid(event), kinds });
  const offset = at === undefined ? asked.offset : at - (at % limit);
  const counts = countEventsOf(store, row, { kinds, before: told.map(({ at }) => at) });
  const page = eventsOf(store, row, { kinds, limit, offset });
  const episodeOf = episodesOfEvents(
    store,
    page.map((event) => event.row),
  );
  const learned = learnedFrom(engine, [...new Set(episodeOf.values())]);
  const texts = shortMemories(
    engine,
    told.flatMap(({ memories }) => memories),
  );
  return {
    session: { ...session, ...countsOfSessions(store, [row]).get(row)! },
    episodes: (episodesOfSessions(store, [row]).get(row) ?? []).map(({ row: _, ...episode }) => episode),
    events: page.map(({ row: step, ...happened }, i) => ({
      ...happened,
      index: offset + i,
      episode: episodeOf.get(step) ?? null,
      learned: learned.get(happened.id) ?? [],
      cited: OUTPUT.has(happened.kind) ? citedIn(engine, happened.text) : [],
    })),
    total: counts.total,
    at: at ?? null,
    deliveries: told.map(({ id, at, point, about, tokens, shown, holdout, memories, passages }, i) => ({
      id,
      at,
      index: counts.before[i]!,
      point,
      about,
      tokens,
      shown,
      holdout,
      memories: memories.flatMap((memory) => {
        const short = texts.get(memory);
        return short ? [{ id: memory, type: short.type, text: short.text }] : [];
      }),
      passages: passages.flatMap((event) => quotedMessage(engine, event)),
    })),
  };
}

function sessionOf({ indexedStores }: Engine, event: string): string {
  const [place] = indexedStores.flatMap(({ store }) => eventPlace(store, digitsOfSaid(event)) ?? []);
  if (place) return place.session;
  throw new Problem(
    `No event has the id ${event}.`,
    'It may belong to another project, or its session was erased.',
    'not_found',
  );
}

/** What an agent says itself; what it reads may cite anything. */
const OUTPUT = new Set<EventKind>(['reply', 'reasoning']);

/** The memories that an agent cites, as they read now, with the id that it wrote; none that are gone. */
function citedIn({ indexedStores }: Engine, text: string) {
  const ids = new Set(citedParts(text).flatMap((part) => ('id' in part ? part.id : [])));
  return [...ids].flatMap((as) =>
    indexedStores
      .flatMap(({ store }) =>
        rowsById(store, as)
          .slice(0, 1)
          .map((row) => memoryAt(store, row)!),
      )
      .slice(0, 1)
      .map(({ id, type, text, status }) => ({ as, id, type, text, archived: status === 'deprecated' })),
  );
}

/** A message that a delivery quoted, as it reads now; none where it is gone. */
const quotedMessage = ({ indexedStores }: Engine, event: string) =>
  indexedStores
    .flatMap(({ store }) => messagesByDigits(store, event, 1))
    .slice(0, 1)
    .map(({ speaker, at, session, text }) => ({
      id: saidId(event),
      speaker,
      at,
      session,
      text: redactSync(text).text.slice(0, MAX_QUOTED_CHARS).toWellFormed(),
    }));

const MAX_QUOTED_CHARS = 320;

/** What was learned from each event, by the event's id; of a proof that names several, the last one made it one. */
function learnedFrom({ indexedStores }: Engine, episodes: readonly string[]) {
  const found = new Map<string, { id: string; type: MemoryType; text: string }[]>();
  for (const { store } of indexedStores)
    for (const { events, id, type, text } of learnedIn(store, episodes)) {
      const last = events.at(-1);
      if (last === undefined) continue;
      const before = found.get(last);
      if (!before) found.set(last, [{ id, type, text }]);
      else if (!before.some((one) => one.id === id)) before.push({ id, type, text });
    }
  return found;
}
