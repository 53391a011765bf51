import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { FileFacts, SymbolFact } from '../facts/facts.ts';
import { ordinalsOf } from '../facts/identity.ts';
import type { FileLink, LinkTarget } from '../facts/linker.ts';
import { codeFile, setCodeFileState } from '../tables/files.ts';
import { forgetScip, saveScip, scipOf } from '../tables/scip.ts';
import { type IndexedFiles, scipLinks } from './scip-links.ts';

export interface ScipImported {
  files: number;
  links: number;
  unknown: string[];
  outdated: string[];
}

/** Keeps what a SCIP index says of files as they are now, and has those be linked again by the next update. */
export function importScip(store: Store, index: Uint8Array, files: IndexedFiles): ScipImported {
  const { links, unknown, outdated } = scipLinks(index, files);
  const keys = keysBy(files.facts);
  let count = 0;
  store.transaction(() => {
    forgetScip(store, 'outdated');
    for (const [path, said] of links) {
      const file = codeFile(store, path);
      if (!file || file.hash === null) continue;
      const kept = said.map(
        ({ to, ...link }): KeptLink => ({ ...link, to: to.path, key: keys(to.path)[to.symbol] ?? null }),
      );
      saveScip(store, path, file.hash, kept);
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
  const keys = keysBy(facts);
  const said = kept.flatMap(({ to, key, ...link }): FileLink[] => {
    const symbol = key === null ? -1 : keys(to).indexOf(key);
    return facts(to) && (key === null || symbol >= 0) ? [{ ...link, to: { path: to, symbol } }] : [];
  });
  return upgradeLinks(links, said, (each) => facts(each)?.symbols);
}

/** A link whose end is told by name, since places shift when the file it leads to changes; null for the file itself. */
interface KeptLink extends Omit<FileLink, 'to'> {
  to: string;
  key: string | null;
}

type SymbolLookup = (path: string) => Pick<FileFacts, 'symbols'> | undefined;

/** What tells each symbol of a file from the others, as long as its own name and place in the whole stay. */
function keysBy(facts: SymbolLookup): (path: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (path) => {
    const symbols = facts(path)?.symbols ?? [];
    const ordinals = known.has(path) ? [] : ordinalsOf(symbols);
    const keys =
      known.get(path) ??
      symbols.map(({ kind, name, parent }, place) =>
        [symbols[parent]?.name ?? '', kind, name, ordinals[place]].join('\0'),
      );
    known.set(path, keys);
    return keys;
  };
}

/**
 * Puts what a SCIP index says of a file in the place of what was found out: a link it agrees with becomes sure, one
 * that it leads elsewhere goes, what only it knows is added. Where it says nothing, all stays as it was.
 */
export function upgradeLinks(
  links: readonly FileLink[],
  said: readonly FileLink[],
  symbolsOf: (path: string) => readonly SymbolFact[] | undefined,
): FileLink[] {
  const symbolOf = ({ path, symbol }: LinkTarget): SymbolFact | undefined => symbolsOf(path)?.[symbol];
  const agree = (a: LinkTarget, b: LinkTarget): boolean => isSame(a, b) || isAlmost(a, b, symbolOf);
  const atLine = Map.groupBy(said, ({ line }) => line);
  const inherits = said.filter(({ kind }) => kind === 'inherits');
  const heard = new Set<FileLink>();

  const kept = links.flatMap((link): FileLink[] => {
    const isParent = link.kind === 'inherits';
    // Whom a call on a line belongs to is ours to say: an index tells nothing of it.
    const here = isParent ? inherits.filter(({ from }) => from === link.from) : (atLine.get(link.line) ?? []);
    const agreeing = here.filter((one) => agree(one.to, link.to));
    for (const one of agreeing) heard.add(one);
    if (agreeing.length > 0) return [{ ...link, how: 'scip' }];
    const isElsewhere = here.some((one) => {
      const [said, found] = [symbolOf(one.to), symbolOf(link.to)];
      // An index ends at a variable where ours may have seen through it to what it holds.
      return said && said.name === found?.name && (said.kind !== 'variable' || link.how === 'unique name');
    });
    return isElsewhere && !isParent && link.to.symbol !== -1 ? [] : [link];
  });
  const parents = [...kept, ...inherits].filter(({ kind }) => kind === 'inherits');
  const isMentionOfParent = ({ from, to, kind }: FileLink): boolean =>
    kind !== 'calls' && parents.some((one) => one.from === from && isSame(one.to, to));
  const added = said.filter((one) => !heard.has(one) && (one.kind === 'inherits' || !isMentionOfParent(one)));
  return [...kept, ...added];
}

const isSame = (a: LinkTarget, b: LinkTarget): boolean => a.path === b.path && a.symbol === b.symbol;

/** Calling a class is calling its constructor, and one overload is as good as another: an index may name either. */
function isAlmost(
  a: LinkTarget,
  b: LinkTarget,
  symbolOf: (target: LinkTarget) => SymbolFact | undefined,
): boolean {
  const [one, other] = [symbolOf(a), symbolOf(b)];
  if (a.path !== b.path || !one || !other) return false;
  if (one.parent === b.symbol) return CONSTRUCTORS.has(one.name);
  if (other.parent === a.symbol) return CONSTRUCTORS.has(other.name);
  return one.name === other.name && one.parent === other.parent;
}

const CONSTRUCTORS = new Set(['constructor', '__init__', 'new']);
