import type { LinkMethod } from '@sqrl/base/model/code.ts';
import type { LinkTarget } from '../../facts/linker.ts';
import { deeper } from '../lookup.ts';
import type { RustExpr, RustType } from './detail.ts';
import { libraryMethod } from './library.ts';
import { rustDetailOf } from './modules.ts';
import { isType, methodInScope, methodOf, type RustEntity, type RustLookup, resolve } from './paths.ts';

export type RustValue =
  | ({ is: 'instance'; types?: readonly (RustValue | undefined)[] } & LinkTarget)
  /** Of a type from outside, with the types in its brackets. */
  | { is: 'made'; of: string; types: readonly (RustValue | undefined)[] }
  | { is: 'tuple'; types: readonly (RustValue | undefined)[] }
  /** Something that gives this when it is called. */
  | { is: 'gives'; value: RustValue | undefined }
  | { is: 'outside' };

/** What a path, field or method leads to. */
export interface RustResolution {
  to?: LinkTarget;
  how: LinkMethod;
  value: () => RustValue | undefined;
}

const OUTSIDE: RustValue = { is: 'outside' };

/** What an expression leads to, where it names something. */
export function resolveRust(expr: RustExpr, place: RustLookup): RustResolution | undefined {
  const next = deeper(place);
  if (!next || !expr) return undefined;
  if (expr[0] === 'path') {
    const entity = resolve(expr[1], next);
    if (entity?.is === 'outside' && expr[1].length > 1) {
      const method = methodInScope(expr[1].at(-1)!, next);
      if (method) return { to: method, how: 'type', value: () => symbolValue(method, next) };
    }
    return entity && entityFound(entity, next);
  }
  if (expr[0] !== 'get' && expr[0] !== 'method') return undefined;
  const object = evaluateRust(expr[1], next);
  const found =
    object && (expr[0] === 'get' ? fieldOf(object, expr[2], next) : calledOn(object, expr[2], next));
  if (expr[0] === 'method' && !found?.to) {
    const method = methodInScope(expr[2], next);
    if (method) return { to: method, how: 'type', value: () => symbolValue(method, next) };
  }
  return found && expr[1]?.[0] === 'self' ? { ...found, how: 'this' } : found;
}

/** What an expression stands for; undefined where that is not known. */
function evaluateRust(expr: RustExpr, place: RustLookup): RustValue | undefined {
  const next = deeper(place);
  if (!next || !expr) return undefined;
  switch (expr[0]) {
    case 'value':
      return OUTSIDE;
    case 'path':
    case 'get':
    case 'method':
      return resolveRust(expr, next)?.value();
    case 'of':
    case 'self':
      return instanceOf(expr[1], next);
    case 'call': {
      const called = evaluateRust(expr[1], next) ?? madeByDefault(expr[1], next);
      return called?.is === 'gives' ? called.value : called;
    }
    case 'inner':
      return innerOf(evaluateRust(expr[1], next));
    case 'await':
      return awaited(evaluateRust(expr[1], next), next);
    case 'item':
      return itemOf(evaluateRust(expr[1], next), next);
    case 'part': {
      const whole = evaluateRust(expr[1], next);
      return whole?.is === 'tuple' ? whole.types[expr[2]] : whole?.is === 'outside' ? OUTSIDE : undefined;
    }
    case 'field':
      return fieldNamed(expr[1], expr[2], next);
  }
}

/** What awaiting a value gives: a type of ours says so with `type Output`, anything else counts as its result. */
const awaited = (value: RustValue | undefined, place: RustLookup): RustValue | undefined =>
  (value?.is === 'instance' ? associated(value, 'Output', place) : undefined) ?? value;

/** The type that an impl of a type gives a name, in the file of the type. */
function associated(type: LinkTarget, name: string, place: RustLookup): RustValue | undefined {
  for (const { module, type: written, types } of rustDetailOf(type.path, place.world)?.impls ?? []) {
    if (!types || !Object.hasOwn(types, name)) continue;
    const there: RustLookup = { ...place, path: type.path, module };
    if (isType(written, type, there)) return instanceOf(types[name]!, there);
  }
  return undefined;
}

