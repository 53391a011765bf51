import type { Message } from '../../base/messages.ts';
import { as, json } from '../query.ts';
import type { Store } from '../store.ts';
import type { LeftMemory } from './injections.ts';

/** A delivery that an agent saw. */
export interface ShownDelivery {
  id: string;
  at: number;
  client: string;
  session: string;
  point: string;
  about: string | null;
  tokens: number;
  /** Null where the reason was not noted. */
  memories: { memory: string; why: Message | null }[];
  left: LeftMemory[];
}

/** The latest deliveries of memories that agents saw, the latest first. */
export const latestDeliveries = (store: Store, limit: number): ShownDelivery[] =>
  store.rows`select id, at, client, session, point, about, tokens,
          (select json_group_array(json_object('memory', memory, 'why', json(why)))
            from injection_memory where injection = injection.row) as memories, "left"
     from injection
    where shown = 1 and exists (select 1 from injection_memory where injection = injection.row)
    order by at desc, row desc limit ${limit}`.map(as({ memories: json, left: json }));
