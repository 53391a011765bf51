import type { Phase } from '@sqrl/base/model/episode.ts';
import { as, flag, json, type Store } from '@sqrl/base/sqlite/query.ts';

/** What happened in one session in which something was due to be told, in numbers. */
export interface SessionMeasures {
  row: number;
  client: string;
  id: string;
  at: number;
  /** `full`, `passive` or `control`. */
  group: string;
  /** Files that it changed: how large its task was. */
  filesChanged: number;
  tasks: number;
  toolCalls: number;
  /** Files that it read and that an earlier session had read. */
  readAgain: number;
  /** Failures that an earlier session had. */
  repeatedFailures: number;
  /** Sentences of the person that corrected the agent. */
  corrections: number;
  /** Approaches that were given up, as an earlier session had given them up. */
  deadEnds: number;
  /** Null where the client does not count them; without those from a provider's cache. */
  tokens: number | null;
}

/**
 * The sessions of the time in which there was a control group, the oldest first. A session counts from its first receipt,
 * shown or withheld, so that both groups hold sessions in which there was something to tell.
 */
export const sessionMeasures = (store: Store): SessionMeasures[] =>
  store.rows`select session.row, session.client, session.id, session.began_at as at,
    min(injection.holdout) as "group",
          (select count(*) from episode where episode.session = session.row) as tasks,
          (select count(distinct value) from episode, json_each(files_changed)
            where episode.session = session.row) as filesChanged,
          (select count(*) from event where event.session = session.row and kind = 'call') as toolCalls,
          (select count(distinct touch.file) from event join touch on touch.event = event.row
            where event.session = session.row and way = 'read' and ifnull(event.outcome, 'ok') = 'ok'
            and exists (select 1 from touch earlier where earlier.file = touch.file
            and earlier.at < session.began_at and earlier.way = 'read')) as readAgain,
          (select count(*) from failure_seen seen where seen.session = session.row
            and exists (select 1 from failure_seen earlier where earlier.failure = seen.failure
            and earlier.at < session.began_at)) as repeatedFailures,
          (select count(distinct events) from sighting
            where sighting.session = session.row and proof = 'user_correction') as corrections,
          (select count(distinct matter) from sighting
            where sighting.session = session.row and signal in ('dead_end', 'backtrack')
            and exists (select 1 from sighting earlier where earlier.matter = sighting.matter
            and earlier.at < session.began_at)) as deadEnds,
          (select sum(tokens_input - ifnull(tokens_cached, 0) + tokens_output) from event
            where event.session = session.row) as tokens
     from injection join session on session.client = injection.client and session.id = injection.session
    where session.began_at >= (select min(s.began_at) from injection i
            join session s on s.client = i.client and s.id = i.session where i.holdout <> 'full')
    group by session.row order by session.began_at, session.row`;

/** A session in a project's life: what it had to find out, and what it ran into again. */
export interface LifeSession {
  client: string;
  id: string;
  at: number;
  /** Calls that read, listed or searched files. */
  discoveryCalls: number;
  /** Failures that an earlier session had. */
  repeatedFailures: number;
  /** A reminder reached it. */
  told: boolean;
}

/** Every session in which an agent called a tool, the oldest first. */
export const lifeSessions = (store: Store): LifeSession[] =>
  store.rows`select client, id, began_at as at,
          (select count(*) from event where event.session = session.row and kind = 'result'
            and (tool in ('read', 'search', 'list') or tool = 'run'
              and exists (select 1 from touch where touch.event = event.row and way in ('read', 'search', 'list'))
              and not exists (select 1 from touch where touch.event = event.row
                and way in ('edit', 'write', 'delete')))) as discoveryCalls,
          (select count(*) from failure_seen seen where seen.session = session.row
            and exists (select 1 from failure_seen earlier where earlier.failure = seen.failure
            and earlier.at < session.began_at)) as repeatedFailures,
          exists (select 1 from injection where injection.client = session.client
            and injection.session = session.id and shown = 1) as told
     from session where client not in ('git', 'ci')
       and exists (select 1 from event where event.session = session.row and kind = 'result')
    order by began_at, row`.map(as({ told: flag }));

/** Every command that some sessions ran, in order, with whether it went well. */
export const runsIn = (
  store: Store,
  sessions: readonly number[],
): { session: number; command: string; outcome: string }[] =>
  store.rows`select session, command, outcome from event where session in (select value
    from json_each(${sessions}))
      and kind = 'result' and tool = 'run' and command is not null and outcome in ('ok', 'failed')
    order by session, at, offset, part`;

/** Every command that was run in an episode, in order, with what its agent had been told by its end. */
export const runsInEpisodes = (
  store: Store,
): { episode: number; session: number; phase: Phase; command: string; outcome: string; told: string[] }[] =>
  store.rows`select episode.row as episode, episode.session, phase, command, event.outcome,
          (select json_group_array(distinct m.memory) from injection
            join injection_memory m on m.injection = injection.row
            where injection.client = session.client and injection.session = session.id and shown = 1
            and injection.at <= episode.ended_at) as told
     from episode join session on session.row = episode.session
       join event on event.episode = episode.row and event.session = episode.session
    where event.kind = 'result' and tool = 'run' and command is not null and event.outcome in ('ok', 'failed')
      and episode.session in (select s.row from session s
            join injection i on i.client = s.client and i.session = s.id where i.shown = 1)
      -- Sessions of the control group are told a person's words alone: a type told there would look worse than it is.
      and not exists (select 1 from injection other where other.client = session.client
            and other.session = session.id and other.holdout <> 'full')
    order by episode.row, event.at, event.offset, event.part`.map(as({ told: json })) as never;
