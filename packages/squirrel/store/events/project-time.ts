import { DAY_MS } from '@sqrl/base/durations.ts';
import { raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { shareOfCommits } from '@sqrl/code-graph/tables/cochange.ts';

/** A project's own time: only days with a session of an agent pass, so nothing ages while nobody works. */
export interface ProjectTime {
  /** Days with a session after the day of `at`; for what is said of files that change often they count for more. */
  daysSince(at: number, files?: readonly string[]): number;
}

/** The own time of the project whose sessions a store holds, as it is now. Days are of UTC. */
export function projectTime(store: Store, now: number): ProjectTime {
  // Read on first use: many questions do not go by age.
  let known: number[] | undefined;
  const paces = new Map<string, number>();
  const paceOf = (path: string): number => {
    const pace = paces.get(path) ?? 1 + MAX_FASTER * shareOfCommits(store, path, RECENT_COMMITS);
    paces.set(path, pace);
    return pace;
  };
  return {
    daysSince(at, files = []) {
      known ??= daysUntil(store, dayOf(now));
      const day = dayOf(at);
      const first = known.findLastIndex((each) => each <= day) + 1;
      const days = known.length - first;
      if (days === 0 || files.length === 0) return days;
      return (days * files.reduce((sum, path) => sum + paceOf(path), 0)) / files.length;
    },
  };
}

/** How much faster days pass for what is said of a file that every commit changes. */
const MAX_FASTER = 4;
const RECENT_COMMITS = 100;

const daysUntil = (store: Store, today: number): number[] =>
  store.column`with worked as (select began_at as at from session where client not in ('git', 'ci')
      union all select started_at from episode where session in (select row from session where client not in ('git', 'ci'))
      union all select ended_at from episode where session in (select row from session where client not in ('git', 'ci')))
    select distinct at / ${raw(`${DAY_MS}`)} as day from worked where day <= ${today} order by 1`;

const dayOf = (at: number): number => Math.floor(at / DAY_MS);
