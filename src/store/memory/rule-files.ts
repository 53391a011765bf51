import type { Store } from '../store.ts';

/** A rule file that memories were read from. */
export interface RuleFile {
  path: string;
  /** Of its bytes when it was last read. */
  hash: string;
}

/** A memory and the line it stands on. */
export interface RuleLine {
  /** From 1. */
  line: number;
  /** Of the rule's words. */
  hash: string;
  memory: string;
}

/** Every rule file that memories were read from. */
export const ruleFiles = (store: Store): (RuleFile & { readAt: number })[] =>
  store
    .sql('select path, hash, read_at as readAt from rule_file order by path')
    .all()
    .map((found) => ({ ...found }) as unknown as RuleFile & { readAt: number });

/** The memories of a rule file, in the order of their lines. */
export const ruleLines = (store: Store, path: string): RuleLine[] =>
  store
    .sql('select line, hash, memory from rule_line where path = ? order by line, hash')
    .all(path)
    .map((found) => ({ ...found }) as unknown as RuleLine);

/** The memories of every rule file. */
export const memoriesInRules = (store: Store): { memory: string; path: string }[] =>
  store.sql('select memory, path from rule_line').all() as { memory: string; path: string }[];

/** Notes what a rule file says now, in place of what it said. */
export function setRuleFile(
  store: Store,
  { path, hash, lines, at }: RuleFile & { lines: readonly RuleLine[]; at: number },
): void {
  store
    .sql(
      `insert into rule_file (path, hash, read_at) values (?, ?, ?)
       on conflict (path) do update set hash = excluded.hash, read_at = excluded.read_at`,
    )
    .run(path, hash, at);
  store.sql('delete from rule_line where path = ?').run(path);
  const insert = store.sql('insert or replace into rule_line (path, line, hash, memory) values (?, ?, ?, ?)');
  for (const { line, hash: words, memory } of lines) insert.run(path, line, words, memory);
}

/** Forgets that memories were read from a file. */
export function removeRuleFile(store: Store, path: string): void {
  store.sql('delete from rule_file where path = ?').run(path);
}

/** Whether a memory stands in another rule file too. */
export const isInRules = (store: Store, memory: string, besides: string): boolean =>
  store.sql('select 1 from rule_line where memory = ? and path <> ? limit 1').get(memory, besides) !==
  undefined;

/** Forgets on which lines memories stand, and the files of which none is left: they can be read anew. */
export function removeRuleLines(store: Store, memories: readonly string[]): void {
  store
    .sql('delete from rule_line where memory in (select value from json_each(?))')
    .run(JSON.stringify(memories));
  store
    .sql(
      `delete from rule_file where not exists
        (select 1 from rule_line join memory on memory.id = rule_line.memory where rule_line.path = rule_file.path)`,
    )
    .run();
}
