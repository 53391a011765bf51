import type { Episode } from '@sqrl/base/model/episode.ts';
import { as, flag, fragment, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { markNames, setMark } from '../marks.ts';

export interface KeptEpisode extends Episode {
  row: number;
}

export interface NewEpisode extends Episode {
  ordinal: number;
  /** The id of its first event. */
  first: string;
}

export function episodeBefore(store: Store, session: number, at: number): EpisodeStart | undefined {
  return store.row`select ordinal, lower(hex(first)) as first, started_at, begun_by as begunBy
    from episode
    where session = ${session} and started_at < ${at} order by ordinal desc limit 1`;
}

export interface EpisodeStart {
  ordinal: number;
  /** The id of its first event. */
  first: string;
  startedAt: number;
  begunBy: Episode['begunBy'];
}

export const episodesFrom = (store: Store, session: number, ordinal: number): KeptEpisode[] =>
  store.rows`${raw(SELECT)} where episode.session = ${session} and ordinal >= ${ordinal} order by ordinal`.map(
    toEpisode,
  );

export const taskAt = (store: Store, session: number, ordinal: number): string | null =>
  (store.value`select task from episode where session = ${session} and ordinal = ${ordinal}` ?? null) as
    | string
    | null;

/** Writes an episode, over the one of the same id where there is one, and gives its row. */
export function putEpisode(store: Store, session: number, episode: NewEpisode): number {
  const { eventCount: events, first, stats, outcome, ...same } = episode;
  store.upsert('episode', 'id', {
    ...same,
    ...stats,
    session,
    first: Buffer.from(first, 'hex'),
    events,
    outcome: outcome,
  });
  return store.value`select row from episode where id = ${episode.id}`;
}

export function removeEpisode(store: Store, row: number): void {
  store.run`delete from episode where row = ${row}`;
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

export const episodesWhere = (
  store: Store,
  filter: EpisodeFilter,
  { limit = -1, offset = 0, ...now }: EpisodeClock & { limit?: number; offset?: number },
): KeptEpisode[] =>
  store.rows`select * ${filtered(filter, now)} order by started_at desc, ordinal desc, id
    limit ${limit} offset ${offset}`.map(toEpisode);

/** Episodes by their ids, in the order given, as if all were over; ids that are gone are left out. */
export function episodesById(store: Store, ids: readonly string[]): KeptEpisode[] {
  const found = new Map(
    store.rows`${raw(SELECT)} where episode.id in (select value from json_each(${ids}))`
      .map(toEpisode)
      .map((episode) => [episode.id, episode]),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The episodes of some sessions in order, by the session's row, as if all were over. */
export function episodesOfSessions(store: Store, sessions: readonly number[]): Map<number, KeptEpisode[]> {
  const found = store.rows`${raw(SELECT)} where episode.session in (select value from json_each(${sessions}))
    order by episode.session, ordinal`;
  return new Map(
    [...Map.groupBy(found, (row) => row.session as number)].map(([row, some]) => [row, some.map(toEpisode)]),
  );
}

export const countEpisodes = (store: Store, filter: EpisodeFilter, now: EpisodeClock): number =>
  store.value`select count(*) ${filtered(filter, now)}`;

const SELECT = `
  select episode.*, session.id as session_id, session.client
    from episode join session on session.row = episode.session`;

function filtered({ session, since, statuses, byAgents }: EpisodeFilter, { now, quiet }: EpisodeClock) {
  // A commit and the file of a CI run are told when they are over.
  const isActive = fragment`episode.ended_at >= ${now} - ${quiet} and session.client not in ('git', 'ci')
    and not exists (select 1 from episode later where later.session = episode.session
      and later.ordinal > episode.ordinal)
    and not exists (select 1 from mark where kind = 'flush' and name >= episode.ended_at)`;
  return fragment`from (
      select episode.*, session.id as session_id, session.client,
            case when ${isActive} then 'active' else episode.status end as present_status,
            (select asked.summary from asked where prompt = 'memory writer' and about = episode.id) as worded
        from episode join session on session.row = episode.session)
    where (${session} is null or substr(session_id, 1, length(${session})) = ${session})
      and (${since} is null or ended_at >= ${since})
      and (${statuses} is null or present_status in (select value from json_each(${statuses})))
      and (${byAgents ?? false} = 0 or client not in ('git', 'ci'))`;
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where a row becomes an episode
function toEpisode(found: any): KeptEpisode {
  const { sessionId, client: _, first: __, ordinal: ___, presentStatus, worded, events, ...row } = found;
  const { errors, retryLoops, tests, frustration, status, summary, ...rest } = row;
  return {
    ...as<KeptEpisode>({ filesChanged: json, filesRead: json, tools: json, tainted: flag })(rest),
    session: sessionId,
    eventCount: events,
    stats: { errors, retryLoops, tests, frustration },
    status: presentStatus ?? status,
    // In the language model's words where it was asked about the episode, else in those of the rules.
    summary: worded ?? summary,
  };
}

export const episodeStatus = (store: Store, id: string): Episode['status'] | undefined =>
  store.value`select status from episode where id = ${id}`;

/** Since when a session has events that no episode accounts for; undefined where each has its own. */
export function unsettledSince(store: Store, session: number): number | undefined {
  const found = store.row<{
    at: number | null;
    n: number;
  }>`select min(at) as at, count(*) as n from event where session = ${session} and episode is null`!;
  const kept = store.row<{
    there: number;
    counted: number;
  }>`select (select count(*) from event where session = ${session}) as there,
    (select ifnull(sum(events), 0) from episode where session = ${session}) as counted`!;
  // An event has left for another session, and took its mark along.
  if (kept.there !== kept.counted + found.n) return Number.MIN_SAFE_INTEGER;
  return found.at ?? undefined;
}

export function setEpisode(store: Store, events: readonly number[], episode: number): void {
  store.run`update event set episode = ${episode} where row in (select value from json_each(${events}))`;
}

/** Asks for a cut: what comes later than this time begins a new episode. */
export const addFlush = (store: Store, at: number): void => setMark(store, 'flush', at);

export const flushesSince = (store: Store, at: number): number[] =>
  markNames<number>(store, 'flush').filter((each) => each >= at);

export const sessionsBeyond = (store: Store, at: number): number[] =>
  store.column`select row from session where exists (select 1 from event where session = session.row
    and at > ${at})`;
