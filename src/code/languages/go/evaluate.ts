import { dirname } from 'node:path/posix';
import type { How } from '../../../model/code.ts';
import type { FileFacts } from '../../facts/facts.ts';
import type { Target, World } from '../../facts/linker.ts';
import type { Expr, GoDetail, Type } from './detail.ts';
import { memberOf } from './members.ts';
import { declaredIn, packageFolder } from './packages.ts';

/** What an expression stands for. */
export type Value =
  | ({ is: 'type' | 'instance' | 'function' } & Target)
  | { is: 'package'; folder: string }
  | { is: 'made'; of: 'list' | 'map' | 'func' | 'tuple'; types: readonly (Value | undefined)[] }
  | { is: 'struct'; fields: Record<string, Type>; path: string }
  | { is: 'outside' };

/** What a name leads to. */
export interface Found {
  to?: Target;
  how: How;
  value: () => Value | undefined;
}

/** Where something is looked for. */
export interface Place {
  path: string;
  world: World;
  depth: number;
  /** Shared by all that one mention leads to: types may be made of each other in circles, and circles branch. */
  steps: { left: number };
}

export const OUTSIDE: Value = { is: 'outside' };

export const detailOf = ({ path }: { path: string }, world: World): GoDetail | undefined =>
  (world.facts(path) as FileFacts<GoDetail> | undefined)?.detail;

/** One step further; undefined where enough were taken. */
export const deeper = (place: Place): Place | undefined =>
  place.depth < DEEPEST && place.steps.left-- > 0 ? { ...place, depth: place.depth + 1 } : undefined;

/** The start of a look from a file. */
export const placeIn = (path: string, world: World): Place => ({
  path,
  world,
  depth: 0,
  steps: { left: STEPS },
});

const STEPS = 2_000;

const DEEPEST = 40;

/** What an expression leads to, where it is a name or a selector. */
export function find(expr: Expr, place: Place): Found | undefined {
  const next = deeper(place);
  if (!next || !expr) return undefined;
  if (expr[0] === 'symbol') return symbolFound({ path: place.path, symbol: expr[1] }, 'local', next);
  if (expr[0] === 'name') return nameFound(expr[1], next);
  if (expr[0] !== 'get') return undefined;
  const [, object, name] = expr;
  if (object?.[0] === 'name') {
    const folder = folderNamed(object[1], name, next);
    if (folder === null) return { how: 'import', value: () => OUTSIDE };
    if (folder !== undefined) return inPackage(folder, name, next);
  }
  const of = evaluate(object, next);
  const found = of && memberOf(of, name, next);
  return found && object?.[0] === 'receiver' ? { ...found, how: 'this' } : found;
}

/** What an expression stands for; undefined where that is not known. */
export function evaluate(expr: Expr, place: Place): Value | undefined {
  const next = deeper(place);
  if (!next || !expr) return undefined;
  switch (expr[0]) {
    case 'value':
      return OUTSIDE;
    case 'name':
    case 'symbol':
    case 'get':
      return find(expr, next)?.value();
    case 'of':
    case 'receiver':
      return instanceOf(expr[1], next);
    case 'call':
      return resultOf(evaluate(expr[1], next), next);
    case 'item':
      return elementOf(evaluate(expr[1], next), -1, next);
    case 'key':
      return elementOf(evaluate(expr[1], next), 0, next);
    case 'part':
      return partOf(evaluate(expr[1], next), expr[2]);
  }
}

/** A value of a type. */
export function instanceOf(type: Type, place: Place): Value | undefined {
  const next = deeper(place);
  if (!next || !type) return undefined;
  switch (type[0]) {
    case 'name':
    case 'symbol':
      return asInstance(find(type, next)?.value(), next);
    case 'from':
      return asInstance(find(['get', ['name', type[1]], type[2]], next)?.value(), next);
    case 'list':
      return { is: 'made', of: 'list', types: [instanceOf(type[1], next)] };
    case 'map':
      return { is: 'made', of: 'map', types: [instanceOf(type[1], next), instanceOf(type[2], next)] };
    case 'func':
      return { is: 'made', of: 'func', types: type[1].map((each) => instanceOf(each, next)) };
    case 'struct':
      return { is: 'struct', fields: type[1], path: place.path };
  }
}

export function symbolFound(to: Target, how: How, place: Place): Found {
  const detail = detailOf(to, place.world);
  const value = (): Value | undefined => {
    if (detail?.types[to.symbol]) return { is: 'type', ...to };
    if (detail?.functions[to.symbol]) return { is: 'function', ...to };
    const variable = detail?.variables[to.symbol];
    return variable === undefined ? undefined : evaluate(variable, { ...place, path: to.path });
  };
  return { to, how, value };
}

