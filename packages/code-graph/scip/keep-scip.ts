import type { Store } from '@sqrl/base/sqlite/store.ts';
import type { FileFacts, SymbolFact } from '../facts/facts.ts';
import { ordinalsOf } from '../facts/identity.ts';
import type { FileLink, LinkTarget } from '../facts/linker.ts';
import { codeFile, setCodeFileState } from '../tables/files.ts';
import { forgetScip, saveScip, scipOf } from '../tables/scip.ts';
import { type IndexedFiles, scipLinks } from './scip-links.ts';
import { upgradeLinks } from './scip-upgrade.ts';

/** What came of reading a SCIP index. */
export interface ScipImported {
  files: number;
  links: number;
  unknown: string[];
  outdated: string[];
}

/** Keeps what a SCIP index says of files as they are now, and has those be linked again by the next update. */
export function importScip(store: Store, index: Uint8Array, files: IndexedFiles): ScipImported {
  const { links, unknown, outdated } = scipLinks(index, files);
  const name = nameTargets(files.facts);
  let count = 0;
  store.transaction(() => {
    forgetScip(store, 'outdated');
    for (const [path, said] of links) {
      const file = codeFile(store, path);
      if (!file || file.hash === null) continue;
      saveScip(
        store,
        path,
        file.hash,
        said.flatMap(({ to, ...link }) => {
          const named = name(to);
          return named ? [{ ...link, to: named }] : [];
        }),
      );
      if (file.state === 'linked') setCodeFileState(store, file.id, 'read');
      count += said.length;
    }
  });
  return { files: links.size, links: count, unknown, outdated };
}

/** Puts what a SCIP index said of a file in the place of what its linker found; without one, that stays. */
export function withScip(
  store: Store,
  { path, hash }: { path: string; hash: string | null },
  links: readonly FileLink[],
  facts: SymbolLookup,
): FileLink[] {
  const kept = scipOf(store, path, hash) as KeptLink[] | undefined;
  if (!kept) return [...links];
  const find = findTargets(facts);
  const said = kept.flatMap(({ to: named, ...link }): FileLink[] => {
    const to = find(named);
    return to ? [{ ...link, to }] : [];
  });
  return upgradeLinks(links, said, (each) => facts(each)?.symbols);
}

/** A link whose end is told by name, since places shift when the file it leads to changes. */
interface KeptLink extends Omit<FileLink, 'to'> {
  to: ScipKey;
}

interface ScipKey {
  path: string;
  /** Null for the file itself. */
  key: string | null;
}

type SymbolLookup = (path: string) => Pick<FileFacts, 'symbols'> | undefined;

function nameTargets(facts: SymbolLookup): (to: LinkTarget) => ScipKey | undefined {
  const keys = keysBy(facts);
  return ({ path, symbol }) => {
    if (symbol === -1) return { path, key: null };
    const key = keys(path)?.[symbol];
    return key === undefined ? undefined : { path, key };
  };
}

function findTargets(facts: SymbolLookup): (named: ScipKey) => LinkTarget | undefined {
  const keys = keysBy(facts);
  return ({ path, key }) => {
    const symbol = key === null ? -1 : (keys(path)?.indexOf(key) ?? -1);
    return facts(path) && (key === null || symbol >= 0) ? { path, symbol } : undefined;
  };
}

/** What tells each symbol of a file from the others, as long as its own name and place in the whole stay. */
function keysBy(facts: SymbolLookup): (path: string) => readonly string[] | undefined {
  const known = new Map<string, readonly string[] | undefined>();
  return (path) => {
    if (!known.has(path)) known.set(path, keysOf(facts(path)?.symbols));
    return known.get(path);
  };
}

function keysOf(symbols: readonly SymbolFact[] | undefined): string[] | undefined {
  const ordinals = symbols && ordinalsOf(symbols);
  return symbols?.map(({ kind, name, parent }, place) =>
    [symbols[parent]?.name ?? '', kind, name, ordinals![place]].join('\0'),
  );
}
