import type { LinkWorld } from '../../facts/linker.ts';
import { resolveModule } from './modules.ts';
import { moduleAt } from './shapes.ts';

/**
 * Files from which another may export a name by `export *`, through as many files as it takes, in the order in which
 * they are to be asked. Hundreds of files ask one for many names: who has which name is found out once.
 */
export const starsFor = (world: LinkWorld, path: string, name: string): readonly string[] =>
  world.memo(`ts star ${path} ${name}`, () => {
    const { order, byName, whole } = starsOf(world, path);
    const having = byName.get(name) ?? NOBODY;
    return having.size + whole.size === 0 ? [] : order.filter((each) => having.has(each) || whole.has(each));
  });

interface Stars {
  order: string[];
  byName: Map<string, Set<string>>;
  /** Those that export one value as a whole: any name may be a member of it. */
  whole: Set<string>;
}

const starsOf = (world: LinkWorld, path: string): Stars =>
  world.memo(`ts stars ${path}`, () => {
    const stars: Stars = { order: [], byName: new Map(), whole: new Set() };
    const seen = new Set([path]);
    const follow = (from: string): void => {
      for (const specifier of moduleAt(world, from)?.stars ?? []) {
        const to = resolveModule(world, from, specifier);
        if (!to || seen.has(to)) continue;
        seen.add(to);
        add(stars, world, to);
        follow(to);
      }
    };
    follow(path);
    return stars;
  });

function add({ order, byName, whole }: Stars, world: LinkWorld, path: string): void {
  const module = moduleAt(world, path);
  if (!module) return;
  order.push(path);
  if (module.all) whole.add(path);
  for (const name of module.exports.keys()) {
    const having = byName.get(name);
    if (having) having.add(path);
    else byName.set(name, new Set([path]));
  }
}

const NOBODY: ReadonlySet<string> = new Set();
