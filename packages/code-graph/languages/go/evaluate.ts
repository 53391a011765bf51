import { basename, dirname, join } from 'node:path/posix';
import type { LinkMethod } from '@sqrl/base/model/code.ts';
import type { LinkTarget, LinkWorld } from '../../facts/linker.ts';
import { deeper, detailOf, type Lookup, lookupIn } from '../lookup.ts';
import { mentionLinker } from '../mention-linker.ts';
import type { GoDetail, GoExpr, GoMention, GoType } from './detail.ts';
import { declaredIn, packageFolder, preferred } from './packages.ts';

type GoValue =
  | ({ is: 'type' | 'instance' | 'function' } & LinkTarget)
  | { is: 'package'; folder: string }
  | { is: 'made'; of: 'list' | 'map' | 'func' | 'tuple'; types: readonly (GoValue | undefined)[] }
  | { is: 'struct'; fields: Record<string, GoType>; path: string }
  | { is: 'outside' };

interface GoResolution {
  to?: LinkTarget;
  how: LinkMethod;
  value: () => GoValue | undefined;
}

const OUTSIDE: GoValue = { is: 'outside' };

const goDetailOf = ({ path }: { path: string }, world: LinkWorld): GoDetail | undefined =>
  detailOf<GoDetail>(path, world);

/** What an expression leads to, where it is a name or a selector. */
function resolveGo(expr: GoExpr, place: Lookup): GoResolution | undefined {
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
  const of = evaluateGo(object, next);
  const found = of && goMemberOf(of, name, next);
  return found && object?.[0] === 'receiver' ? { ...found, how: 'this' } : found;
}

/** What an expression stands for; undefined where that is not known. */
function evaluateGo(expr: GoExpr, place: Lookup): GoValue | undefined {
  const next = deeper(place);
  if (!next || !expr) return undefined;
  switch (expr[0]) {
    case 'value':
      return OUTSIDE;
    case 'name':
    case 'symbol':
    case 'get':
      return resolveGo(expr, next)?.value();
    case 'of':
    case 'receiver':
      return instanceOf(expr[1], next);
    case 'call':
      return resultOf(evaluateGo(expr[1], next), next);
    case 'item':
      return elementOf(evaluateGo(expr[1], next), -1, next);
    case 'key':
      return elementOf(evaluateGo(expr[1], next), 0, next);
    case 'part':
      return partOf(evaluateGo(expr[1], next), expr[2]);
  }
}

