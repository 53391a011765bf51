import type { Store } from '../store.ts';

/** A project's own time: only days with a session of an agent pass, so nothing ages while nobody works. */
export interface ProjectTime {
  /** Days with a session after the day of `at`. */
  daysSince(at: number): number;
}

/** The own time of the project whose sessions a store holds, as it is now. Days are of UTC. */
export function projectTime(store: Store, now: number): ProjectTime {
  const today = dayOf(now);
  const days = store
    .sql(
      `select day from tool_day where day <= ?1
        union select began_at / ${DAY_MS} from session where client not in ('git', 'ci') and began_at / ${DAY_MS} <= ?1
        order by 1`,
    )
    .all(today)
    .map(({ day }) => day as number);
  return {
    daysSince(at) {
      const day = dayOf(at);
      const first = days.findLastIndex((each) => each <= day) + 1;
      return days.length - first;
    },
  };
}

const DAY_MS = 24 * 3600 * 1000;
const dayOf = (at: number): number => Math.floor(at / DAY_MS);