function nameFound(name: string, place: Place): Found {
  const { path, world } = place;
  const to = declaredIn(dirname(path), name, { world, from: path, as: 'member' }) ?? dotted(name, place);
  if (to) return symbolFound(to, to.path === path ? 'local' : 'import', place);
  return { how: 'import', value: () => OUTSIDE };
}

/** A name of a package that is imported with a dot. */
function dotted(name: string, { path, world }: Place): Target | undefined {
  for (const { path: imported, name: as } of detailOf({ path }, world)?.imports ?? []) {
    const folder = as === '.' ? packageFolder(imported, path, world) : undefined;
    const to = folder ? declaredIn(folder, name, { world, from: path, as: 'importer' }) : undefined;
    if (to) return to;
  }
  return undefined;
}

/** The folder of the package that goes by a name in a file, `null` for one from outside. */
function folderNamed(name: string, member: string, { path, world }: Place): string | null | undefined {
  const imports = detailOf({ path }, world)?.imports ?? [];
  const called = imports.find((each) => (each.name ?? lastPart(each.path)) === name);
  if (called) return packageFolder(called.path, path, world) ?? null;
  // The package may be called otherwise than its folder.
  const folders = imports.flatMap((each) => (each.name ? [] : (packageFolder(each.path, path, world) ?? [])));
  return folders.find((folder) => {
    const to = declaredIn(folder, member, { world, from: path, as: 'importer' });
    return to && detailOf(to, world)?.package === name;
  });
}

/** What the package is called where only its path is known: `v2` and `.v2` are versions, `go-` is a habit. */
function lastPart(path: string): string {
  const parts = path.split('/');
  const last = /^v\d+$/.test(parts.at(-1)!) && parts.length > 1 ? parts.at(-2)! : parts.at(-1)!;
  return last.replace(/\.v\d+$/, '').replace(/^go-|[-.]go$/, '');
}

function inPackage(folder: string, name: string, place: Place): Found {
  const to = declaredIn(folder, name, { world: place.world, from: place.path, as: 'importer' });
  return to ? symbolFound(to, 'import', place) : { how: 'import', value: () => OUTSIDE };
}

/** A type as one of its values; an alias is what it stands for. */
function asInstance(value: Value | undefined, place: Place): Value | undefined {
  if (value?.is !== 'type') return value;
  const alias = detailOf(value, place.world)?.types[value.symbol]?.alias;
  return alias ? instanceOf(alias, { ...place, path: value.path }) : { ...value, is: 'instance' };
}

function resultOf(called: Value | undefined, place: Place): Value | undefined {
  if (called?.is === 'type') return asInstance(called, place);
  if (called?.is === 'function') {
    const results = detailOf(called, place.world)?.functions[called.symbol]?.results ?? [];
    return tupleOf(results.map((each) => instanceOf(each, { ...place, path: called.path })));
  }
  if (called?.is === 'made') return called.of === 'func' ? tupleOf(called.types) : called;
  const under = called && underlying(called, place);
  return under?.is === 'made' && under.of === 'func'
    ? tupleOf(under.types)
    : called?.is === 'outside'
      ? OUTSIDE
      : undefined;
}

const tupleOf = (types: readonly (Value | undefined)[]): Value | undefined =>
  types.length === 1 ? types[0] : { is: 'made', of: 'tuple', types };

/** What a defined type is made of. */
export function underlying(value: Value, place: Place): Value | undefined {
  if (value.is !== 'instance') return value;
  const under = detailOf(value, place.world)?.types[value.symbol]?.under;
  const next = deeper(place);
  return under && next ? instanceOf(under, { ...next, path: value.path }) : undefined;
}

/** The last of its types, or the first: an element, or what it is counted by. */
function elementOf(value: Value | undefined, at: 0 | -1, place: Place): Value | undefined {
  const under = value && underlying(value, place);
  if (under?.is === 'outside') return OUTSIDE;
  // `F[int]` is read as an element of F.
  if (value?.is === 'function' || value?.is === 'type') return value;
  if (under?.is !== 'made' || under.of === 'func') return undefined;
  return at === 0 && under.of === 'list' ? OUTSIDE : under.types.at(at);
}

/** One of several results; of `v, ok := …` the first is the value. */
function partOf(value: Value | undefined, index: number): Value | undefined {
  if (value?.is === 'made' && value.of === 'tuple') return value.types[index];
  if (value?.is === 'outside') return OUTSIDE;
  return index === 0 ? value : OUTSIDE;
}
