import { readMessage, storedMessage } from '../../base/messages.ts';
import type { Episode } from '../../model/episode.ts';
import type { Store } from '../store.ts';

/** An episode as it is kept, with its place in the file. */
export interface KeptEpisode extends Episode {
  row: number;
}

/** An episode on its way into a store. */
export interface NewEpisode extends Episode {
  ordinal: number;
  /** The id of its first event. */
  first: string;
}

/** The last episode of a session that began before a time, and how it began. */
export function episodeBefore(store: Store, session: number, at: number): EpisodeStart | undefined {
  const found = store
    .sql(
      `select ordinal, lower(hex(first)) as first, started_at as startedAt, begun_by as begunBy from episode
        where session = ? and started_at < ? order by ordinal desc limit 1`,
    )
    .get(session, at);
  return found && ({ ...found } as unknown as EpisodeStart);
}

export interface EpisodeStart {
  ordinal: number;
  /** The id of its first event. */
  first: string;
  startedAt: number;
  begunBy: Episode['begunBy'];
}

/** The episodes of a session from a place on, in order. */
export const episodesFrom = (store: Store, session: number, ordinal: number): KeptEpisode[] =>
  store
    .sql(`${SELECT} where episode.session = ? and ordinal >= ? order by ordinal`)
    .all(session, ordinal)
    .map(toEpisode);

/** What an episode was about, by its place in its session. */
export const taskAt = (store: Store, session: number, ordinal: number): string | null =>
  (store.sql('select task from episode where session = ? and ordinal = ?').get(session, ordinal)?.task ??
    null) as string | null;

/** Writes an episode, over the one of the same id where there is one, and gives its row. */
export function putEpisode(store: Store, session: number, episode: NewEpisode): number {
  return store
    .sql(PUT)
    .get(
      episode.id,
      session,
      episode.ordinal,
      Buffer.from(episode.first, 'hex'),
      episode.startedAt,
      episode.endedAt,
      episode.eventCount,
      episode.begunBy,
      episode.task,
      episode.summary,
      episode.phase,
      episode.importance,
      episode.stats.errors,
      episode.stats.retryLoops,
      episode.stats.tests,
      episode.stats.frustration,
      episode.status,
      storedMessage(episode.outcome),
      JSON.stringify(episode.filesChanged),
      JSON.stringify(episode.filesRead),
      JSON.stringify(episode.tools),
      Number(episode.tainted),
    )!.row as number;
}

export function removeEpisode(store: Store, row: number): void {
  store.sql('delete from episode where row = ?').run(row);
}

/** Which episodes are meant. Everything given must hold. */
export interface EpisodeFilter {
  /** The session's id begins so. */
  session?: string | undefined;
  /** Something happened in it since. */
  since?: number | undefined;
  statuses?: readonly Episode['status'][] | undefined;
  /** Only what agents did: no commits and no runs of CI. */
  byAgents?: boolean | undefined;
}

/** When an episode is still running: nothing came after it, no cut was requested, and it was not long ago. */
export interface EpisodeClock {
  now: number;
  quiet: number;
}

/** Episodes that a filter lets through, the latest first. */
export const episodesWhere = (
  store: Store,
  filter: EpisodeFilter,
  { limit = -1, offset = 0, ...now }: EpisodeClock & { limit?: number; offset?: number },
): KeptEpisode[] =>
  store
    .sql(`select * ${FILTERED} order by started_at desc, ordinal desc, id limit ?7 offset ?8`)
    .all(...valuesOf(filter, now), limit, offset)
    .map(toEpisode);

