import { dropMark } from '../marks.ts';
import type { Store } from '../store.ts';

/** Forgets everything that hangs on a memory by its id alone. */
export function removeTraces(store: Store, memory: string): void {
  store.run`delete from memory_step where memory = ${memory}`;
  store.run`delete from deed where memory = ${memory}`;
  store.run`delete from outcome where memory = ${memory}`;
  store.run`delete from tally where memory = ${memory}`;
  dropMark(store, 'judged', memory);
  store.run`delete from injection_memory where memory = ${memory}`;
  store.run`update injection set "left" = (select json_group_array(json(value)) from json_each("left")
    where value ->> 'memory' <> ${memory}) where instr("left", ${memory})`;
  dropMark(store, 'lift', memory);
  store.run`delete from rule_breach where memory = ${memory}`;
  store.run`delete from telling where id = ${memory} or memory = ${memory}`;
  store.run`update refusal set memory = null where memory = ${memory}`;
}