function instanceOf(type: GoType, place: Lookup): GoValue | undefined {
  const next = deeper(place);
  if (!next || !type) return undefined;
  switch (type[0]) {
    case 'name':
    case 'symbol':
      return asInstance(resolveGo(type, next)?.value(), next);
    case 'from':
      return asInstance(resolveGo(['get', ['name', type[1]], type[2]], next)?.value(), next);
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

function symbolFound(to: LinkTarget, how: LinkMethod, place: Lookup): GoResolution {
  const detail = goDetailOf(to, place.world);
  const value = (): GoValue | undefined => {
    if (detail?.types[to.symbol]) return { is: 'type', ...to };
    if (detail?.functions[to.symbol]) return { is: 'function', ...to };
    const variable = detail?.variables[to.symbol];
    return variable === undefined ? undefined : evaluateGo(variable, { ...place, path: to.path });
  };
  return { to, how, value };
}

function nameFound(name: string, place: Lookup): GoResolution {
  const { path, world } = place;
  const to = declaredIn(dirname(path), name, { world, from: path, as: 'member' });
  if (to) return symbolFound(to, to.path === path ? 'local' : 'import', place);
  return { how: 'import', value: () => OUTSIDE };
}

/** The folder of the package that goes by a name in a file, `null` for one from outside. */
function folderNamed(name: string, member: string, { path, world }: Lookup): string | null | undefined {
  const imports = goDetailOf({ path }, world)?.imports ?? [];
  const called = imports.find((each) => (each.name ?? lastPart(each.path)) === name);
  if (called) return packageFolder(called.path, path, world) ?? null;
  // The package may be called otherwise than its folder.
  const folders = imports.flatMap((each) => (each.name ? [] : (packageFolder(each.path, path, world) ?? [])));
  return folders.find((folder) => {
    const to = declaredIn(folder, member, { world, from: path, as: 'importer' });
    return to && goDetailOf(to, world)?.package === name;
  });
}

/** What the package is called where only its path is known: `v2` and `.v2` are versions, `go-` is a habit. */
function lastPart(path: string): string {
  const parts = path.split('/');
  const last = /^v\d+$/.test(parts.at(-1)!) && parts.length > 1 ? parts.at(-2)! : parts.at(-1)!;
  return last.replace(/\.v\d+$/, '').replace(/^go-|[-.]go$/, '');
}

function inPackage(folder: string, name: string, place: Lookup): GoResolution {
  const to = declaredIn(folder, name, { world: place.world, from: place.path, as: 'importer' });
  return to ? symbolFound(to, 'import', place) : { how: 'import', value: () => OUTSIDE };
}

/** A type as one of its values; an alias is what it stands for. */
function asInstance(value: GoValue | undefined, place: Lookup): GoValue | undefined {
  if (value?.is !== 'type') return value;
  const alias = goDetailOf(value, place.world)?.types[value.symbol]?.alias;
  return alias ? instanceOf(alias, { ...place, path: value.path }) : { ...value, is: 'instance' };
}

function resultOf(called: GoValue | undefined, place: Lookup): GoValue | undefined {
  if (called?.is === 'type') return asInstance(called, place);
  if (called?.is === 'function') {
    const results = goDetailOf(called, place.world)?.functions[called.symbol]?.results ?? [];
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

const tupleOf = (types: readonly (GoValue | undefined)[]): GoValue | undefined =>
  types.length === 1 ? types[0] : { is: 'made', of: 'tuple', types };

/** What a defined type is made of. */
function underlying(value: GoValue, place: Lookup): GoValue | undefined {
  if (value.is !== 'instance') return value;
  const under = goDetailOf(value, place.world)?.types[value.symbol]?.under;
  const next = deeper(place);
  return under && next ? instanceOf(under, { ...next, path: value.path }) : undefined;
}

/** The last of its types, or the first: an element, or what it is counted by. */
function elementOf(value: GoValue | undefined, at: 0 | -1, place: Lookup): GoValue | undefined {
  const under = value && underlying(value, place);
  if (under?.is === 'outside') return OUTSIDE;
  // `F[int]` is read as an element of F.
  if (value?.is === 'function' || value?.is === 'type') return value;
  if (under?.is !== 'made' || under.of === 'func') return undefined;
  return at === 0 && under.of === 'list' ? OUTSIDE : under.types.at(at);
}

/** One of several results; of `v, ok := …` the first is the value. */
function partOf(value: GoValue | undefined, index: number): GoValue | undefined {
  if (value?.is === 'made' && value.of === 'tuple') return value.types[index];
  if (value?.is === 'outside') return OUTSIDE;
  return index === 0 ? value : OUTSIDE;
}

/** What a selector on a value leads to: a field, a method, or one of what it embeds. */
function goMemberOf(value: GoValue, name: string, place: Lookup): GoResolution | undefined {
  if (value.is === 'struct') {
    const type = Object.hasOwn(value.fields, name) ? value.fields[name]! : null;
    return { how: 'type', value: () => instanceOf(type, { ...place, path: value.path }) };
  }
  if (value.is === 'instance' || value.is === 'type') return ofType(value, name, place);
  return { how: 'type', value: () => (value.is === 'outside' ? OUTSIDE : undefined) };
}

function ofType(of: LinkTarget & GoValue, name: string, place: Lookup): GoResolution | undefined {
  const next = deeper(place);
  if (!next) return undefined;
  const detail = goDetailOf(of, place.world)?.types[of.symbol];
  if (!detail) return undefined;
  const at: Lookup = { ...next, path: of.path };
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
    : embedded(
        detail.embeds.map((each) => [each, instanceOf(each, at)] as const),
        name,
        at,
      );
}

/** A method may stand in any file of the type's package. */
function methodOf({ path, symbol }: LinkTarget, name: string, { world }: Lookup): LinkTarget | undefined {
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
  place: Lookup,
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

/** Follows the names of Go through packages, receivers and what structs embed to where they are declared. */
export const goLinker = mentionLinker<GoMention, GoDetail>({
  language: 'go',
  resolve({ expr }, path, world) {
    const found = resolveGo(expr, lookupIn(path, world));
    return found ? [found] : [];
  },
  imports: ({ path, detail }, world, used) =>
    detail.imports.flatMap(({ path: imported, line }) => {
      const folder = packageFolder(imported, path, world);
      return folder === undefined ? [] : filesOf(folder, world, used).map((to) => ({ to, line }));
    }),
  fits(kind, target) {
    const isType = target === 'class' || target === 'interface' || target === 'type';
    return kind === 'calls' ? !isType : isType || kind === 'uses';
  },
});

/** The files of a package that are made use of; where there are none, its main one. */
function filesOf(folder: string, world: LinkWorld, used: ReadonlySet<string>): string[] {
  const files = [...used].filter((each) => dirname(each) === folder);
  const main = [`${basename(folder)}.go`, 'doc.go', 'main.go']
    .map((name) => join(folder, name))
    .find((each) => world.exists(each));
  return files.length > 0 || main === undefined ? files : [main];
}
