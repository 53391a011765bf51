import { dropMark } from '../marks.ts';
import type { Store } from '../store.ts';

/** Forgets everything that hangs on a memory by its id alone. */
export function removeTraces(store: Store, memory: string): void {
  store.sql('delete from memory_step where memory = ?').run(memory);
  store.sql('delete from deed where memory = ?').run(memory);
  store.sql('delete from outcome where memory = ?').run(memory);
  store.sql('delete from tally where memory = ?').run(memory);
  dropMark(store, 'judged', memory);
  store.sql('delete from injection_memory where memory = ?').run(memory);
  store
    .sql(
      `update injection set "left" = (select json_group_array(json(value)) from json_each("left")
          where value ->> 'memory' <> ?1) where instr("left", ?1)`,
    )
    .run(memory);
  dropMark(store, 'lift', memory);
  store.sql('delete from rule_breach where memory = ?').run(memory);
  store.sql('delete from telling where id = ?1 or memory = ?1').run(memory);
  store.sql('update refusal set memory = null where memory = ?').run(memory);
}
