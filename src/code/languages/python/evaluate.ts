import type { Target } from '../../facts/linker.ts';
import type { Expr } from './detail.ts';
import { memberOf } from './members.ts';
import { nameIn } from './names.ts';
import { instancesOf } from './types.ts';
import { deeper, detailOf, type Found, type Looking, outside, type Place, type Value } from './value.ts';

/** What an expression leads to, where it is a name or an attribute. */
export function find(expr: Expr, place: Place, looking: Looking): Found[] {
  const next = deeper(place, looking);
  if (!next || !expr) return [];
  if (expr[0] === 'name') return nameIn(expr[1], next, looking);
  if (expr[0] === 'symbol') {
    const to = { path: place.path, symbol: expr[1] };
    return [{ to, how: 'local', values: () => symbolValue(to, looking) }];
  }
  if (expr[0] !== 'get') return [];
  const found = evaluate(expr[1], next, looking).flatMap((value) => memberOf(value, expr[2], next, looking));
  return expr[1]?.[0] === 'self' || expr[1]?.[0] === 'class'
    ? found.map((each) => ({ ...each, how: 'this' as const }))
    : found;
}

/** Everything that an expression may stand for; nothing, where that is not known. */
export function evaluate(expr: Expr, place: Place, looking: Looking): Value[] {
  const next = deeper(place, looking);
  if (!next || !expr) return [];
  const inner = (): Value[] => evaluate(expr[1] as Expr, next, looking);
  switch (expr[0]) {
    case 'name':
    case 'symbol':
    case 'get':
      return find(expr, next, looking).flatMap(({ values }) => values());
    case 'value':
      return [outside('')];
    case 'self':
      return [place.self ?? { is: 'instance', path: place.path, symbol: expr[1] }];
    case 'class':
      return [{ is: 'class', ...classOf(place, expr[1]) }];
    case 'super':
      return [{ is: 'super', path: place.path, symbol: expr[1], self: place.self }];
    case 'call':
      return inner().flatMap((called) => resultOf(called, expr[2], next, looking));
    case 'index':
      return inner().flatMap((value) => itemOf(value, next, looking));
    case 'each':
      return inner().flatMap((value) => elementOf(value, next, looking));
    case 'enter':
      return inner().flatMap((value) => enteredOf(value, next, looking));
    case 'part':
      return inner().flatMap((value) => partOf(value, expr[2], next, looking));
    case 'of':
      return instancesOf(expr[1], next, looking);
    case 'list':
      return [{ is: 'made', of: 'list', types: [inner()] }];
    case 'tuple':
      return [{ is: 'made', of: 'tuple', types: expr[1].map((each) => evaluate(each, next, looking)) }];
    case 'any':
      return expr[1].flatMap((each) => evaluate(each, next, looking));
  }
}

/** A function or class as a value. */
export function symbolValue({ path, symbol }: Target, looking: Looking, self?: Value): Value[] {
  const detail = detailOf(path, looking);
  if (detail?.classes[symbol]) return [{ is: 'class', path, symbol }];
  return [{ is: 'function', path, symbol, ...(self && { self }) }];
}

const classOf = ({ path, self }: Place, symbol: number): Target =>
  self?.is === 'class' || self?.is === 'instance'
    ? { path: self.path, symbol: self.symbol }
    : { path, symbol };

function resultOf(called: Value, given: readonly Expr[], place: Place, looking: Looking): Value[] {
  switch (called.is) {
    case 'class':
      return [{ is: 'instance', path: called.path, symbol: called.symbol }];
    case 'function':
      return returned(called, place, looking);
    case 'instance':
      return special(called, '__call__', place, looking);
    case 'gives':
      return [...called.values];
    case 'outside':
      return fromOutside(called.name, given, place, looking);
    default:
      return [];
  }
}

function returned(
  { path, symbol, self }: Extract<Value, { is: 'function' }>,
  place: Place,
  looking: Looking,
): Value[] {
  const detail = detailOf(path, looking)?.functions[symbol];
  if (!detail) return [];
  const at: Place = { path, self, depth: place.depth };
  if (detail.yields !== undefined)
    return [{ is: 'made', of: 'list', types: [evaluate(detail.yields, at, looking)] }];
  return evaluate(detail.returns, at, looking);
}

/** What a call of a function from outside gives, as far as that follows from its arguments. */
function fromOutside(
  name: string,
  [first = null, second = null]: readonly Expr[],
  place: Place,
  looking: Looking,
): Value[] {
  const values = (): Value[] => evaluate(first, place, looking);
  const list = (types: Value[]): Value[] => [{ is: 'made', of: 'list', types: [types] }];
  const each = (expr: Expr): Value[] => evaluate(['each', expr], place, looking);
  switch (name) {
    case 'cast':
      return instancesOf(first, place, looking);
    case 'copy':
    case 'deepcopy':
    case 'iter':
    case 'aiter':
    case 'dict':
      return first ? values() : [outside(name)];
    case 'next':
    case 'anext':
      return each(first);
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
    case 'sorted':
    case 'reversed':
      return list(each(first));
    case 'filter':
      return list(each(second));
    case 'enumerate':
      return list([{ is: 'made', of: 'tuple', types: [[outside('int')], each(first)] }]);
    case 'zip':
      return list([{ is: 'made', of: 'tuple', types: [each(first), each(second)] }]);
    case 'type':
      return values().map((value) => (value.is === 'instance' ? { ...value, is: 'class' } : value));
    case 'partial':
      return values();
    default:
      return [outside(name)];
  }
}

/** What one of the methods with underscores gives. */
function special(value: Value, name: string, place: Place, looking: Looking): Value[] {
  return memberOf(value, name, place, looking)
    .flatMap(({ values }) => values())
    .flatMap((method) => resultOf(method, [], place, looking));
}

function elementOf(value: Value, place: Place, looking: Looking): Value[] {
  if (value.is === 'made') return value.of === 'tuple' ? value.types.flat() : [...(value.types[0] ?? [])];
  if (value.is !== 'instance') return value.is === 'outside' ? [outside('')] : [];
  const iterated = [
    ...special(value, '__iter__', place, looking),
    ...special(value, '__aiter__', place, looking),
  ];
  return iterated.flatMap((each) =>
    each.is === 'instance' ? special(each, '__next__', place, looking) : elementOf(each, place, looking),
  );
}

function itemOf(value: Value, place: Place, looking: Looking): Value[] {
  if (value.is === 'class' || value.is === 'outside') return [value];
  if (value.is === 'instance') return special(value, '__getitem__', place, looking);
  if (value.is !== 'made') return [];
  return value.of === 'dict' ? [...(value.types[1] ?? [])] : value.types.flat();
}

function enteredOf(value: Value, place: Place, looking: Looking): Value[] {
  if (value.is === 'made') return [...(value.types[0] ?? [])];
  if (value.is !== 'instance') return value.is === 'outside' ? [value] : [];
  const entered = ['__enter__', '__aenter__'].flatMap((name) => special(value, name, place, looking));
  const known = entered.filter((each) => each.is !== 'outside');
  return known.length > 0 ? known : [value];
}

function partOf(value: Value, index: number, place: Place, looking: Looking): Value[] {
  if (value.is === 'made' && value.of === 'tuple') return [...(value.types[index] ?? [])];
  return elementOf(value, place, looking);
}
