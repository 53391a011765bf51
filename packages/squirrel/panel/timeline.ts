import { type Episode, FRUSTRATION } from '@sqrl/base/model/episode.ts';
import { CLIENTS, type Client } from '@sqrl/base/model/event.ts';
import { deliveredIn } from '../store/delivery/receipts.ts';
import { episodesOfSessions } from '../store/episodes/episodes.ts';
import {
  countSessions,
  countsOfSessions,
  sessionsByClient,
  sessionsWhere,
} from '../store/events/sessions.ts';
import { learnedIn } from '../store/memory/portrait.ts';
import type { Engine } from '../workspace/workspace.ts';

export interface TimelineRequest {
  clients?: Client[] | undefined;
  since?: number | undefined;
  until?: number | undefined;
  statuses?: string[] | undefined;
  hard?: boolean | undefined;
  words?: string | undefined;
  limit: number;
  offset: number;
}

const AGENTS = CLIENTS.filter((client) => client !== 'git' && client !== 'ci');
/** Memories listed for one session. */
const MAX_NAMED_MEMORIES = 20;

/** The sessions of this project with their outcome, what was delivered to them and what was learned; a few queries for a whole page. */
export function timeline(engine: Engine, { clients = AGENTS, limit, offset, ...filter }: TimelineRequest) {
  const { store } = engine.own;
  const sessions = sessionsWhere(store, { clients, ...filter }, { limit, offset });
  const total = countSessions(store, { clients, ...filter });
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

type TimelineEpisode = ReturnType<typeof episodesOfSessions> extends Map<number, (infer E)[]> ? E : never;

const SHORT = [
  ...(['id', 'startedAt', 'endedAt', 'eventCount', 'task', 'phase'] as const),
  ...(['status', 'outcome', 'stats', 'filesChanged'] as const),
] as const;

const shortly = (episode: TimelineEpisode) =>
  Object.fromEntries(SHORT.map((key) => [key, episode[key]])) as Pick<
    TimelineEpisode,
    (typeof SHORT)[number]
  >;

/** How hard a session was, all its episodes together. */
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
