import type { Injection } from '../../store/delivery/injections.ts';
import { failureCharacters } from '../../store/events/session-so-far.ts';
import { memoriesAt, rowById } from '../../store/memory/memories.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { hasDone } from './session-so-far.ts';

/** What the stops of a session came to. */
export interface SavedByStops {
  /** Stopped calls that the session has not made since. */
  avoided: number;
  /** What these cost at least, each time before: the failed call and its output, as `sqrl replay` counts it. */
  tokens: number;
}

/** Characters per token, as a replay counts them. */
const CHARS = 4;

/** What stops saved: calls that were not made after all, at what the same failure cost in past sessions of the project. */
export function savedByStops(engine: Engine, stops: readonly Injection[]): SavedByStops {
  const saved: SavedByStops = { avoided: 0, tokens: 0 };
  for (const { client, session, at, memories } of stops) {
    const triggers = triggersOf(engine, memories);
    if (
      triggers.length === 0 ||
      triggers.some((trigger) => hasDone(engine, { client, session, at }, trigger))
    )
      continue;
    saved.avoided++;
    // Several guards may stop one call; it would have failed once.
    const costs = triggers.flatMap(({ expects }) =>
      expects === null ? [] : (failureCharacters(engine.own.store, expects) ?? []),
    );
    saved.tokens += costs.length === 0 ? 0 : Math.round(Math.min(...costs) / CHARS);
  }
  return saved;
}

const triggersOf = ({ indexedStores }: Engine, ids: readonly string[]) =>
  indexedStores.flatMap(({ store }) =>
    memoriesAt(
      store,
      ids.flatMap((id) => rowById(store, id) ?? []),
    ).flatMap(({ memory }) => memory.trigger ?? []),
  );
