import type { Language, SymbolKind } from '../../model/code.ts';
import type { FileFacts } from '../facts/facts.ts';
import type { FileLink, Linker, LinkTarget, LinkWorld } from '../facts/linker.ts';
import type { QueriedDetail } from '../facts/symbols.ts';

/** What tells where the imports of a queried language lead. */
export interface QueriedLinks {
  languages: readonly Language[];
  /** The files of the repository that a specifier stands for. */
  files(specifier: string, facts: QueriedFacts, world: LinkWorld): readonly string[];
  /** The file in which a type of this name is looked for, though nothing imports it: that of the same package. */
  beside?(name: string, facts: QueriedFacts, world: LinkWorld): string | undefined;
  /** Whether the only type of a name anywhere may be meant. */
  anywhere(name: string, facts: QueriedFacts): boolean;
}

type QueriedFacts = FileFacts<QueriedDetail>;

/** Makes a linker that follows imports to files, and supertypes to their definitions. */
export function linkQueried(of: QueriedLinks): Linker {
  return {
    languages: of.languages,
    link(facts, world) {
      const file = facts as QueriedFacts;
      const imports = importsOf(file, world, of);
      const targets = [...new Set(imports.map(({ to }) => to.path))];
      return [
        ...imports,
        ...file.detail.supers.flatMap((one) => inherits(one, file, { world, of, targets })),
      ];
    },
  };
}

function importsOf(facts: QueriedFacts, world: LinkWorld, of: QueriedLinks): FileLink[] {
  return facts.imports.flatMap(({ specifier, line }) =>
    of
      .files(specifier, facts, world)
      .filter((path) => path !== facts.path)
      .map(
        (path): FileLink => ({ from: -1, to: { path, symbol: -1 }, kind: 'imports', how: 'import', line }),
      ),
  );
}

interface QueryLinkContext {
  world: LinkWorld;
  of: QueriedLinks;
  targets: readonly string[];
}

function inherits(
  { symbol, name, line }: QueriedDetail['supers'][number],
  facts: QueriedFacts,
  { world, of, targets }: QueryLinkContext,
): FileLink[] {
  const plain = lastPart(name);
  const link = (to: LinkTarget | undefined, how: FileLink['how']): FileLink[] =>
    to && !(to.path === facts.path && to.symbol === symbol)
      ? [{ from: symbol, to, kind: 'inherits', how, line }]
      : [];

  const here = typeIn(facts, plain, symbol);
  if (here) return link(here, 'local');
  const beside = of.beside?.(plain, facts, world);
  const imported = [...targets, ...(beside ? [beside] : [])]
    .map((path) => typeIn(world.facts(path), plain))
    .find((target) => target !== undefined);
  if (imported) return link(imported, 'import');
  if (!of.anywhere(plain, facts)) return [];
  const all = world.named(plain, of.languages).filter((target) => isType(world, target));
  return all.length === 1 ? link(all[0], 'unique name') : [];
}

/** `C` of `A::B::C`, `A\\B\\C` and `a.b.C`. */
export const lastPart = (name: string): string => name.split(/::|[\\.]/).at(-1)!;

function typeIn(facts: FileFacts | undefined, name: string, except?: number): LinkTarget | undefined {
  const symbol = facts?.symbols.findIndex(
    (one, index) => index !== except && TYPES.has(one.kind) && lastPart(one.name) === name,
  );
  return symbol === undefined || symbol === -1 ? undefined : { path: facts!.path, symbol };
}

const isType = (world: LinkWorld, { path, symbol }: LinkTarget): boolean =>
  TYPES.has(world.facts(path)?.symbols[symbol]?.kind ?? 'file');

const TYPES = new Set<SymbolKind>(['class', 'interface', 'enum', 'type', 'namespace']);
