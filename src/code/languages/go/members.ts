import { dirname } from 'node:path/posix';
import type { Target } from '../../facts/linker.ts';
import {
  deeper,
  detailOf,
  type Found,
  instanceOf,
  OUTSIDE,
  type Place,
  symbolFound,
  underlying,
  type Value,
} from './evaluate.ts';
import { preferred } from './packages.ts';

/** What a selector on a value leads to: a field, a method, or one of what it embeds. */
export function memberOf(value: Value, name: string, place: Place): Found | undefined {
  if (value.is === 'struct') {
    const type = Object.hasOwn(value.fields, name) ? value.fields[name]! : null;
    return { how: 'type', value: () => instanceOf(type, { ...place, path: value.path }) };
  }
  if (value.is === 'instance' || value.is === 'type') return ofType(value, name, place);
  return { how: 'type', value: () => (value.is === 'outside' ? OUTSIDE : undefined) };
}

function ofType(of: Target & Value, name: string, place: Place): Found | undefined {
  const next = deeper(place);
  if (!next) return undefined;
  const detail = detailOf(of, place.world)?.types[of.symbol];
  if (!detail) return undefined;
  const at: Place = { ...next, path: of.path };
  if (detail.alias) {
    const whole = instanceOf(detail.alias, at);
    return whole && memberOf(whole, name, at);
  }
  if (Object.hasOwn(detail.fields, name)) {
    const { symbol, type } = detail.fields[name]!;
    return { to: { path: of.path, symbol }, how: 'type', value: () => instanceOf(type, at) };
  }
  if (Object.hasOwn(detail.methods, name)) {
    const { symbol, results } = detail.methods[name]!;
    const gives = (): Value => ({
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
function methodOf({ path, symbol }: Target, name: string, { world }: Place): Target | undefined {
  const type = world.facts(path)?.symbols[symbol]?.name;
  const all = world
    .named(name, ['go'])
    .filter(
      (each) =>
        dirname(each.path) === dirname(path) &&
        detailOf(each, world)?.functions[each.symbol]?.receiver === type,
    );
  return preferred(all, path);
}

function embedded(
  embeds: readonly (readonly [readonly unknown[] | null, Value | undefined])[],
  name: string,
  place: Place,
): Found | undefined {
  // What is embedded is a field as well, called after its type.
  const field = embeds.find(([type]) => type?.at(-1) === name);
  if (field) return { how: 'type', value: () => field[1] };
  const found = embeds.map(([, value]) => value && memberOf(value, name, place));
  const here = found.find((each) => each?.to);
  if (here) return here;
  return embeds.some(([, value]) => value === undefined || value.is === 'outside')
    ? { how: 'type', value: () => OUTSIDE }
    : undefined;
}

/** `type A B` has the fields of B. */
function fieldsUnder(of: Target & Value, name: string, place: Place): Found | undefined {
  const under = underlying({ ...of, is: 'instance' } as Value, place);
  if (under?.is === 'outside') return { how: 'type', value: () => OUTSIDE };
  const found = under && under.is !== 'made' ? memberOf(under, name, place) : undefined;
  const target = found?.to && place.world.facts(found.to.path)?.symbols[found.to.symbol];
  return target && target.kind !== 'field' && under?.is === 'instance' && !isInterface(under, place)
    ? undefined
    : found;
}

const isInterface = ({ path, symbol }: Target, { world }: Place): boolean =>
  world.facts(path)?.symbols[symbol]?.kind === 'interface';
