import type { Event } from '../../model/event.ts';
import { markNames, setMark } from '../marks.ts';
import type { Store } from '../store.ts';

/** What episodes are made of: an event without what they do not ask for. */
export interface StepRow
  extends Pick<
    Event,
    'id' | 'agent' | 'at' | 'kind' | 'tool' | 'call' | 'command' | 'files' | 'outcome' | 'text' | 'tainted'
  > {
  row: number;
  exitCode: number | null;
  /** Where a command was run, below the repository; null for the repository itself. */
  folder?: string | null;
  episode: number | null;
}

/**
 * The steps of a session from a time on, in order. Only texts that say something of a task or a failure come along:
 * what a tool read, or what the agent thought, would be most of the bytes.
 */
export function stepsSince(store: Store, session: number, at: number): StepRow[] {
  const steps = store
    .sql(
      `select row, lower(hex(id)) as id, agent, at, kind, tool, call, command, folder, outcome, exit_code, tainted, episode,
              case when kind in ('prompt', 'reply', 'notice', 'commit', 'check')
                     or kind = 'result' and (tool = 'run' or outcome = 'failed') then text
                   else '' end as text
         from event where session = ? and at >= ? order by at, offset, part, event.id`,
    )
    .all(session, at)
    .map(toStep);
  const byRow = new Map<number, StepRow>();
  for (const step of steps) if (step.kind !== 'call') byRow.set(step.row, step);
  const touches = store
    .sql(
      `select touch.event, file.path, file.outside, touch.way from event
         join touch on touch.event = event.row join file on file.row = touch.file
        where event.session = ? and event.at >= ?
        order by touch.event, file.path, touch.way`,
    )
    .all(session, at);
  for (const { event, path, outside, way } of touches as unknown as {
    event: number;
    path: string;
    outside: number;
    way: Event['files'][number]['way'];
  }[])
    byRow.get(event)!.files.push({ path, outside: outside === 1, way, lines: null });
  return steps;
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where a row becomes a step
const toStep = (row: any): StepRow => ({
  row: row.row,
  id: row.id,
  agent: row.agent,
  at: row.at,
  kind: row.kind,
  tool: row.tool,
  call: row.call,
  command: row.command,
  folder: row.folder,
  files: [],
  outcome: row.outcome,
  exitCode: row.exit_code,
  text: row.text,
  tainted: row.tainted === 1,
  episode: row.episode,
});

/** Since when a session has events that no episode accounts for; undefined where each has its own. */
export function unsettledSince(store: Store, session: number): number | undefined {
  const found = store
    .sql('select min(at) as at, count(*) as n from event where session = ? and episode is null')
    .get(session)! as { at: number | null; n: number };
  const kept = store
    .sql(
      `select (select count(*) from event where session = ?1) as there,
              (select ifnull(sum(events), 0) from episode where session = ?1) as counted`,
    )
    .get(session)! as { there: number; counted: number };
  // An event has left for another session, and took its mark along.
  if (kept.there !== kept.counted + found.n) return Number.MIN_SAFE_INTEGER;
  return found.at ?? undefined;
}

/** Notes which episode these events belong to. */
export function setEpisode(store: Store, events: readonly number[], episode: number): void {
  store
    .sql('update event set episode = ? where row in (select value from json_each(?))')
    .run(episode, JSON.stringify(events));
}

/** Asks for a cut: what comes later than this time begins a new episode. */
export const addFlush = (store: Store, at: number): void => setMark(store, 'flush', at);

/** The times at which a cut was requested, from a time on. */
export const flushesSince = (store: Store, at: number): number[] =>
  markNames<number>(store, 'flush').filter((each) => each >= at);

/** Sessions in which something happened later than a time. */
export const sessionsBeyond = (store: Store, at: number): number[] =>
  store
    .sql('select row from session where exists (select 1 from event where session = session.row and at > ?)')
    .all(at)
    .map(({ row }) => row as number);
