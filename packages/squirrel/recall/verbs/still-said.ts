import { withoutReplaced } from '@sqrl/base/text/replaced.ts';
import { replacedQuotes } from '../../store/memory/successions.ts';
import type { Engine } from '../../workspace/workspace.ts';

/** An episode as it may be quoted today: what was wished in it and replaced since is not said again. */
export function stillSaid<T extends { id: string; task: string; outcome: string }>(
  engine: Engine,
  episode: T,
): T {
  const quotes = engine.indexedStores.flatMap(({ store }) => replacedQuotes(store, episode.id));
  if (quotes.length === 0) return episode;
  const { task, outcome } = episode;
  const ended = withoutReplaced(outcome, quotes);
  return {
    ...episode,
    task: withoutReplaced(task, quotes),
    outcome: ended === outcome ? outcome : ended,
  };
}
