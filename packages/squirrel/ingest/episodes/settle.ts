import type { Store } from '@sqrl/base/sqlite/query.ts';
import {
  episodeBefore,
  episodesFrom,
  flushesSince,
  putEpisode,
  removeEpisode,
  setEpisode,
  taskAt,
  unsettledSince,
} from '../../store/episodes/episodes.ts';
import { sessionAt } from '../../store/events/sessions.ts';
import { type StepRow, stepsSince } from '../../store/events/steps.ts';
import { beginsRightly, cutEpisodes, type EpisodeRun, MIN_STEPS } from './cut.ts';
import { describe } from './describe.ts';
import { keepFailures } from './failures.ts';

/**
 * Brings a session's episodes up to date with its events, in one transaction. Only from the episode on that the first
 * new event falls into: whatever order events came in, the episodes are those of the whole session cut at once.
 */
export function settleSession(store: Store, session: number, options: { from?: number } = {}): void {
  store.transaction(() => {
    const since = Math.min(
      unsettledSince(store, session) ?? Number.POSITIVE_INFINITY,
      options.from ?? Number.POSITIVE_INFINITY,
    );
    if (since === Number.POSITIVE_INFINITY) return;
    const cut = recut(store, session, since);
    write(store, session, cut);
    keepFailures(store, session, cut);
  });
}

interface EpisodeRecut {
  /** The place of the first run among the session's episodes. */
  ordinal: number;
  /** Events before this time are where they were. */
  since: number;
  steps: readonly StepRow[];
  runs: EpisodeRun<StepRow>[];
}

/** Cuts again what lies at or behind a time. */
function recut(store: Store, session: number, time: number): EpisodeRecut {
  // Strictly before: an event of the same moment may stand in front of the one that began an episode.
  const start = episodeBefore(store, session, time);
  const since = start?.startedAt ?? EVER;
  const steps = stepsSince(store, session, since);
  // It is there: had an event left the session, the whole of it would be cut again.
  const first = start ? steps.findIndex(({ id }) => id === start.first) : 0;
  const begunBy = start?.begunBy ?? 'session';
  const runs = cutEpisodes(steps.slice(first), {
    flushes: flushesSince(store, since),
    begunBy,
  });
  // It goes with the episode before it: too small to stay alone, or no longer begun for its reason.
  if (start && start.ordinal > 0 && (runs[0]!.steps.length < MIN_STEPS || !beginsRightly(runs[0]!)))
    return recut(store, session, since);
  return { ordinal: start?.ordinal ?? 0, since, steps, runs };
}

const EVER = Number.MIN_SAFE_INTEGER;

function write(store: Store, session: number, { ordinal, runs }: EpisodeRecut): void {
  const { id } = sessionAt(store, session)!;
  const old = new Map(episodesFrom(store, session, ordinal).map((episode) => [episode.id, episode.row]));
  let before = taskAt(store, session, ordinal - 1);
  for (const [i, run] of runs.entries()) {
    const episode = describe(run, id, before);
    before = episode.task;
    old.delete(episode.id);
    const row = putEpisode(store, session, { ...episode, ordinal: ordinal + i, first: run.steps[0]!.id });
    const strays = run.steps.flatMap((step) => (step.episodeRow === row ? [] : [step.row]));
    if (strays.length > 0) setEpisode(store, strays, row);
  }
  for (const row of old.values()) removeEpisode(store, row);
}
