import type { Store } from '../store.ts';

/** A delivery that an agent saw. */
export interface ShownDelivery {
  id: string;
  at: number;
  client: string;
  session: string;
  point: string;
  about: string | null;
  /** Ids of the memories in it. */
  memories: string[];
}

/** The latest deliveries of memories that agents saw, the latest first. */
export const latestDeliveries = (store: Store, limit: number): ShownDelivery[] =>
  store
    .sql(
      `select id, at, client, session, point, about,
              (select json_group_array(memory) from injection_memory where injection = injection.row) as memories
         from injection
        where shown = 1 and exists (select 1 from injection_memory where injection = injection.row)
        order by at desc, row desc limit ?`,
    )
    .all(limit)
    .map(
      ({ memories, ...rest }) =>
        ({ ...rest, memories: JSON.parse(memories as string) }) as unknown as ShownDelivery,
    );
