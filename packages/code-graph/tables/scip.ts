import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { raw, type Store } from '@sqrl/base/sqlite/query.ts';

/** Keeps what a SCIP index says of a file of this content, in place of what an earlier one said. */
export function saveScip(store: Store, path: string, hash: string, links: unknown): void {
  store.put('code_scip', { path, hash, links: deflateRawSync(JSON.stringify(links), { level: 1 }) });
}

/** What a SCIP index said of a file; undefined where none did, or where the file was another then. */
export function scipOf(store: Store, path: string, hash: string | null): unknown {
  const found = store.row`select links from code_scip where path = ${path} and hash = ${hash}`;
  return found && JSON.parse(inflateRawSync(found.links as Uint8Array).toString());
}

/** Forgets what SCIP indexes said of files; of all, or of those that are there no more or not as they were. */
export function forgetScip(store: Store, which: 'all' | 'outdated'): void {
  const outdated = `where not exists (select 1 from code_file f where f.path = code_scip.path and f.hash = code_scip.hash)`;
  store.run`delete from code_scip ${raw(which === 'all' ? '' : outdated)}`;
}

export const countScip = (store: Store): number => store.value`select count(*) as n from code_scip`;
