import type { LinkTarget, LinkWorld } from '../../facts/linker.ts';
import { COMMON } from './common-names.ts';
import { resolveModule } from './modules.ts';
import { IMPORTS, METHODS } from './parts.ts';
import { type FileLinking, moduleAt } from './shapes.ts';

const HOPS = 3;

/** The only method of a name within three imports of the file; undefined where there are several. */
export function nearbyMethod({ world, module }: FileLinking, name: string): LinkTarget | undefined {
  if (COMMON.has(name)) return undefined;
  const named = world.named(name, ['typescript', 'tsx', 'javascript']);
  if (named.length === 0) return undefined;
  const near = filesNear(world, module.path, HOPS);
  const found = named.filter(
    ({ path, symbol }) => near.has(path) && world.part(path, METHODS)?.symbols[symbol]?.kind === 'method',
  );
  return found.length === 1 ? found[0] : undefined;
}

/** The file itself and all files within that many imports; what lies behind an import is the same for all who import it. */
const filesNear = (world: LinkWorld, path: string, hops: number): ReadonlySet<string> =>
  world.memo(`ts near ${hops} ${path}`, () => {
    const near = new Set([path]);
    for (const to of importedBy(world, path))
      if (hops === 1) near.add(to);
      else for (const each of filesNear(world, to, hops - 1)) near.add(each);
    return near;
  });

const importedBy = (world: LinkWorld, path: string): readonly string[] =>
  world.memo(`ts imported ${path}`, () => {
    const facts = moduleAt(world, path, IMPORTS) && world.part(path, IMPORTS);
    return [
      ...new Set(facts?.imports.flatMap(({ specifier }) => resolveModule(world, path, specifier) ?? [])),
    ];
  });
