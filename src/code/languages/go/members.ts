import { dirname } from 'node:path/posix';
import type { LinkTarget } from '../../facts/linker.ts';
import {
  deeperGo,
  type GoLookup,
  type GoResolution,
  type GoValue,
  goDetailOf,
  instanceOf,
  OUTSIDE,
  symbolFound,
  underlying,
} from './evaluate.ts';
import { preferred } from './packages.ts';

/** What a selector on a value leads to: a field, a method, or one of what it embeds. */
export function goMemberOf(value: GoValue, name: string, place: GoLookup): GoResolution | undefined {
  if (value.is === 'struct') {
    const type = Object.hasOwn(value.fields, name) ? value.fields[name]! : null;
    return { how: 'type', value: () => instanceOf(type, { ...place, path: value.path }) };
  }
  if (value.is === 'instance' || value.is === 'type') return ofType(value, name, place);
  return { how: 'type', value: () => (value.is === 'outside' ? OUTSIDE : undefined) };
}

function ofType(of: LinkTarget & GoValue, name: string, place: GoLookup): GoResolution | undefined {
  const next = deeperGo(place);
  if (!next) return undefined;
  const detail = goDetailOf(of, place.world)?.types[of.symbol];
  if (!detail) return undefined;
  const at: GoLookup = { ...next, path: of.path };
  if (detail.alias) {
    const whole = instanceOf(detail.alias, at);
    return whole && goMemberOf(whole, name, at);
  }
  if (Object.hasOwn(detail.fields, name)) {
    const { symbol, type } = detail.fields[name]!;
    return { to: { path: of.path, symbol }, how: 'type', value: () => instanceOf(type, at) };
  }
  if (Object.hasOwn(detail.methods, name)) {
    const { symbol, results } = detail.methods[name]!;
    const gives = (): GoValue => ({
      is: 'made',
      of: 'func',
      types: results.map((each) => instanceOf(each, at)),
    });
    return { to: { path: of.path, symbol }, how: 'type', value: gives };
  }
  const method = methodOf(of, name, place);
  return method
    ? symbolFound(method, 'type', at)
    : (embedded(
        detail.embeds.map((each) => [each, instanceOf(each, at)] as const),
        name,
        at,
      ) ?? fieldsUnder(of, name, at));
}

/** A method may stand in any file of the type's package. */
function methodOf({ path, symbol }: LinkTarget, name: string, { world }: GoLookup): LinkTarget | undefined {
  const type = world.facts(path)?.symbols[symbol]?.name;
  const all = world
    .named(name, ['go'])
    .filter(
      (each) =>
        dirname(each.path) === dirname(path) &&
        goDetailOf(each, world)?.functions[each.symbol]?.receiver === type,
    );
  return preferred(all, path);
}

function embedded(
  embeds: readonly (readonly [readonly unknown[] | null, GoValue | undefined])[],
  name: string,
  place: GoLookup,
): GoResolution | undefined {
  // What is embedded is a field as well, called after its type.
  const field = embeds.find(([type]) => type?.at(-1) === name);
  if (field) return { how: 'type', value: () => field[1] };
  const found = embeds.map(([, value]) => value && goMemberOf(value, name, place));
  const here = found.find((each) => each?.to);
  if (here) return here;
  return embeds.some(([, value]) => value === undefined || value.is === 'outside')
    ? { how: 'type', value: () => OUTSIDE }
    : undefined;
}

/** `type A B` has the fields of B. */
function fieldsUnder(of: LinkTarget & GoValue, name: string, place: GoLookup): GoResolution | undefined {
  const under = underlying({ ...of, is: 'instance' } as GoValue, place);
  if (under?.is === 'outside') return { how: 'type', value: () => OUTSIDE };
  const found = under && under.is !== 'made' ? goMemberOf(under, name, place) : undefined;
  const target = found?.to && place.world.facts(found.to.path)?.symbols[found.to.symbol];
  return target && target.kind !== 'field' && under?.is === 'instance' && !isInterface(under, place)
    ? undefined
    : found;
}

const isInterface = ({ path, symbol }: LinkTarget, { world }: GoLookup): boolean =>
  world.facts(path)?.symbols[symbol]?.kind === 'interface';
