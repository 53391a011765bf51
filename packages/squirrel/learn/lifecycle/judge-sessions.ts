import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import {
  judgedMemories,
  type MemoryOutcome,
  markJudged,
  nameOfSession,
  removeOutcomes,
  replaceOutcomes,
  sessionsSince,
  sessionsTold,
  setJudged,
  spansOf,
  unjudgedSessions,
} from '../../store/delivery/outcomes-tally.ts';
import { injectionsOf } from '../../store/delivery/receipts.ts';
import { sessionStepsOf } from '../../store/events/steps.ts';
import { happenedIn } from './episode-record.ts';
import { BASELINE, judgeOutcome } from './judge.ts';
import {
  commandProgram,
  fileOccasions,
  type Occasion,
  type OccasionIndex,
  occasionOf,
  occasionsIn,
} from './occasion.ts';

/**
 * Finds out what memories came to in the sessions that changed, and what new or changed memories came to in older ones.
 * A pure function of episodes, events, memories and injections: in whatever order they came, outcomes are the same.
 */
export function judgeSessions(
  store: Store,
  memories: readonly Memory[],
  { stopped = () => false }: { stopped?: () => boolean } = {},
): { sessions: number; touched: Set<string> } {
  const all = memories.flatMap((memory) => occasionOf(memory) ?? []);
  const occasions = fileOccasions(all);
  const known = judgedMemories(store);
  const anew = all.filter(({ memory, hash }) => known.get(memory) !== hash);
  const result = { sessions: 0, touched: new Set<string>() };
  store.transaction(() => {
    for (const memory of known.keys())
      if (!occasions.all.has(memory)) {
        removeOutcomes(store, memory);
        setJudged(store, memory, null);
      }
    // What they were before may have had outcomes where they have none now.
    for (const { memory } of anew.filter((occasion) => known.has(occasion.memory))) {
      removeOutcomes(store, memory);
      result.touched.add(memory);
    }
  });
  const waiting = new Set(unjudgedSessions(store));
  const older = sessionsFor(store, anew).difference(waiting);
  const only = new Set(anew.map(({ memory }) => memory));
  const fresh = fileOccasions(anew);
  for (const session of [...waiting, ...older]) {
    if (stopped()) return result;
    const isOlder = older.has(session);
    // Each in a transaction of its own: whoever is stopped goes on from there.
    store.transaction(() => {
      const outcomes = outcomesIn(store, session, isOlder ? fresh : occasions);
      const touched = replaceOutcomes(store, session, outcomes, isOlder ? only : undefined);
      for (const memory of touched) result.touched.add(memory);
      if (!isOlder) markJudged(store, session);
      result.sessions++;
    });
  }
  store.transaction(() => {
    for (const { memory, hash } of anew) setJudged(store, memory, hash);
  });
  return result;
}

/** New memories that are looked for one by one; more of them, in all sessions at once. */
const MAX_SINGLE_LOOKUPS = 30;

const sinceOf = ({ trigger, learnedAt }: Occasion): number =>
  trigger?.expects ? learnedAt - BASELINE : learnedAt;

function sessionsFor(store: Store, occasions: readonly Occasion[]): Set<number> {
  if (occasions.length > MAX_SINGLE_LOOKUPS)
    return new Set(sessionsSince(store, Math.min(...occasions.map(sinceOf))));
  return new Set(
    occasions.flatMap((occasion) => [
      ...sessionsWith(store, occasion),
      ...sessionsTold(store, occasion.memory),
    ]),
  );
}

function sessionsWith(store: Store, occasion: Occasion): number[] {
  const { trigger, files, folders, commands, symbols, words } = occasion;
  const since = sinceOf(occasion);
  if (trigger?.command)
    return sessionsSince(store, since, { files: [], programs: [commandProgram(trigger.command)] });
  if (trigger?.file) return sessionsSince(store, since, { files: [trigger.file], programs: [] });
  if (trigger || folders.length + symbols.length + words.size > 0) return sessionsSince(store, since);
  return sessionsSince(store, since, { files, programs: commands.map(commandProgram) });
}

function outcomesIn(store: Store, session: number, occasions: OccasionIndex): MemoryOutcome[] {
  const name = nameOfSession(store, session);
  // Nobody was there to be told anything.
  if (!name || name.client === 'git' || name.client === 'ci' || occasions.all.size === 0) return [];
  const shown = injectionsOf(store, name.client, name.id).filter((injection) => injection.shown);
  return happenedIn(spansOf(store, session), sessionStepsOf(store, session)).flatMap((happened) => {
    const found = occasionsIn(occasions, happened);
    const told = new Set(shown.flatMap(({ memories }) => memories));
    const delivered = [...told].flatMap((memory) => occasions.all.get(memory) ?? []);
    return [...new Set([...found.keys(), ...delivered])].flatMap((occasion) => {
      const deliveries = shown.filter(({ memories }) => memories.includes(occasion.memory));
      return judgeOutcome({ occasion, happened, because: found.get(occasion), deliveries }) ?? [];
    });
  });
}
