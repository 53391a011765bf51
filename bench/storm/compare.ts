import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '@sqrl/squirrel/store/open.ts';

type Content = Record<string, unknown[]>;

/** Where two homes differ in what was read, table by table, each with the first row that is not the same. */
export function differencesOf(found: Content, wanted: Content): string[] {
  return [...new Set([...Object.keys(found), ...Object.keys(wanted)])].flatMap((name) => {
    const [here, there] = [found[name] ?? [], wanted[name] ?? []].map((rows) =>
      rows.map((row) => JSON.stringify(row)),
    );
    const at = there!.findIndex((row, i) => row !== here![i]);
    if (at < 0 && here!.length === there!.length) return [];
    const sizes = `${here!.length} rows, not ${there!.length}`;
    const first = `${short(here![Math.max(at, 0)])} instead of ${short(there![at])}`;
    return [`${name}: ${sizes}; row ${at}: ${first}`];
  });
}

/** Texts that are not remembered exactly once in a home. */
export function lostOf(home: string, texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const project of readdirSync(join(home, 'projects'))) {
    using store = openStore(join(home, 'projects', project, 'project.db'), { now: Date.now });
    for (const { text } of store.sql('select text from memory').all())
      counts.set(text as string, (counts.get(text as string) ?? 0) + 1);
  }
  return texts.filter((text) => counts.get(text) !== 1);
}

const short = (row: string | undefined): string => (row ?? 'nothing').slice(0, 400);
