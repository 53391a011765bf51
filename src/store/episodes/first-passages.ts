import { whileUnchanged } from '../memory/unchanged.ts';
import type { Store } from '../store.ts';

/** Prompts that say what an episode is about. */
const MAX_PROMPTS = 2;

/** The rows of the passages with which the first prompts of each episode begin, by the episode's id. */
export const firstPassages: (store: Store) => ReadonlyMap<string, readonly number[]> = whileUnchanged(
  (store) => {
    const found = store
      .sql(
        `select episode.id, min(passage.row) from passage
           join event on event.row = passage.event
           join episode on episode.row = event.episode
          where event.kind = 'prompt' and event.agent is null
          group by event.row order by event.at, event.offset, event.part`,
      )
      .lists() as [episode: string, row: number][];
    return new Map(
      [...Map.groupBy(found, ([episode]) => episode)].map(([episode, rows]) => [
        episode,
        rows.slice(0, MAX_PROMPTS).map(([, row]) => row),
      ]),
    );
  },
);
