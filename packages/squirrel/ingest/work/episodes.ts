import type { Episode } from '@sqrl/base/model/episode.ts';
import { countEpisodes, episodesWhere } from '../../store/episodes/episodes.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { QUIET } from '../episodes/cut.ts';
import { lookUpSession } from './sessions.ts';

export interface EpisodesRequest {
  /** The beginning of a session's id will do. */
  session?: string | undefined;
  since?: number | undefined;
  statuses?: Episode['status'][] | undefined;
  limit: number;
  offset: number;
}

/** The episodes of this project, or of one session, latest first. */
export function listEpisodes(engine: Engine, { session: id, since, statuses, ...page }: EpisodesRequest) {
  const found = id === undefined ? undefined : lookUpSession(engine, id);
  const { store } = found ?? engine.own;
  const now = { now: engine.now(), quiet: QUIET };
  const filter = { since, statuses, session: found?.session.id };
  return {
    total: countEpisodes(store, filter, now),
    episodes: episodesWhere(store, filter, { ...now, ...page }).map(({ row: _, ...episode }) => episode),
  };
}
