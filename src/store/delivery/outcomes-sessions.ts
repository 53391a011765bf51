import type { Outcome, Tool, TouchWay } from '../../model/event.ts';
import { dropMark, marksOf, setMark } from '../marks.ts';
import type { Store } from '../store.ts';

/** A step of a session, as far as it tells whether a memory applied and was followed. */
export interface SessionStep {
  row: number;
  agent: string | null;
  at: number;
  kind: 'prompt' | 'reply' | 'result';
  tool: Tool | null;
  command: string | null;
  /** Where it was run, below the repository; null for the repository itself. */
  folder: string | null;
  outcome: Outcome | null;
  /** Of prompts and replies. */
  text: string;
  branch: string | null;
  /** The episode's id. */
  episode: string | null;
  files: { path: string; way: TouchWay }[];
  /** The fingerprint of its failure. */
  failure: string | null;
}

/** An episode, as far as outcomes ask for it. */
export interface Span {
  id: string;
  startedAt: number;
  endedAt: number;
}

/** Sessions whose outcomes are to be found out again, oldest first. */
export const unjudgedSessions = (store: Store): number[] =>
  store
    .sql(
      `select session.row as session from mark join session on session.row = mark.name
        where mark.kind = 'unjudged' order by began_at, session.row`,
    )
    .all()
    .map(({ session }) => session as number);

/** Notes that the outcomes of a session are known. */
export const markJudged = (store: Store, session: number): void => dropMark(store, 'unjudged', session);

/** The steps of a session that tell something, in order, with their files and failures. */
export function sessionStepsOf(store: Store, session: number): SessionStep[] {
  const steps = store
    .sql(
      `select event.row, agent, at, kind, tool, command, folder, event.outcome, branch,
              case when kind = 'result' then '' else text end as text,
              (select id from episode where episode.row = event.episode) as episode
         from event where event.session = ? and kind in ('prompt', 'reply', 'result')
        order by at, offset, part, event.id`,
    )
    .all(session)
    .map(
      (found) =>
        ({
          ...(found as unknown as SessionStep),
          files: [] as SessionStep['files'],
          failure: null,
        }) as SessionStep,
    );
  const byRow = new Map(steps.map((step) => [step.row, step]));
  const touches = store
    .sql(
      `select touch.event, file.path, touch.way from event join touch on touch.event = event.row
         join file on file.row = touch.file where event.session = ?
        order by touch.event, file.path, touch.way`,
    )
    .all(session);
  for (const { event, path, way } of touches)
    byRow.get(event as number)?.files.push({ path: path as string, way: way as TouchWay });
  const failures = store
    .sql(
      `select event, fingerprint from failure_seen join failure on failure.row = failure_seen.failure
        where failure_seen.session = ?`,
    )
    .all(session);
  for (const { event, fingerprint } of failures) {
    const step = byRow.get(event as number);
    if (step) step.failure = fingerprint as string;
  }
  return steps;
}

/** The episodes of a session, in order. */
export const spansOf = (store: Store, session: number): Span[] =>
  store
    .sql(
      'select id, started_at as startedAt, ended_at as endedAt from episode where session = ? order by ordinal',
    )
    .all(session)
    .map((found) => ({ ...found }) as unknown as Span);

/** Sessions with episodes that ended after a time: all, or those in which a file was touched or a program run. */
export function sessionsSince(
  store: Store,
  since: number,
  only?: { files: readonly string[]; programs: readonly string[] },
): number[] {
  // None lasts a week; the index is on where they begin.
  const recent = `select distinct session from episode where started_at > ?1 - ${WEEK_MS} and ended_at > ?1`;
  if (!only) return numbers(store.sql(recent).all(since));
  const found = new Set<number>();
  for (const path of only.files)
    for (const session of numbers(
      store
        .sql(
          `select distinct event.session from file join touch on touch.file = file.row
             join event on event.row = touch.event where file.path = ? and touch.at > ?`,
        )
        .all(path, since),
    ))
      found.add(session);
  for (const program of only.programs)
    for (const session of numbers(
      store
        .sql(
          `select distinct session from event where session in (${recent}) and kind = 'result' and tool = 'run'
             and at > ?1 and instr(command, ?2) > 0`,
        )
        .all(since, program),
    ))
      found.add(session);
  return [...found].sort((a, b) => a - b);
}

/** Sessions in which a memory was delivered. */
export const sessionsTold = (store: Store, memory: string): number[] =>
  numbers(
    store
      .sql(
        `select distinct session.row as session from injection_memory
           join injection on injection.row = injection_memory.injection
           join session on session.client = injection.client and session.id = injection.session
          where injection_memory.memory = ?`,
      )
      .all(memory),
  );

/** The client and the id of a session. */
export const nameOfSession = (store: Store, session: number): { client: string; id: string } | undefined => {
  const found = store.sql('select client, id from session where row = ?').get(session);
  return found && ({ ...found } as unknown as { client: string; id: string });
};

/** Memories whose outcomes are known, with the hash of what decided when they apply. */
export const judgedMemories = (store: Store): Map<string, string> =>
  new Map(marksOf<string, string>(store, 'judged'));

/** Notes that the outcomes of a memory are known; without a hash, that they no longer are. */
export function setJudged(store: Store, memory: string, hash: string | null): void {
  if (hash === null) dropMark(store, 'judged', memory);
  else setMark(store, 'judged', memory, hash);
}

const WEEK_MS = 7 * 24 * 3600 * 1000;

const numbers = (found: Record<string, unknown>[]): number[] => found.map(({ session }) => session as number);
