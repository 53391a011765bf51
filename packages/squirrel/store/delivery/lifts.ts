import type { Store } from '@sqrl/base/sqlite/store.ts';
import { dropMarks, jsonMark, jsonMarks, setMark } from '../marks.ts';

/** Sessions in which a memory was due, told or withheld at random, and those that went badly. */
export interface LiftRow {
  memory: string;
  told: number;
  toldBad: number;
  withheld: number;
  withheldBad: number;
}

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
      from ended where bad is not null group by memory order by memory` as unknown as LiftRow[];

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
