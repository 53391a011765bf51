import { QUIET } from '../../ingest/episodes/cut.ts';
import { currentConfidence, DAY_MS } from '../../learn/lifecycle/confidence.ts';
import { isDeliverable } from '../../model/delivery.ts';
import { redactSync } from '../../redact/redact.ts';
import { episodesWhere } from '../../store/episodes/episodes.ts';
import { standingMemories } from '../../store/memory/standing.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type DeliveryText, withLeft } from '../deliver/delivery-text.ts';
import { sessionStart, type UnfinishedWork } from '../deliver/session-start.ts';
import type { DeliveryContext } from './deliver-moments.ts';
import { tellable } from './delivery-selection.ts';
import { moduleNames } from './mapped-modules.ts';
import { stillSaid } from './still-said.ts';

/** So many rules are weighed against each other; nobody has more that matter. */
const MAX_RULES = 200;
/** What was broken off longer ago is not taken up again. */
const RECENT_MS = 14 * DAY_MS;

/** The brief at the start of a session. */
export async function briefAt(engine: Engine, hearing: DeliveryContext): Promise<DeliveryText> {
  const { listener } = hearing;
  const { now, level } = listener;
  const found = engine.indexedStores
    .flatMap(({ store }) => standingMemories(store, MAX_RULES))
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
function unfinishedIn(
  engine: Engine,
  { listener: { now, session } }: DeliveryContext,
): UnfinishedWork | undefined {
  const [last] = episodesWhere(
    engine.own.store,
    { since: now - RECENT_MS, statuses: ['paused', 'failed'] },
    { now, quiet: QUIET, limit: MAX_EPISODES },
  ).filter((episode) => episode.session !== session && !episode.tainted && episode.filesChanged.length > 0);
  if (!last || redactSync(`${last.task} ${last.outcome.text}`).found.length > 0) return undefined;
  const { task, outcome, filesChanged: changed, endedAt } = stillSaid(engine, last);
  return { task, outcome: outcome.text, changed, endedAt };
}

const MAX_EPISODES = 5;
