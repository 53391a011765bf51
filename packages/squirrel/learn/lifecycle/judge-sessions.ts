import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { injectionsOf } from '../../store/delivery/injections.ts';
import { type MemoryOutcome, removeOutcomes, replaceOutcomes } from '../../store/delivery/outcomes.ts';
import {
  judgedMemories,
  markJudged,
  nameOfSession,
  sessionsSince,
  sessionsTold,
  setJudged,
  spansOf,
  unjudgedSessions,
} from '../../store/delivery/outcomes-sessions.ts';
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
  const result = { sessions: 0, touched: new Set<string>() };
  const known = judgedMemories(store);
  const anew = all.filter(({ memory, hash }) => known.get(memory) !== hash);
  store.transaction(() => {
    for (const memory of known.keys())
      if (!occasions.all.has(memory)) {
        removeOutcomes(store, memory);
        setJudged(store, memory, null);
      }
  });
  const waiting = unjudgedSessions(store);
  for (const session of waiting) {
    if (stopped()) return result;
    take(session, occasions);
  }
  fillBack();
  return result;

  /** Each in a transaction of its own: whoever is stopped goes on from there. */
  function take(session: number, some: OccasionIndex, only?: ReadonlySet<string>): void {
    store.transaction(() => {
      const outcomes = outcomesIn(store, session, some);
      for (const memory of replaceOutcomes(store, session, outcomes, only)) result.touched.add(memory);
      if (!only) markJudged(store, session);
      result.sessions++;
    });
  }

  function fillBack(): void {
    const done = new Set(waiting);
    const changed = anew.filter(({ memory }) => known.has(memory));
    // What they were before may have had outcomes where they have none now; all of their sessions are looked at again.
    store.transaction(() => {
      for (const { memory } of changed) {
        removeOutcomes(store, memory);
        result.touched.add(memory);
      }
    });
    const bySession = new Map<number, Occasion[]>();
    const look = (session: number, occasion: Occasion) => {
      if (!done.has(session) || known.has(occasion.memory))
        bySession.set(session, [...(bySession.get(session) ?? []), occasion]);
    };
    if (anew.length > MAX_SINGLE_LOOKUPS) {
      const since = Math.min(...anew.map(sinceOf));
      const sessions = sessionsSince(store, since).filter(
        (session) => changed.length > 0 || !done.has(session),
      );
      for (const session of sessions) bySession.set(session, done.has(session) ? changed : anew);
    } else
      for (const occasion of anew)
        for (const session of new Set([
          ...sessionsFor(store, occasion),
          ...sessionsTold(store, occasion.memory),
        ]))
          look(session, occasion);
    const filed = new Map<readonly Occasion[], OccasionIndex>();
    for (const [session, some] of [...bySession].sort(([a], [b]) => a - b)) {
      if (stopped()) return;
      if (!filed.has(some)) filed.set(some, fileOccasions(some));
      take(session, filed.get(some)!, new Set(some.map(({ memory }) => memory)));
    }
    store.transaction(() => {
      for (const { memory, hash } of anew) setJudged(store, memory, hash);
    });
  }
}

/** New memories that are looked for one by one; more of them, in all sessions at once. */
const MAX_SINGLE_LOOKUPS = 30;

const sinceOf = ({ trigger, learnedAt }: Occasion): number =>
  trigger?.expects ? learnedAt - BASELINE : learnedAt;

function sessionsFor(store: Store, occasion: Occasion): number[] {
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
