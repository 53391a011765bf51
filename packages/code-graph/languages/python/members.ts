import type { LinkTarget } from '../../facts/linker.ts';
import { exportOf, fromOutside } from './names.ts';
import {
  deeperPython,
  inFile,
  type PythonResolution,
  type PythonSite,
  type PythonValue,
  pythonDetailOf,
  symbolValue,
} from './value.ts';

/** What an attribute of a value leads to. Nothing, where it is not known. */
export function pythonMemberOf(value: PythonValue, name: string, place: PythonSite): PythonResolution[] {
  switch (value.is) {
    case 'module':
      return exportOf(name, inFile(place, value.path)) ?? [fromOutside(name)];
    case 'class':
    case 'instance':
      return inherited(value, name, value, place).map((each) => ({
        ...each,
        how: 'type' as const,
      }));
    case 'super':
      return basesOf(value, place)
        .flatMap((base) =>
          pythonMemberOf(base.is === 'class' ? { ...base, is: 'instance' } : base, name, place),
        )
        .slice(0, 1)
        .map((each) => ({ ...each, how: 'super' as const }));
    case 'made':
      return [{ how: 'type', values: () => methodOf(value, name) }];
    case 'gives':
    case 'function':
    case 'outside':
      return [fromOutside(name)];
  }
}

function inherited(
  of: LinkTarget & { is: string },
  name: string,
  self: PythonValue,
  place: PythonSite,
): PythonResolution[] {
  const next = deeperPython(place);
  const own = pythonDetailOf(of.path, place)?.classes[of.symbol];
  if (!next || !own) return [];
  if (Object.hasOwn(own.members, name)) return [ownMember(of, name, self, next)];
  const bases = basesOf(of, next);
  for (const base of bases) {
    const found = base.is === 'class' ? inherited(base, name, self, next) : [];
    // What some base from outside would give is looked for only after those that are here.
    if (found.some(({ to }) => to)) return found;
  }
  const foreign =
    bases.some((base) => base.is === 'outside' && !EMPTY.has(base.name)) || bases.length < own.bases.length;
  const fromBase = bases.some((base) => base.is === 'class' && inherited(base, name, self, next).length > 0);
  return foreign || fromBase ? [fromOutside(name)] : [];
}

function ownMember(
  { path, symbol }: LinkTarget,
  name: string,
  self: PythonValue,
  place: PythonSite,
): PythonResolution {
  const { symbol: index, value } = pythonDetailOf(path, place)!.classes[symbol]!.members[name]!;
  const to = { path, symbol: index };
  const at: PythonSite = { ...place, path, self };
  if (value?.[0] !== 'symbol')
    return { to, how: 'type', values: () => place.evaluate(value, at), made: { expr: value, at } };
  const method = pythonDetailOf(path, place)?.functions[index];
  const values = (): readonly PythonValue[] =>
    method?.property && self.is === 'instance'
      ? place.evaluate(method.returns, at)
      : symbolValue(to, place, self);
  return { to, how: 'type', values };
}

/** The classes that a class is made from, and `outside` for those that are not here. */
function basesOf({ path, symbol }: LinkTarget, place: PythonSite): PythonValue[] {
  const next = deeperPython(place);
  const bases = pythonDetailOf(path, place)?.classes[symbol]?.bases ?? [];
  return next
    ? bases.flatMap((base) => {
        const plain = base?.[0] === 'index' ? base[1] : base;
        return next
          .evaluate(plain, inFile(next, path))
          .filter(
            (value) =>
              (value.is === 'class' && !(value.path === path && value.symbol === symbol)) ||
              value.is === 'outside',
          );
      })
    : [];
}

/** Bases that bring no members worth a name. */
const EMPTY = new Set(['object', 'Generic', 'Protocol', 'ABC']);

/** What a method of a built-in container gives. */
function methodOf({ of, types }: Extract<PythonValue, { is: 'made' }>, name: string): PythonValue[] {
  const [first = [], second = []] = types;
  const gives = (values: readonly PythonValue[]): PythonValue[] => [{ is: 'gives', values }];
  const list = (values: readonly PythonValue[]): PythonValue => ({ is: 'made', of: 'list', types: [values] });
  if (of === 'dict') {
    if (name === 'get' || name === 'pop' || name === 'setdefault') return gives(second);
    if (name === 'values') return gives([list(second)]);
    if (name === 'keys') return gives([list(first)]);
    if (name === 'items') return gives([list([{ is: 'made', of: 'tuple', types: [first, second] }])]);
  }
  if (of === 'list' && (name === 'pop' || name === 'popleft')) return gives(first);
  if (of === 'other' && name === 'get') return gives(first);
  return name === 'copy' ? gives([{ is: 'made', of, types }]) : [{ is: 'outside', name }];
}
