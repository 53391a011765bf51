import { tagsOfWhose } from '@sqrl/base/model/whose.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { currentConfidence } from '../../learn/lifecycle/confidence.ts';
import { projectTime } from '../../store/events/project-time.ts';
import { memoriesWhere } from '../../store/memory/filters.ts';
import { memoriesAt } from '../../store/memory/memories.ts';
import { triggersIn } from '../../store/memory/places.ts';
import { repeatsAmong, type StandingMemory, standingMemories } from '../../store/memory/standing.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { isIndexing, moduleNames } from '../context/modules.ts';
import { laterWordsAmong } from '../earlier.ts';
import { unfinishedWork } from '../history/where.ts';
import { saysFix } from './after-failure.ts';
import type { DeliveryContext } from './deliver-moments.ts';
import { tellable } from './delivery-selection.ts';
import { type DeliveryText, type Listener, surestFirst, withLeft } from './delivery-text.ts';
import { type BriefFailure, type StandingMemories, sessionStart } from './session-start.ts';
import { runsOf } from './stop-calls.ts';

const MAX_RULES = 200;

export async function briefAt(engine: Engine, hearing: DeliveryContext): Promise<DeliveryText> {
  const { left, ...standing } = standingFor(engine, hearing);
  const { listener } = hearing;
  // A session that is not told everything gets nothing that was inferred.
  const isWhole = hearing.only === undefined;
  const situation = {
    ...standing,
    failures: knownFailures(engine, hearing),
    modules: isWhole ? moduleNames(engine) : [],
    isIndexing: isWhole && isIndexing(engine),
    unfinished: isWhole
      ? unfinishedWork(engine, (one) => isSameSession(listener.session, one.session), listener.now)
      : [],
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

/** Whether it is the session that listens, or the one that a listening subagent works for. */
const isSameSession = (listening: string, other: string): boolean =>
  listening === other || listening.startsWith(`${other}/`);

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
