import { QUIET } from '../../ingest/episodes/cut.ts';
import { currentConfidence, DAY } from '../../learn/lifecycle/confidence.ts';
import { isDeliverable } from '../../model/delivery.ts';
import { redactSync } from '../../redact/redact.ts';
import { episodesWhere } from '../../store/episodes/episodes.ts';
import { standingMemories } from '../../store/memory/standing.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { sessionStart, type Unfinished } from '../deliver/session-start.ts';
import { type Saying, withLeft } from '../deliver/telling.ts';
import type { Hearing } from './deliver-moments.ts';
import { moduleNames } from './modules-seen.ts';
import { stillSaid } from './still-said.ts';
import { tellable } from './tellable.ts';

/** So many rules are weighed against each other; nobody has more that matter. */
const MOST = 200;
/** What was broken off longer ago is not taken up again. */
const RECENT = 14 * DAY;

/** The brief at the start of a session. */
export async function briefAt(engine: Engine, hearing: Hearing): Promise<Saying> {
  const { listener } = hearing;
  const { now, level } = listener;
  const found = engine.shelves
    .flatMap(({ store }) => standingMemories(store, MOST))
    .map(({ memory, lastUsedAt }) => ({ memory, sure: currentConfidence(memory, { lastUsedAt, now }) }))
    // Where work stands is true for days; that it once was is no reason to say it.
    .filter(
      ({ memory, sure }) =>
        memory.type !== 'work_state' || isDeliverable({ ...memory, confidence: sure }, now, level),
    );
  const { may, left } = tellable(engine, found, hearing);
  const situation = {
    memories: may,
    modules: moduleNames(engine),
    unfinished: unfinishedIn(engine, hearing),
  };
  if (may.length === 0 && !situation.unfinished) return { text: '', tokens: 0, lines: [], left };
  return withLeft(sessionStart(situation, hearing.room), left);
}

/** The last episode, if it was broken off or failed; foreign words may stand in a tainted one. */
function unfinishedIn(engine: Engine, { listener: { now, session } }: Hearing): Unfinished | undefined {
  const [last] = episodesWhere(
    engine.own.store,
    { since: now - RECENT, statuses: ['paused', 'failed'] },
    { now, quiet: QUIET, limit: FEW },
  ).filter((episode) => episode.session !== session && !episode.tainted && episode.filesChanged.length > 0);
  if (!last || redactSync(`${last.task} ${last.outcome.text}`).found.length > 0) return undefined;
  const { task, outcome, filesChanged: changed, endedAt } = stillSaid(engine, last);
  return { task, outcome: outcome.text, changed, endedAt };
}

const FEW = 5;
