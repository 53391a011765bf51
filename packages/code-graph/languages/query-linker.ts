import { basename, dirname, extname, join } from 'node:path/posix';
import type { Language, SymbolKind } from '@sqrl/base/model/code.ts';
import type { FileFacts } from '../facts/facts.ts';
import {
  type FileLink,
  type Linker,
  type LinkTarget,
  type LinkWorld,
  withoutRepeats,
} from '../facts/linker.ts';
import type { QueriedDetail } from './query-reader.ts';

type QueriedFacts = FileFacts<QueriedDetail>;

/** Links the languages that are read by a query alone: imports to files by their paths, supertypes by their names. */
export const queryLinker: Linker = {
  languages: ['java', 'c', 'cpp', 'csharp', 'ruby', 'php'],
  link(facts, world) {
    const file = facts as QueriedFacts;
    const imports = importsOf(file, world);
    const targets = [...new Set(imports.map(({ to }) => to.path))];
    const supers = file.detail.supers.flatMap((one) => inherits(one, file, targets, world));
    return withoutRepeats([...imports, ...supers], file.path);
  },
};

function importsOf({ path, imports }: QueriedFacts, world: LinkWorld): FileLink[] {
  return imports.flatMap(({ specifier, line }): FileLink[] => {
    const to = importedFile(specifier, path, world);
    return to === undefined || to === path
      ? []
      : [{ from: -1, to: { path: to, symbol: -1 }, kind: 'imports', how: 'import', line }];
  });
}

/** The file next to the importing one or nearest to it; the first folders of a path may be a name for others. */
function importedFile(specifier: string, from: string, world: LinkWorld): string | undefined {
  const beside = join(dirname(from), specifier);
  if (world.exists(beside)) return beside;
  if (specifier.startsWith('.')) return undefined;
  const parts = specifier.split('/');
  for (let first = 0; first === 0 || first < parts.length - 1; first++) {
    const found = nearestEnding(parts.slice(first).join('/'), from, world);
    if (found) return found;
  }
  return undefined;
}

function inherits(
  { symbol, name, line }: QueriedDetail['supers'][number],
  facts: QueriedFacts,
  targets: readonly string[],
  world: LinkWorld,
): FileLink[] {
  const plain = lastPart(name);
  const link = (to: LinkTarget | undefined, how: FileLink['how']): FileLink[] =>
    to && !(to.path === facts.path && to.symbol === symbol)
      ? [{ from: symbol, to, kind: 'inherits', how, line }]
      : [];
  const here = typeIn(facts, plain, symbol);
  if (here) return link(here, 'local');
  const beside = join(dirname(facts.path), plain + extname(facts.path));
  const imported = [...targets, ...(world.exists(beside) ? [beside] : [])]
    .map((path) => typeIn(world.facts(path), plain))
    .find((target) => target !== undefined);
  if (imported) return link(imported, 'import');
  if (!GLOBAL.has(facts.language)) return [];
  const all = world.named(plain, familyOf(facts.language)).filter((target) => isType(world, target));
  return all.length === 1 ? link(all[0], 'unique name') : [];
}

/** Languages in which a name needs no import that tells its file. */
const GLOBAL = new Set<Language>(['c', 'cpp', 'csharp', 'ruby']);

const familyOf = (language: Language): readonly Language[] =>
  language === 'c' || language === 'cpp' ? ['c', 'cpp'] : [language];

/** `C` of `A::B::C`, `A\\B\\C` and `a.b.C`. */
const lastPart = (name: string): string => name.split(/::|[\\.]/).at(-1)!;

function typeIn(facts: FileFacts | undefined, name: string, except?: number): LinkTarget | undefined {
  const symbol = facts?.symbols.findIndex(
    (each, i) => i !== except && TYPES.has(each.kind) && lastPart(each.name) === name,
  );
  return symbol === undefined || symbol === -1 ? undefined : { path: facts!.path, symbol };
}

const isType = (world: LinkWorld, { path, symbol }: LinkTarget): boolean =>
  TYPES.has(world.facts(path)?.symbols[symbol]?.kind ?? 'file');

const TYPES = new Set<SymbolKind>(['class', 'interface', 'enum', 'type', 'namespace']);

/**
 * The file of the repository whose path ends in `tail`, whole folders compared; of several, the one that lies nearest
 * to `from`, and none where two are as near.
 */
function nearestEnding(tail: string, from: string, world: LinkWorld): string | undefined {
  const ending = world.paths(basename(tail)).filter((path) => path === tail || path.endsWith(`/${tail}`));
  const ranked = ending.map((path) => ({ path, shared: sharedFolders(path, from) }));
  const most = Math.max(...ranked.map(({ shared }) => shared));
  const best = ranked.filter(({ shared }) => shared === most);
  return best.length === 1 ? best[0]!.path : undefined;
}

function sharedFolders(a: string, b: string): number {
  const [one, other] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)];
  const apart = one.findIndex((folder, i) => folder !== other[i]);
  return apart === -1 ? one.length : apart;
}
