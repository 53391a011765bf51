import type { Store } from '../store.ts';

/** The marks that stand in the place of secrets in a store's memories, and in its latest events, one text a row. */
export function redactedTexts(store: Store, latest: number): { memories: string[]; events: string[] } {
  const texts = (sql: string, ...given: number[]): string[] =>
    store
      .sql(sql)
      .all(...given)
      .map(({ text }) => text as string);
  return {
    memories: texts(`select text from memory where instr(text, '[redacted: ')`),
    events: texts(
      `select text || ' ' || ifnull(command, '') as text from event
        where row > (select ifnull(max(row), 0) - ? from event)
          and (instr(text, '[redacted: ') or instr(ifnull(command, ''), '[redacted: '))`,
      latest,
    ),
  };
}
