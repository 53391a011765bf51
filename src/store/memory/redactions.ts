import type { Store } from '../store.ts';

/** The marks that stand in the place of secrets in a store's memories, and in its latest events, one text a row. */
export function redactedTexts(store: Store, latest: number): { memories: string[]; events: string[] } {
  return {
    memories: store.column`select text from memory where instr(text, '[redacted: ')`,
    events: store.column`select text || ' ' || ifnull(command, '') from event
      where row > (select ifnull(max(row), 0) - ${latest} from event)
        and (instr(text, '[redacted: ') or instr(ifnull(command, ''), '[redacted: '))`,
  };
}
