import type { Episode } from '@sqrl/base/model/episode.ts';
import { QUIET } from '../../ingest/episodes/cut.ts';
import { addFlush, episodesWhere, sessionsBeyond } from '../../store/episodes/episodes.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { projectFilesOf, settleStoredSession } from './settle.ts';

/** Ends the episodes that run now: whatever comes next in their sessions begins a new one. */
export function flush({ own: { store }, project, now }: Engine): { at: number; ended: Episode[] } {
  const at = now();
  return store.transaction(() => {
    const running = episodesWhere(store, { statuses: ['active'] }, { now: at, quiet: QUIET });
    addFlush(store, at);
    const files = projectFilesOf(store, project?.root);
    // A log may be ahead of this clock.
    for (const session of sessionsBeyond(store, at))
      settleStoredSession(store, session, { since: at, files });
    const ended = episodesWhere(store, {}, { now: at, quiet: QUIET }).filter(({ id }) =>
      running.some((episode) => episode.id === id),
    );
    return { at, ended: ended.map(({ row: _, ...episode }) => episode) };
  });
}
