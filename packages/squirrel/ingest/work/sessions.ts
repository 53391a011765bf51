import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { countEpisodes, episodesWhere } from '../../store/episodes/episodes.ts';
import { type KeptSession, sessionsWhere } from '../../store/events/sessions.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { QUIET } from '../episodes/cut.ts';

/** Where a session lies: in this project's store, or among what belongs to no project. */
export function lookUpSession(engine: Engine, id: string): { store: Store; session: KeptSession } {
  const found = engine.indexedStores.flatMap(({ store }) =>
    sessionsWhere(store, { id }).map((session) => ({ store, session })),
  );
  if (found.length === 0)
    throw new Problem(
      `No session has the id ${id}.`,
      'See `sqrl history sessions`; it may also belong to another project.',
      'not_found',
    );
  const whole = found.find(({ session }) => session.id === id);
  if (found.length > 1 && !whole)
    throw new Problem(
      `Several sessions have ids that start with ${id}.`,
      `Type more of the id: ${found
        .slice(0, MAX_NAMED_ITEMS)
        .map(({ session }) => session.id.slice(0, 40))
        .join(', ')}${found.length > MAX_NAMED_ITEMS ? ', …' : '.'}`,
    );
  return whole ?? found[0]!;
}

const MAX_NAMED_ITEMS = 5;

/** The episodes of this project, or of one session, latest first. */
export function listEpisodes(engine: Engine, { session: id, since, statuses, ...page }: Parsed<'episodes'>) {
  const found = id === undefined ? undefined : lookUpSession(engine, id);
  const { store } = found ?? engine.own;
  const now = { now: engine.now(), quiet: QUIET };
  const filter = { since, statuses, session: found?.session.id };
  return {
    total: countEpisodes(store, filter, now),
    episodes: episodesWhere(store, filter, { ...now, ...page }).map(({ row: _, ...episode }) => episode),
  };
}
