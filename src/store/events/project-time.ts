import type { Store } from '../store.ts';

/** A project's own time: only days with a session of an agent pass, so nothing ages while nobody works. */
export interface ProjectTime {
  /** Days with a session after the day of `at`. */
  daysSince(at: number): number;
}

/** The own time of the project whose sessions a store holds, as it is now. Days are of UTC. */
export function projectTime(store: Store, now: number): ProjectTime {
  // Read on first use: many questions do not go by age.
  let known: number[] | undefined;
  return {
    daysSince(at) {
      known ??= daysUntil(store, dayOf(now));
      const day = dayOf(at);
      const first = known.findLastIndex((each) => each <= day) + 1;
      return known.length - first;
    },
  };
}

/** Days with a session until a day, in order. */
const daysUntil = (store: Store, today: number): number[] =>
  store
    .sql(
      `select day from tool_day where day <= ?1
        union select began_at / ${DAY_MS} from session where client not in ('git', 'ci') and began_at / ${DAY_MS} <= ?1
        order by 1`,
    )
    .all(today)
    .map(({ day }) => day as number);

const DAY_MS = 24 * 3600 * 1000;
const dayOf = (at: number): number => Math.floor(at / DAY_MS);
