import { as, flag, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { dropMarks, jsonMark, jsonMarks, setMark } from '../marks.ts';
import type { MemoryOutcome } from './outcomes-tally.ts';

/** A reminder that reached an agent, by the id of its delivery, and what followed in the episode. */
export type FollowedReceipt = Pick<Injection, 'id' | 'at' | 'client' | 'session' | 'point' | 'about'> &
  Pick<MemoryOutcome, 'memory' | 'used' | 'failure' | 'why'>;

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

export type SessionDelivery = { holdout: string } & Record<'times' | 'tokens' | 'memories', number>;

export const deliveredIn = (store: Store, rows: readonly number[]): Map<number, SessionDelivery> =>
  store.keyed`select session.row as session,
      count(*) filter (where shown) as times, ifnull(sum(tokens) filter (where shown), 0) as tokens,
      min(holdout) as holdout, ifnull(sum((select count(*) from injection_memory
        where injection = injection.row)) filter (where shown), 0) as memories
    from session join injection on injection.session = session.id and injection.client = session.client
    where session.row in (select value from json_each(${rows})) group by 1`;

/** Sessions in which a memory was due, told or withheld at random, and those that went badly. */
export type LiftRow = { memory: string } & Record<'told' | 'toldBad' | 'withheld' | 'withheldBad', number>;

/**
 * What memories came to since some were withheld at random, a session each. It went badly where the failure came that the
 * memory warns of; sessions without an occasion for that are left out. For a memory that warns of none it did where an
 * episode had more errors and retries than the mean: outcomes are not asked, since a memory that was told has more of them.
 */
export const countLifts = (store: Store, weights: { errors: number; retries: number }): LiftRow[] =>
  store.rows`with due as (
      select m.memory, session.row as session, max(shown) as told, min(point = 'after failure') as late
        from injection join injection_memory m on m.injection = injection.row
          join session on session.client = injection.client and session.id = injection.session
       where injection.at >= (select min(at) from injection where shown = 0) group by 1, 2),
    warning as (select distinct memory from outcome where failure is not null),
    troubled as (
      select session, max(${weights.errors} * errors + ${weights.retries} * retry_loops)
          > (select avg(${weights.errors} * errors + ${weights.retries} * retry_loops) from episode) as bad
        from episode group by session),
    ended as (
      select due.memory, due.told, case when warning.memory is null then troubled.bad else (
          select max(case
              -- Told after the failure, a memory can only spare its return.
              when due.told then outcome.failure = 'came'
              when due.late then outcome.failure = 'came again'
              else outcome.failure in ('came', 'came again') end)
            from outcome where outcome.memory = due.memory and outcome.session = due.session
              and before = 0 and outcome.failure is not null) end as bad
        from due left join warning on warning.memory = due.memory
          left join troubled on troubled.session = due.session)
    select memory, sum(told) as told, sum(told and bad) as toldBad, sum(not told) as withheld,
           sum(not told and bad) as withheldBad
      from ended where bad is not null group by memory order by memory`;

type KeptLift = LiftRow & { kind: string; share: number };

export function replaceLifts(store: Store, rows: readonly KeptLift[]): void {
  store.transaction(() => {
    dropMarks(store, 'lift');
    for (const row of rows) setMark(store, 'lift', row.memory, JSON.stringify(row));
  });
}

export const liftRows = (store: Store): KeptLift[] => jsonMarks<KeptLift>(store, 'lift');

/** The share of sessions in which memories are to be told, by id; those of which nothing is known are left out. */
export const toldShares = (store: Store, ids: readonly string[]): Map<string, number> =>
  new Map(
    ids.flatMap((id): [string, number][] => {
      const known = jsonMark<KeptLift>(store, 'lift', id);
      return known ? [[id, known.share]] : [];
    }),
  );

/** What became of a call that broke a rule. */
export interface RuleBreach {
  memory: string;
  client: string;
  session: string;
  at: number;
  did: 'stopped' | 'overruled' | 'broken';
  /** The command or the file, without secrets. */
  about: string;
}

/** Kept are calls that were stopped and not made, broken those that were seen when they were done, overruled those made again after the stop. */
export type RuleCounts = { memory: string } & Record<'kept' | 'broken' | 'overruled', number>;

/** Overruled so often, a rule asks to be changed or removed. */
export const MAX_OVERRULED = 3;

export function addRuleBreach(store: Store, { memory, client, session, at, did, about }: RuleBreach): void {
  store.insert('rule_breach', { memory, client, session, at, did, about });
}

export const ruleBreachesOf = (store: Store, client: string, session: string): RuleBreach[] =>
  store.rows`select memory, client, session, at, did, about from rule_breach
    where session = ${session} and client = ${client} order by rowid`;

export const ruleCounts = (store: Store, memory?: string): RuleCounts[] =>
  store.rows`select memory, max(0, sum(did = 'stopped') - sum(did = 'overruled')) as kept,
    sum(did = 'broken') as broken,
         sum(did = 'overruled') as overruled
    from rule_breach where ${memory} is null or memory = ${memory} group by memory order by overruled desc,
      kept + broken desc`;

/** By rule and session, whether each call that would have broken the rule was stopped and not made. */
export const breachedSessions = (
  store: Store,
): (Pick<RuleBreach, 'memory' | 'client' | 'session' | 'at'> & { isKept: boolean })[] =>
  store.rows`select memory, client, session, min(at) as at, min(did = 'stopped') as isKept
    from rule_breach group by memory, client, session`.map(as({ isKept: flag }));

/** A briefing that was delivered, or would have been, at a point of a session. */
export interface Injection {
  id: string;
  client: string;
  /** The session's own id. */
  session: string;
  at: number;
  /** Where in the session: session start, prompt, before a tool… */
  point: string;
  /** What it was about: the command, the file, the prompt's hash. */
  about: string | null;
  tokens: number;
  /** `full`, `passive` or `control`. */
  holdout: string;
  /** What a group is not to get is noted and not shown. */
  shown: boolean;
  /** Ids of the memories in it. */
  memories: string[];
  /** Ids of the messages of past sessions that it quotes. */
  passages: string[];
  /** Why each memory was delivered, by its id. */
  why?: Readonly<Record<string, string>>;
  left?: readonly LeftMemory[];
}

interface LeftMemory {
  memory: string;
  because: string;
}

/** Notes an injection; one that is noted already is left as it is. Says whether it was new. */
export function addInjection(store: Store, injection: Injection): boolean {
  return store.transaction(() => {
    const { id, client, session, at, point, about, tokens, holdout, shown, passages, left = [] } = injection;
    if (store.row`select 1 from injection where id = ${id}`) return false;
    const fields = { id, client, session, at, point, about, tokens, holdout, shown, passages, left };
    const row = store.insert('injection', fields);
    for (const memory of new Set(injection.memories))
      store.insert('injection_memory', { injection: row, memory, why: injection.why?.[memory] });
    return true;
  });
}

/** Leaves in an injection what stands in the text that its session got; without any it is removed. */
export function keepDelivered(store: Store, id: string, text: string): void {
  if (text === '') {
    store.run`delete from injection where id = ${id}`;
    return;
  }
  const row = store.value<number | undefined>`select row from injection where id = ${id}`;
  if (row === undefined) return;
  store.run`delete from injection_memory where injection = ${row} and instr(${text}, '#' || memory) = 0`;
}

export const injectionsOf = (store: Store, client: string, session: string): Injection[] =>
  store.rows`${raw(SELECT)} where injection.session = ${session} and injection.client = ${client}
    order by injection.at, injection.row`.map(toInjection);

/** The session of a client that something was delivered in last, subagents left out; undefined where there is none. */
export const latestTold = (store: Store, client: string): string | undefined =>
  store.value`select session from injection where client = ${client} and instr(session, '/') = 0
    order by at desc, row desc limit 1`;

export const injectionsWith = (store: Store, memory: string, limit = -1): Injection[] =>
  store.rows`${raw(SELECT)} where injection.row in (select injection from injection_memory
    where memory = ${memory})
    order by injection.at desc, injection.row desc limit ${limit}`.map(toInjection);

const SELECT = `
  select id, client, session, at, point, about, tokens, holdout, shown, passages,
         (select json_group_array(memory) from injection_memory where injection = injection.row) as memories
    from injection`;

const toInjection = as<Injection>({ shown: flag, memories: json, passages: json });

/** A delivery that an agent saw. */
export interface ShownDelivery
  extends Pick<Injection, 'id' | 'at' | 'client' | 'session' | 'point' | 'about' | 'tokens'> {
  /** Null where the reason was not noted. */
  memories: { memory: string; why: string | null }[];
  left: LeftMemory[];
}

export const latestDeliveries = (store: Store, limit: number): ShownDelivery[] =>
  store.rows`select id, at, client, session, point, about, tokens,
          (select json_group_array(json_object('memory', memory, 'why', why))
            from injection_memory where injection = injection.row) as memories, "left"
     from injection
    where shown = 1 and exists (select 1 from injection_memory where injection = injection.row)
    order by at desc, row desc limit ${limit}`.map(as({ memories: json, left: json }));
