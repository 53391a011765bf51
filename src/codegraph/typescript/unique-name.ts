import type { Target } from '../linker.ts';
import { COMMON } from './common-names.ts';
import { resolveModule } from './modules.ts';
import { type Linking, moduleAt } from './shapes.ts';

const HOPS = 3;

/** The only method of a name within three imports of the file; undefined where there are several. */
export function nearbyMethod(linking: Linking, name: string): Target | undefined {
  if (COMMON.has(name)) return undefined;
  const { world, module } = linking;
  const near = filesNear(linking, module.path);
  const found = world.named(name, ['typescript', 'tsx', 'javascript']).filter(({ path, symbol }) => {
    if (!near.has(path)) return false;
    return world.facts(path)?.symbols[symbol]?.kind === 'method';
  });
  return found.length === 1 ? found[0] : undefined;
}

function filesNear({ world }: Linking, path: string): ReadonlySet<string> {
  const near = new Set([path]);
  let edge = [path];
  for (let hop = 0; hop < HOPS; hop++) {
    edge = edge.flatMap((from) => importedBy(world, from)).filter((to) => !near.has(to));
    for (const to of edge) near.add(to);
  }
  return near;
}

const importedBy = (world: Linking['world'], path: string): readonly string[] =>
  world.memo(`ts imported ${path}`, () => {
    const facts = moduleAt(world, path) && world.facts(path);
    return [
      ...new Set(facts?.imports.flatMap(({ specifier }) => resolveModule(world, path, specifier) ?? [])),
    ];
  });
