import type { LinkTarget, LinkWorld } from '../../facts/linker.ts';
import { deeper, type Lookup } from '../lookup.ts';
import type { RustItem, RustType } from './detail.ts';
import type { RustValue } from './evaluate.ts';
import { COMMON } from './library.ts';
import { crateNamed, crateOf, parentOf, type RustModule, rustDetailOf, rustModuleFile } from './modules.ts';

export type RustEntity =
  | { is: 'module'; at: RustModule }
  | ({ is: 'symbol' } & LinkTarget)
  | { is: 'outside'; name: string };

/** Where a path stands, and how far the looking has come. */
export interface RustLookup extends Lookup {
  /** Which of the file's modules it stands in. */
  module: number;
  /** What the parameters of the type at hand stand for. */
  given?: readonly (RustValue | undefined)[];
}

/**
 * Follows a path from the module it stands in; undefined where it is not known. A module and a function may share a
 * name: where the path goes on, `within`, the module is meant.
 */
export function resolve(
  segments: readonly string[],
  place: RustLookup,
  within = false,
): RustEntity | undefined {
  const [first, ...rest] = segments;
  const next = deeper(place);
  if (!next || first === undefined) return undefined;
  const start = startOf(first, next, rest.length > 0 || within);
  return rest.reduce<RustEntity | undefined>(
    (at, name, i) => at && step(at, name, next, i < rest.length - 1 || within),
    start,
  );
}

/** What a module gives under a name: what it declares, names from elsewhere, or takes all of. */
function itemIn(at: RustModule, name: string, place: RustLookup, within: boolean): RustEntity | undefined {
  const next = deeper(place);
  const module = rustDetailOf(at.path, place.world)?.modules[at.module];
  if (!next || !module) return undefined;
  const items = Object.hasOwn(module.items, name) ? module.items[name]! : [];
  let other: RustEntity | undefined;
  for (const item of items) {
    const found = itemEntity(item, at, name, next, within);
    if (found && (found.is === 'module') === within) return found;
    other ??= found;
  }
  return other ?? globbed(at, module.globs, name, next, within);
}

function itemEntity(
  item: RustItem,
  at: RustModule,
  name: string,
  place: RustLookup,
  within: boolean,
): RustEntity | undefined {
  if ('symbol' in item) return { is: 'symbol', path: at.path, symbol: item.symbol };
  if ('module' in item) return { is: 'module', at: { path: at.path, module: item.module } };
  if ('file' in item) {
    const file = rustModuleFile(at, name, { given: item.file, world: place.world });
    return file === undefined ? undefined : { is: 'module', at: { path: file, module: 0 } };
  }
  // `use a::a` must not find itself.
  return item.use.length === 1 && item.use[0] === name
    ? crateEntity(name, place.world)
    : resolve(item.use, { ...place, ...at }, within);
}

function globbed(
  at: RustModule,
  globs: readonly string[][],
  name: string,
  place: RustLookup,
  within: boolean,
): RustEntity | undefined {
  for (const glob of globs) {
    const from = resolve(glob, { ...place, ...at }, true);
    if (from?.is === 'module' && !(from.at.path === at.path && from.at.module === at.module)) {
      const found = itemIn(from.at, name, place, within);
      if (found && found.is !== 'outside') return found;
    } else if (from?.is === 'symbol') {
      const found = step(from, name, place, within);
      if (found) return found;
    }
  }
  return undefined;
}

function startOf(first: string, place: RustLookup, within: boolean): RustEntity | undefined {
  const { world } = place;
  if (first === 'crate' || first === '$crate') return { is: 'module', at: crateOf(place.path, world) };
  if (first === 'self') return { is: 'module', at: place };
  if (first === 'super') {
    const above = parentOf(place, world);
    return above && { is: 'module', at: above };
  }
  if (first === '') return undefined;
  return itemIn(place, first, place, within) ?? crateEntity(first, world) ?? { is: 'outside', name: first };
}

function crateEntity(name: string, world: LinkWorld): RustEntity | undefined {
  const at = crateNamed(name, world);
  return at && { is: 'module', at };
}

