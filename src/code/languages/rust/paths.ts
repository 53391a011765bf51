import type { LinkTarget, LinkWorld } from '../../facts/linker.ts';
import type { RustValue } from './evaluate.ts';
import { methodOf } from './methods.ts';
import { crateNamed, crateOf, parentOf, type RustModule, rustDetailOf, rustModuleFile } from './modules.ts';

/** What a path leads to. */
export type RustEntity =
  | { is: 'module'; at: RustModule }
  | ({ is: 'symbol' } & LinkTarget)
  | { is: 'outside'; name: string };

/** Where a path stands, and how far the looking has come. */
export interface RustLookup extends RustModule {
  world: LinkWorld;
  depth: number;
  /** Shared by all that one mention leads to: names may lead to each other in circles, and circles branch. */
  steps: { left: number };
  /** What the parameters of the type at hand stand for. */
  given?: readonly (RustValue | undefined)[];
}

/** One step further; undefined where enough were taken. */
export const deeperRust = (place: RustLookup): RustLookup | undefined =>
  place.depth < MAX_DEPTH && place.steps.left-- > 0 ? { ...place, depth: place.depth + 1 } : undefined;

/** The start of a look from a module. */
export const rustLookupIn = (path: string, module: number, world: LinkWorld): RustLookup => ({
  path,
  module,
  world,
  depth: 0,
  steps: { left: MAX_STEPS },
});

const MAX_STEPS = 2_000;

const MAX_DEPTH = 40;

/** Follows a path from the module it stands in; undefined where it is not known. */
export function resolve(segments: readonly string[], place: RustLookup): RustEntity | undefined {
  const [first, ...rest] = segments;
  const next = deeperRust(place);
  if (!next || first === undefined) return undefined;
  const start = startOf(first, next);
  return rest.reduce<RustEntity | undefined>((at, name) => at && step(at, name, next), start);
}

/** What a module gives under a name: what it declares, names from elsewhere, or takes all of. */
function itemIn(at: RustModule, name: string, place: RustLookup): RustEntity | undefined {
  const next = deeperRust(place);
  const module = rustDetailOf(at.path, place.world)?.modules[at.module];
  if (!next || !module) return undefined;
  const items = Object.hasOwn(module.items, name) ? module.items[name]! : [];
  for (const item of items) {
    if ('symbol' in item) return { is: 'symbol', path: at.path, symbol: item.symbol };
    if ('module' in item) return { is: 'module', at: { path: at.path, module: item.module } };
    if ('file' in item) {
      const file = rustModuleFile(at, name, { given: item.file, world: place.world });
      if (file) return { is: 'module', at: { path: file, module: 0 } };
    } else {
      // `use a::a` must not find itself.
      const found =
        item.use.length === 1 && item.use[0] === name
          ? crateEntity(name, place.world)
          : resolve(item.use, { ...next, ...at });
      if (found) return found;
    }
  }
  return globbed(at, module.globs, name, next);
}

function globbed(
  at: RustModule,
  globs: readonly string[][],
  name: string,
  place: RustLookup,
): RustEntity | undefined {
  for (const glob of globs) {
    const from = resolve(glob, { ...place, ...at });
    if (from?.is === 'module' && !(from.at.path === at.path && from.at.module === at.module)) {
      const found = itemIn(from.at, name, place);
      if (found && found.is !== 'outside') return found;
    } else if (from?.is === 'symbol') {
      const found = step(from, name, place);
      if (found) return found;
    }
  }
  return undefined;
}

function startOf(first: string, place: RustLookup): RustEntity | undefined {
  const { world } = place;
  if (first === 'crate' || first === '$crate') return { is: 'module', at: crateOf(place.path, world) };
  if (first === 'self') return { is: 'module', at: place };
  if (first === 'super') {
    const above = parentOf(place, world);
    return above && { is: 'module', at: above };
  }
  if (first === '') return undefined;
  return itemIn(place, first, place) ?? crateEntity(first, world) ?? { is: 'outside', name: first };
}

function crateEntity(name: string, world: LinkWorld): RustEntity | undefined {
  const at = crateNamed(name, world);
  return at && { is: 'module', at };
}

function step(at: RustEntity, name: string, place: RustLookup): RustEntity | undefined {
  if (at.is === 'outside') return { is: 'outside', name };
  if (at.is === 'module') {
    if (name !== 'super') return name === 'self' ? at : itemIn(at.at, name, place);
    const above = parentOf(at.at, place.world);
    return above && { is: 'module', at: above };
  }
  const type = rustDetailOf(at.path, place.world)?.types[at.symbol];
  if (!type) return undefined;
  if (Object.hasOwn(type.variants, name))
    return { is: 'symbol', path: at.path, symbol: type.variants[name]!.symbol };
  if (type.alias?.[0] === 'path') {
    const target = resolve(type.alias[1], { ...place, path: at.path, module: type.module });
    return target && step(target, name, place);
  }
  const method = methodOf(at, name, place);
  return method && { is: 'symbol', ...method };
}
