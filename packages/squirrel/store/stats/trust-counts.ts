import { raw } from '@sqrl/base/sqlite/query.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';

/** Sessions of agents, sessions in which something was said, and what people said of memories, in one store. */
export function trustCounts(store: Store): {
  sessions: number;
  told: number;
  delivered: number;
  confirmed: number;
  flagged: number;
} {
  return store.row`with ${raw(JUDGED)}
    select
      (select count(*) from session where client not in ('git', 'ci')
        and exists (select 1 from event where session = session.row)) as sessions,
      (select count(*) from (select distinct client, session from injection where shown = 1)) as told,
      (select count(distinct memory) from injection_memory join injection on injection.row = injection
        where shown = 1) as delivered,
      (select count(*) from judged_by_people where did = 'confirmed') as confirmed,
      (select count(*) from judged_by_people where did <> 'confirmed') as flagged`!;
}

/** How many things that were said in one session people have called wrong since a time; of the session with most. */
export const wrongInOneSession = (store: Store, since: number): number =>
  (store.value`with ${raw(JUDGED)}
    select max(n) as n from (
      select count(distinct j.memory) as n from judged_by_people j
        join injection_memory m on m.memory = j.memory join injection on injection.row = m.injection
       where j.did <> 'confirmed' and j.at > ${since} and shown = 1 and injection.at <= j.at
       group by injection.client, injection.session)` ?? 0) as number;

// The last word of a person on each memory.
const JUDGED = `
  judged_by_people as (
    select memory, did, max(at) as at from memory_step where did in ('confirmed', 'corrected', 'rejected')
     group by memory)`;