/** Episodes by their ids, in the order given, as if all were over; ids that are gone are left out. */
export function episodesById(store: Store, ids: readonly string[]): KeptEpisode[] {
  const found = new Map(
    store
      .sql(`${SELECT} where episode.id in (select value from json_each(?))`)
      .all(JSON.stringify(ids))
      .map(toEpisode)
      .map((episode) => [episode.id, episode]),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The episodes of some sessions in order, by the session's row, as if all were over. */
export function episodesOfSessions(store: Store, sessions: readonly number[]): Map<number, KeptEpisode[]> {
  const found = store
    .sql(
      `${SELECT} where episode.session in (select value from json_each(?)) order by episode.session, ordinal`,
    )
    .all(JSON.stringify(sessions));
  return new Map(
    [...Map.groupBy(found, (row) => row.session as number)].map(([row, some]) => [row, some.map(toEpisode)]),
  );
}

/** How many episodes a filter lets through. */
export const countEpisodes = (store: Store, filter: EpisodeFilter, now: EpisodeClock): number =>
  store.sql(`select count(*) as n ${FILTERED}`).get(...valuesOf(filter, now))!.n as number;

const valuesOf = ({ session, since, statuses, byAgents }: EpisodeFilter, { now, quiet }: EpisodeClock) => [
  now,
  quiet,
  session ?? null,
  since ?? null,
  statuses ? JSON.stringify(statuses) : null,
  Number(byAgents ?? false),
];

const COLUMNS = [
  'id',
  'session',
  'ordinal',
  'first',
  'started_at',
  'ended_at',
  'events',
  'begun_by',
  'task',
  'summary',
  'phase',
  'importance',
  'errors',
  'retry_loops',
  'tests',
  'frustration',
  'status',
  'outcome',
  'files_changed',
  'files_read',
  'tools',
  'tainted',
];

const PUT = `
  insert into episode (${COLUMNS.join(', ')}) values (${COLUMNS.map(() => '?').join(', ')})
  on conflict (id) do update set ${COLUMNS.slice(1)
    .map((name) => `${name} = excluded.${name}`)
    .join(', ')}
  returning row`;

const SELECT = `
  select episode.row, ${COLUMNS.map((name) => `episode.${name}`).join(', ')}, session.id as session_id,
         session.client as client
    from episode join session on session.row = episode.session`;

// A commit and the file of a CI run are told when they are over.
const IS_ACTIVE = `episode.ended_at >= ?1 - ?2 and session.client not in ('git', 'ci')
  and not exists (select 1 from episode later where later.session = episode.session and later.ordinal > episode.ordinal)
  and not exists (select 1 from mark where kind = 'flush' and name >= episode.ended_at)`;

// The language model's words where it was asked about the episode, else those that the rules make of its events.
const SUMMARY = `coalesce((select asked.summary from asked where prompt = 'memory writer' and about = episode.id),
  episode.summary) as summary`;

const FILTERED = `
  from (${SELECT.replace('episode.status', `case when ${IS_ACTIVE} then 'active' else episode.status end as status`).replace('episode.summary', SUMMARY)})
  where (?3 is null or substr(session_id, 1, length(?3)) = ?3) and (?4 is null or ended_at >= ?4)
    and (?5 is null or status in (select value from json_each(?5)))
    and (?6 = 0 or client not in ('git', 'ci'))`;

// biome-ignore lint/suspicious/noExplicitAny: the one place where a row becomes an episode
function toEpisode(row: any): KeptEpisode {
  return {
    row: row.row,
    id: row.id,
    session: row.session_id,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    eventCount: row.events,
    begunBy: row.begun_by,
    task: row.task,
    summary: row.summary,
    phase: row.phase,
    importance: row.importance,
    stats: {
      errors: row.errors,
      retryLoops: row.retry_loops,
      tests: row.tests,
      frustration: row.frustration,
    },
    status: row.status,
    outcome: readMessage(row.outcome),
    filesChanged: JSON.parse(row.files_changed),
    filesRead: JSON.parse(row.files_read),
    tools: JSON.parse(row.tools),
    tainted: row.tainted === 1,
  };
}

/** How an episode ended; undefined where there is none of that id. */
export const episodeStatus = (store: Store, id: string): Episode['status'] | undefined =>
  store.sql('select status from episode where id = ?').get(id)?.status as Episode['status'] | undefined;
