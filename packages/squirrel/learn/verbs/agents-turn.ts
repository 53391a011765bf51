import { SESSION_KINDS, type SessionKind } from '@sqrl/base/model/sighting.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { isFromForeign } from '../../ingest/foreign-words.ts';
import {
  agentMemoriesOf,
  answersToAgents,
  foreignOutputs,
  runningSessions,
} from '../../store/events/agents-turn.ts';
import { observedAfter } from '../../store/events/steps.ts';
import { storedMemories } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { writeStep } from '../gate/history.ts';
import { withTaint } from '../gate/trust.ts';
import { beginKind, kindOfSession, seeKind } from '../observe/session-kind.ts';

export interface AgentsTurn {
  /** Null where no session is known to go on. */
  session: string | null;
  /** Whether a statement may come from what was brought into it, or into another session that may be the one. */
  isForeign(statement: string): boolean;
  full: string | undefined;
}

/**
 * Looks up the turn in which an agent has something remembered. No client says in which of its sessions a tool was called:
 * it is taken for the one that spoke last, and a statement for foreign where it would be in any that goes on.
 */
export function agentsTurn({ own: { store } }: Pick<Engine, 'own'>, at: number): AgentsTurn {
  const running = runningSessions(store, { since: at - LIVES, until: at });
  const [last] = running;
  // What nobody has seen may be anything: it gets the most there is, for as long as a session goes on.
  const kind = last ? kindOf(store, last.row) : 'build';
  const { most } = SESSION_KINDS[kind];
  const said = agentMemoriesOf(store, { session: last?.id ?? null, since: last ? 0 : at - LIVES });
  return {
    session: last?.id ?? null,
    isForeign: (statement) => running.some(({ row }) => isForeignIn(store, statement, { session: row, at })),
    full: said < most ? undefined : fullOf(kind, most, last === undefined),
  };
}

/** Whether a statement that an agent makes at some time in a session may come from what was brought into it. */
export function isForeignIn(
  store: Store,
  statement: string,
  { session, at }: { session: number; at: number },
): boolean {
  const { turn, earlier } = foreignOutputs(store, session, at);
  return isFromForeign(statement, turn, earlier);
}

const fullOf = (kind: SessionKind, most: number, isUnknown: boolean): string =>
  most === 0
    ? `agents’ memories are not kept from a ${kind} session`
    : `over the limit of ${most} memories per ${isUnknown ? 'unknown' : kind} session`;

const LIVES = 30 * 60_000;

export function kindOf(store: Store, session: number): SessionKind {
  const kind = beginKind();
  let place = 0;
  for (const step of observedAfter(store, session, undefined))
    seeKind(kind, Object.assign(step, { place: place++ }));
  return kindOfSession(kind);
}

/** Ids of the memories that an answer of our tools says are new, or hold again. */
export const broughtBy = (answer: string): string[] =>
  [...answer.matchAll(BROUGHT)].map(({ groups }) => groups!.told ?? groups!.data!);

/** What our tools say where something is new, or holds again, by what was said; what was known before is not its doing. */
const BROUGHT =
  /\b(?:Remembered as|Kept as|Known from before as) (?<told>[0-9a-z]{12})\b|"(?:memory_)?id":\s*"(?<data>[0-9a-z]{12})"[^{}]*"did":\s*"(?:added|revived|waits for review)"/g;

/**
 * Sends to review what agents had remembered and of which only the log told later that it may come from foreign text. The
 * answer names the memory. What a person has confirmed stays.
 */
export function taintAgentsWords(stores: readonly Store[], of: Store, at: number): string[] {
  const tainted: string[] = [];
  for (const { text, ...place } of answersToAgents(of))
    for (const id of broughtBy(text))
      for (const { store, row, memory } of storedMemories(stores, id)) {
        if (memory.tainted || memory.verified || memory.pinned) continue;
        if (memory.source !== 'agent_explicit' || !isForeignIn(of, memory.text, place)) continue;
        const why = 'an agent stated it after reading untrusted text in the same turn';
        writeStep(store, row, withTaint({ ...memory, tainted: true }), { at, did: 'sent to review', why });
        tainted.push(id);
      }
  return tainted;
}