/** `T::default()` is derived more often than written. */
const madeByDefault = (called: RustExpr, place: RustLookup): RustValue | undefined =>
  called?.[0] === 'path' && called[1].length > 1 && called[1].at(-1) === 'default'
    ? instanceOf(['path', called[1].slice(0, -1), []], place)
    : undefined;

function instanceOf(type: RustType, place: RustLookup): RustValue | undefined {
  const next = deeper(place);
  if (!next || !type) return undefined;
  if (type[0] === 'tuple') return { is: 'tuple', types: type[1].map((each) => instanceOf(each, next)) };
  if (type[0] === 'list') return { is: 'made', of: 'Vec', types: [instanceOf(type[1], next)] };
  if (type[0] === 'parameter') return place.given?.[type[1]] ?? instanceOf(type[2], next);
  if (type[0] === 'fn') return { is: 'gives', value: instanceOf(type[1], next) };
  const types = (): (RustValue | undefined)[] => type[2].map((each) => instanceOf(each, next));
  const found = resolve(type[1], next);
  if (found?.is === 'outside')
    return POINTERS.has(found.name) ? types()[0] : { is: 'made', of: found.name, types: types() };
  if (!found && type[1].length > 1) {
    const of = resolve(type[1].slice(0, -1), next);
    return of?.is === 'symbol' ? associated(of, type[1].at(-1)!, next) : undefined;
  }
  if (found?.is !== 'symbol') return undefined;
  const detail = rustDetailOf(found.path, place.world)?.types[found.symbol];
  const alias = detail?.alias;
  if (!detail || !alias)
    return detail && { is: 'instance', path: found.path, symbol: found.symbol, types: types() };
  const whole = instanceOf(alias, { ...next, path: found.path, module: detail.module });
  // `type Result<T> = std::result::Result<T, Error>`: the parameter is what is given.
  return whole?.is === 'made' && type[2].length > 0
    ? { ...whole, types: [types()[0], ...whole.types.slice(1)] }
    : whole;
}

/** What `for` takes out of a value: an iterator of ours says what is next. */
function itemOf(value: RustValue | undefined, place: RustLookup): RustValue | undefined {
  if (value?.is !== 'instance') return innerOf(value);
  for (const name of ['next', 'into_iter', 'index']) {
    const method = methodOf(value, name, place);
    const given = method && symbolValue(method, place);
    const next = deeper(place);
    if (given?.is === 'gives' && next)
      return name === 'into_iter'
        ? itemOf(given.value, next)
        : name === 'next'
          ? innerOf(given.value)
          : given.value;
  }
  return undefined;
}

/** What is inside of a value: of an option, a list, a pointer. */
function innerOf(value: RustValue | undefined): RustValue | undefined {
  if (value?.is !== 'made') return value?.is === 'outside' ? OUTSIDE : undefined;
  return MAPS.test(value.of)
    ? { is: 'tuple', types: value.types }
    : value.types.length > 0
      ? value.types[0]
      : OUTSIDE;
}

const MAPS = /Map$/;

/** Types that behave like what they hold. */
const POINTERS = new Set([
  'Box',
  'Rc',
  'Arc',
  'Cow',
  'Pin',
  'Ref',
  'RefMut',
  'MutexGuard',
  'RwLockReadGuard',
  'RwLockWriteGuard',
  'ManuallyDrop',
  'Reverse',
  'LazyLock',
  'Lazy',
]);

function entityFound(entity: RustEntity, place: RustLookup): RustResolution | undefined {
  if (entity.is === 'module') return undefined;
  if (entity.is === 'outside') return { how: 'import', value: () => OUTSIDE };
  const { path, symbol } = entity;
  const how: LinkMethod = path === place.path ? 'local' : 'import';
  return { to: { path, symbol }, how, value: () => symbolValue({ path, symbol }, place) };
}

