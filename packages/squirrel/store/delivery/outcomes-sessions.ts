import { WEEK_MS } from '@sqrl/base/durations.ts';
import { fragment } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { dropMark, marksOf, setMark } from '../marks.ts';

export interface Span {
  id: string;
  startedAt: number;
  endedAt: number;
}

/** Sessions whose outcomes are to be found out again, oldest first. */
export const unjudgedSessions = (store: Store): number[] =>
  store.column`select session.row as session from mark join session on session.row = mark.name
    where mark.kind = 'unjudged' order by began_at, session.row`;

export const markJudged = (store: Store, session: number): void => dropMark(store, 'unjudged', session);

export const spansOf = (store: Store, session: number): Span[] =>
  store.rows`select id, started_at, ended_at from episode where session = ${session} order by ordinal`;

/** Sessions with episodes that ended after a time: all, or those in which a file was touched or a program run. */
export function sessionsSince(
  store: Store,
  since: number,
  only?: { files: readonly string[]; programs: readonly string[] },
): number[] {
  // None lasts a week; the index is on where they begin.
  const recent = fragment`select distinct session from episode
    where started_at > ${since - WEEK_MS} and ended_at > ${since}`;
  if (!only) return store.column`${recent}`;
  const found = new Set<number>();
  for (const path of only.files)
    for (const session of store.column<number>`select distinct event.session from file
      join touch on touch.file = file.row join event on event.row = touch.event
      where file.path = ${path} and touch.at > ${since}`)
      found.add(session);
  for (const program of only.programs)
    for (const session of store.column<number>`select distinct session from event
      where session in (${recent}) and kind = 'result' and tool = 'run' and at > ${since}
        and instr(command, ${program}) > 0`)
      found.add(session);
  return [...found].sort((a, b) => a - b);
}

export const sessionsTold = (store: Store, memory: string): number[] =>
  store.column`select distinct session.row from injection_memory
    join injection on injection.row = injection_memory.injection
    join session on session.client = injection.client and session.id = injection.session
    where injection_memory.memory = ${memory}`;

export const nameOfSession = (store: Store, session: number): { client: string; id: string } | undefined =>
  store.row`select client, id from session where row = ${session}`;

/** Memories whose outcomes are known, with the hash of what decided when they apply. */
export const judgedMemories = (store: Store): Map<string, string> =>
  new Map(marksOf<string, string>(store, 'judged'));

/** Notes that the outcomes of a memory are known; without a hash, that they no longer are. */
export function setJudged(store: Store, memory: string, hash: string | null): void {
  if (hash === null) dropMark(store, 'judged', memory);
  else setMark(store, 'judged', memory, hash);
}
