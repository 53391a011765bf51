import { DAY_MS } from '@sqrl/base/durations.ts';
import type { Episode } from '@sqrl/base/model/episode.ts';
import { tagsOfWhose } from '@sqrl/base/model/whose.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { QUIET } from '../../ingest/episodes/cut.ts';
import { currentConfidence } from '../../learn/lifecycle/confidence.ts';
import { episodesWhere } from '../../store/episodes/episodes.ts';
import { branchOfEpisode } from '../../store/events/last-work.ts';
import { projectTime } from '../../store/events/project-time.ts';
import { memoriesWhere } from '../../store/memory/filters.ts';
import { memoriesAt } from '../../store/memory/memories.ts';
import { triggersIn } from '../../store/memory/places.ts';
import { repeatsAmong, type StandingMemory, standingMemories } from '../../store/memory/standing.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isIndexing, moduleNames } from '../context/modules.ts';
import { laterWordsAmong } from '../earlier.ts';
import { stillSaid, uncommittedIn } from '../history/where.ts';
import { saysFix } from './after-failure.ts';
import type { DeliveryContext } from './deliver-moments.ts';
import { tellable } from './delivery-selection.ts';
import { type DeliveryText, type Listener, surestFirst, withLeft } from './delivery-text.ts';
import {
  type BriefFailure,
  type StandingMemories,
  sessionStart,
  type UnfinishedWork,
} from './session-start.ts';
import { runsOf } from './stop-calls.ts';

/** Rules that are weighed against each other. */
const MAX_RULES = 200;
/** What was broken off longer ago is not taken up again. */
const RECENT_MS = 14 * DAY_MS;

export async function briefAt(engine: Engine, hearing: DeliveryContext): Promise<DeliveryText> {
  const { left, ...standing } = standingFor(engine, hearing);
  // A session that is not told everything gets nothing that was inferred.
  const isWhole = hearing.only === undefined;
  const situation = {
    ...standing,
    failures: knownFailures(engine, hearing),
    modules: isWhole ? moduleNames(engine) : [],
    isIndexing: isWhole && isIndexing(engine),
    unfinished: isWhole ? unfinishedIn(engine, hearing) : [],
    canRemember: hearing.canRemember,
  };
  if (
    standing.memories.length + situation.unfinished.length === 0 &&
    !situation.failures.some(({ isLikely }) => isLikely)
  )
    return { text: '', tokens: 0, lines: [], left };
  return withLeft(sessionStart(situation, hearing.room), left);
}

/** What a listener may be told of the rules, commands and insights of a project and its user, and what may not be told. */
export function standingFor(
  engine: Engine,
  hearing: Pick<DeliveryContext, 'listener' | 'told' | 'loaded' | 'loads' | 'only'>,
): Required<StandingMemories> & Pick<DeliveryText, 'left'> {
  const time = projectTime(engine.own.store, hearing.listener.now);
  const found = engine.indexedStores
    .flatMap(({ store }) => [
      ...standingMemories(store, MAX_RULES, [...hearing.loaded.keys()]),
      ...keptFor(store, hearing.listener),
    ])
    .map(({ memory, uses, lastUsedAt }) => ({
      memory,
      uses,
      sure: currentConfidence(memory, { lastUsedAt, time }),
    }));
  const { may: memories, left } = tellable(engine, found, hearing);
  return {
    ...{ memories, left, later: laterWordsAmong(engine, memories) },
    isRepeated: repeatedAmong(
      engine,
      memories.map(({ memory }) => memory.id),
    ),
  };
}

/** What a program keeps for those that the session works for. */
const keptFor = (store: Store, { whose = {}, now }: Listener): StandingMemory[] =>
  tagsOfWhose(whose).flatMap((tag) =>
    memoriesWhere(store, { tags: [tag], scopes: ['session'] }, { now, limit: MAX_RULES, order: 'newest' })
      // A block stands in the system prompt as a whole.
      .filter(({ memory }) => !memory.key?.startsWith('block.'))
      .map(({ memory }) => ({ memory, uses: 0, lastUsedAt: null })),
  );

/** Tells whether two of some memories say the same in other words. */
function repeatedAmong(
  { indexedStores }: Engine,
  ids: readonly string[],
): (id: string, by: string) => boolean {
  const pairs = new Set(
    indexedStores.flatMap(({ store }) =>
      repeatsAmong(store, ids).map(({ older, newer }) => [older, newer].sort().join(' ')),
    ),
  );
  return (id, by) => pairs.has([id, by].sort().join(' '));
}

/** The latest work of each branch that was broken off or failed; what is tainted is not the person's. */
function unfinishedIn(engine: Engine, { listener: { now, session } }: DeliveryContext): UnfinishedWork[] {
  const { store } = engine.own;
  const branches = new Set<string | null>();
  return episodesWhere(
    store,
    { since: now - RECENT_MS, statuses: ['paused', 'failed'] },
    { now, quiet: QUIET, limit: MAX_EPISODES },
  )
    .filter((episode) => !isSameSession(session, episode.session) && !episode.tainted)
    .flatMap((episode): UnfinishedWork[] => {
      const branch = branchOfEpisode(store, episode.id);
      const changed = branches.has(branch) ? [] : uncommitted(store, episode, now);
      if (changed.length === 0) return [];
      branches.add(branch);
      if (redactSync(`${episode.task} ${episode.outcome}`).found.length > 0) return [];
      const { task, outcome, endedAt } = stillSaid(engine, episode);
      return [{ task, outcome: outcome, changed, endedAt }];
    })
    .slice(0, MAX_UNFINISHED);
}

/** Whether it is the session that listens, or the one that a listening subagent works for. */
const isSameSession = (listening: string, other: string): boolean =>
  listening === other || listening.startsWith(`${other}/`);

/** Files that an episode changed; where it changed none, those that its session changed before and did not commit. */
function uncommitted(store: Store, { id, session, filesChanged }: Episode, now: number): string[] {
  if (filesChanged.length > 0) return filesChanged;
  const all = episodesWhere(store, { session }, { now, quiet: QUIET }).filter(
    (each) => each.session === session,
  );
  return uncommittedIn(all.slice(all.findIndex((each) => each.id === id) + 1));
}

const MAX_EPISODES = 10;
const MAX_UNFINISHED = 2;

/** A failure is likely that was run into in one of the latest sessions, counted in sessions of the project. */
const LIKELY_SESSIONS = 3;

/** Failures with a known fix, the surest first; likely are those that the latest work ran into. */
function knownFailures(engine: Engine, hearing: DeliveryContext): BriefFailure[] {
  if (hearing.guards === 'off') return [];
  const { store: own } = engine.own;
  const found = engine.indexedStores.flatMap(({ store }) => {
    const times = new Map(
      triggersIn(store).map(({ row, trigger }) => [
        row,
        new Set(runsOf(own, trigger, LIKELY_SESSIONS).map(({ session }) => session)).size,
      ]),
    );
    return memoriesAt(store, [...times.keys()])
      .filter(({ memory }) => PROVEN.has(memory.type) && saysFix(memory))
      .map(({ memory, row }) => ({
        memory,
        isLikely: times.get(row)! > 0,
        why: `tried in ${times.get(row)!} of the last ${LIKELY_SESSIONS} sessions`,
      }));
  });
  return tellable(engine, found, hearing).may.toSorted(surestFirst);
}

/** What was seen to fail; a person's rules stand among the rules. */
const PROVEN: ReadonlySet<string> = new Set(['gotcha', 'dead_end', 'error_pattern']);