function symbolValue({ path, symbol }: LinkTarget, place: RustLookup): RustValue | undefined {
  const detail = rustDetailOf(path, place.world);
  const own = detail?.functions[symbol];
  if (own) return { is: 'gives', value: instanceOf(own.returns, { ...place, path, module: own.module }) };
  const value = detail?.values[symbol];
  if (value) return instanceOf(value.type, { ...place, path, module: value.module });
  if (detail?.types[symbol]) return { is: 'instance', path, symbol };
  // A variant is a value of its enum.
  const parent = place.world.facts(path)?.symbols[symbol]?.parent ?? -1;
  return detail?.types[parent] ? { is: 'instance', path, symbol: parent } : undefined;
}

function fieldOf(object: RustValue, name: string, place: RustLookup): RustResolution | undefined {
  if (object.is === 'tuple') return { how: 'type', value: () => object.types[Number(name)] };
  if (object.is !== 'instance')
    return { how: 'type', value: () => (object.is === 'outside' ? OUTSIDE : undefined) };
  const type = rustDetailOf(object.path, place.world)?.types[object.symbol];
  const field = type && Object.hasOwn(type.fields, name) ? type.fields[name] : undefined;
  if (field) {
    const value = (): RustValue | undefined =>
      instanceOf(field.type, {
        ...place,
        path: object.path,
        module: type!.module,
        given: object.types ?? [],
      });
    return field.symbol === -1
      ? { how: 'type', value }
      : { to: { path: object.path, symbol: field.symbol }, how: 'type', value };
  }
  const behind = target(object, place);
  return behind && fieldOf(behind, name, place);
}

function calledOn(object: RustValue, name: string, place: RustLookup): RustResolution | undefined {
  if (object.is === 'outside') return { how: 'type', value: () => OUTSIDE };
  if (object.is === 'made') return libraryMethod(object, name);
  if (object.is !== 'instance') return undefined;
  const method = methodOf(object, name, place);
  if (method) return { to: method, how: 'type', value: () => symbolValue(method, place) };
  const behind = target(object, place);
  if (behind) return calledOn(behind, name, place);
  // What every value can do gives the same again; an iterator of ours can do what all of them can.
  if (SAME.has(name)) return { how: 'type', value: () => object };
  const item = methodOf(object, 'next', place) && itemOf(object, place);
  return item && libraryMethod({ is: 'made', of: 'Vec', types: [item] }, name);
}

const SAME = new Set([
  'clone',
  'to_owned',
  'borrow',
  'borrow_mut',
  'as_ref',
  'as_mut',
  'by_ref',
  'into_iter',
]);

/** What a type with `Deref` behaves like. */
function target({ path, symbol }: LinkTarget, place: RustLookup): RustValue | undefined {
  const next = deeper(place);
  const deref = next && methodOf({ path, symbol }, 'deref', next);
  const own = deref && rustDetailOf(deref.path, place.world)?.functions[deref.symbol];
  const value = own && instanceOf(own.returns, { ...next, path: deref.path, module: own.module });
  return value?.is === 'instance' && value.path === path && value.symbol === symbol ? undefined : value;
}

function fieldNamed(segments: readonly string[], name: string, place: RustLookup): RustValue | undefined {
  const found = resolve(segments, place);
  if (found?.is !== 'symbol') return found?.is === 'outside' ? OUTSIDE : undefined;
  const detail = rustDetailOf(found.path, place.world);
  const own = detail?.types[found.symbol];
  if (own) {
    const field = Object.hasOwn(own.fields, name) ? own.fields[name] : undefined;
    return field && instanceOf(field.type, { ...place, path: found.path, module: own.module });
  }
  const symbols = place.world.facts(found.path)?.symbols;
  const variant = symbols?.[found.symbol];
  const type = variant && detail?.types[variant.parent];
  const fields =
    type && Object.hasOwn(type.variants, variant.name) ? type.variants[variant.name]!.fields : {};
  return Object.hasOwn(fields, name)
    ? instanceOf(fields[name]!, { ...place, path: found.path, module: type!.module })
    : undefined;
}