function step(at: RustEntity, name: string, place: RustLookup, within: boolean): RustEntity | undefined {
  if (at.is === 'outside') return { is: 'outside', name };
  if (at.is === 'module') {
    if (name !== 'super') return name === 'self' ? at : itemIn(at.at, name, place, within);
    const above = parentOf(at.at, place.world);
    return above && { is: 'module', at: above };
  }
  const type = rustDetailOf(at.path, place.world)?.types[at.symbol];
  if (!type) return undefined;
  if (Object.hasOwn(type.variants, name))
    return { is: 'symbol', path: at.path, symbol: type.variants[name]!.symbol };
  if (type.alias?.[0] === 'path') {
    const target = resolve(type.alias[1], { ...place, path: at.path, module: type.module });
    return target && step(target, name, place, within);
  }
  const method = methodOf(at, name, place);
  return method && { is: 'symbol', ...method };
}

/** The method or associated function of a type: its own, that of a trait for it, or what a trait gives to all. */
export function methodOf(type: LinkTarget, name: string, place: RustLookup): LinkTarget | undefined {
  const next = deeper(place);
  if (!next) return undefined;
  const { world } = place;
  const all = world.named(name, ['rust']).flatMap((target) => {
    const own = rustDetailOf(target.path, world)?.functions[target.symbol];
    return own ? [{ target, own }] : [];
  });
  let byTrait: LinkTarget | undefined;
  for (const { target, own } of all) {
    const impl = own.impl === undefined ? undefined : rustDetailOf(target.path, world)?.impls[own.impl];
    if (!impl || !isType(impl.type, type, { ...next, path: target.path, module: impl.module })) continue;
    if (!impl.trait) return target;
    byTrait ??= target;
  }
  if (byTrait) return byTrait;
  return all.find(
    ({ target, own }) => own.trait !== undefined && has(type, { path: target.path, symbol: own.trait }, next),
  )?.target;
}

/**
 * The method of the only trait of the repository that has one of the name and can be seen from a module: for values of
 * types from outside, and of types that are not known. Names that the standard library has as well do not count.
 */
export function methodInScope(name: string, place: RustLookup): LinkTarget | undefined {
  if (COMMON.has(name)) return undefined;
  const { world } = place;
  const found = world.named(name, ['rust']).filter(({ path, symbol }) => {
    const trait = rustDetailOf(path, world)?.functions[symbol]?.trait;
    return trait !== undefined && isInScope({ path, symbol: trait }, place);
  });
  return found.length === 1 ? found[0] : undefined;
}

function isInScope(trait: LinkTarget, place: RustLookup): boolean {
  const { path, module, world } = place;
  const name = world.facts(trait.path)?.symbols[trait.symbol]?.name ?? '';
  const unnamed = rustDetailOf(path, world)?.modules[module]?.items._ ?? [];
  const uses = unnamed.flatMap((item) => ('use' in item ? [item.use] : []));
  return [[name], ...uses].some((segments) => {
    const next = deeper(place);
    const found = next && resolve(segments, next);
    return found?.is === 'symbol' && found.path === trait.path && found.symbol === trait.symbol;
  });
}

/** Whether a type as it is written somewhere is this one. */
export function isType(written: RustType, { path, symbol }: LinkTarget, place: RustLookup): boolean {
  if (written?.[0] !== 'path') return false;
  const found = resolve(written[1], place);
  return found?.is === 'symbol' && found.path === path && found.symbol === symbol;
}

/** Whether a type has a trait: it is the trait, asks for it, or some impl near either of them says so. */
function has(type: LinkTarget, trait: LinkTarget, place: RustLookup): boolean {
  const next = deeper(place);
  if (!next) return false;
  if (type.path === trait.path && type.symbol === trait.symbol) return true;
  const own = rustDetailOf(type.path, place.world)?.types[type.symbol];
  const above = (own?.supers ?? []).flatMap((each) =>
    each?.[0] === 'path' ? [resolve(each[1], { ...next, path: type.path, module: own!.module })] : [],
  );
  if (above.some((each) => each?.is === 'symbol' && has(each, trait, next))) return true;
  return [...new Set([type.path, trait.path, place.path])].some((path) =>
    (rustDetailOf(path, place.world)?.impls ?? []).some((impl) => {
      const at: RustLookup = { ...next, path, module: impl.module };
      return isType(impl.trait, trait, at) && (impl.blanket || isType(impl.type, type, at));
    }),
  );
}
