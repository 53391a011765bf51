import type { LinkTarget } from '../../facts/linker.ts';
import type { RustType } from './detail.ts';
import { rustDetailOf } from './modules.ts';
import { deeperRust, type RustLookup, resolve } from './paths.ts';
import { COMMON } from './standard.ts';

/** The method or associated function of a type: its own, that of a trait for it, or what a trait gives to all. */
export function methodOf(type: LinkTarget, name: string, place: RustLookup): LinkTarget | undefined {
  const next = deeperRust(place);
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
    const next = deeperRust(place);
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
  const next = deeperRust(place);
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
