import { as, flag } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';

/** A reminder that reached an agent, and what followed in the episode. */
export interface FollowedReceipt {
  /** Of the delivery. */
  id: string;
  at: number;
  client: string;
  session: string;
  point: string;
  about: string | null;
  memory: string;
  used: boolean;
  /** Whether the failure it warns of came; null where it warns of none. */
  failure: string | null;
  why: string;
}

/** Deliveries that reached an agent since a time, and the tokens they cost. */
export const deliveredSince = (
  store: Store,
  since: number,
): { reminders: number; tokens: number; stops: number; sessions: number } =>
  store.row`select count(*) as reminders, ifnull(sum(tokens), 0) as tokens,
         count(*) filter (where point = 'stopped') as stops,
         count(distinct client || ' ' || session) as sessions
    from injection where shown = 1 and at >= ${since}`!;

export const toldMemories = (store: Store): Map<string, number> =>
  store.pairs`select memory, min(at) as at from injection_memory m join injection on injection.row = m.injection
    where shown = 1 group by memory`;

/**
 * What followed deliveries, the latest first: an outcome each, with the delivery that it belongs to: a stopped
 * call of the episode, else the first within it, else the last before it. One receipt only, where an id is given.
 */
export const followedReceipts = (store: Store, id: string | null): FollowedReceipt[] =>
  store.rows`select id, at, client, session, point, about, memory, used, failure, why from (
     select injection.id, injection.at, injection.client, injection.session, point, about, outcome.memory, used,
            outcome.failure, outcome.why,
            row_number() over (partition by outcome.memory, outcome.episode
            order by injection.at <= episode.ended_at + ${SLACK_MS} desc,
            injection.at >= episode.started_at - ${SLACK_MS} desc, point = 'stopped' desc,
            case when injection.at >= episode.started_at - ${SLACK_MS} then injection.at
            else -injection.at end) as place
       from outcome join episode on episode.id = outcome.episode join session on session.row = outcome.session
         join injection on injection.client = session.client and injection.session = session.id and shown = 1
         join injection_memory m on m.injection = injection.row and m.memory = outcome.memory
      where outcome.delivered = 1 and outcome.before = 0)
    where place = 1 and (${id} is null or id = ${id}) order by at desc, id, memory`.map(as({ used: flag }));

/** A hook and a log do not write the same moment down. */
const SLACK_MS = 60_000;

export interface SessionDelivery {
  times: number;
  tokens: number;
  memories: number;
  holdout: string;
}

export const deliveredIn = (store: Store, rows: readonly number[]): Map<number, SessionDelivery> =>
  new Map(
    store.rows<SessionDelivery & { session: number }>`select session.row as session,
        count(*) filter (where shown) as times, ifnull(sum(tokens) filter (where shown), 0) as tokens,
        min(holdout) as holdout, ifnull(sum((select count(*) from injection_memory
          where injection = injection.row)) filter (where shown), 0) as memories
      from session join injection on injection.session = session.id and injection.client = session.client
      where session.row in (select value from json_each(${rows})) group by 1`.map(({ session, ...told }) => [
      session,
      told,
    ]),
  );
