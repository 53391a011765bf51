import type { Declaration, Export } from './detail.ts';
import { resolveModule } from './modules.ts';
import {
  enterShape,
  type FileLinking,
  FOREIGN,
  foreignShape,
  kept,
  leave,
  moduleAt,
  NOTHING,
  type Place,
  shaped,
  type TypeScriptEntity,
  type TypeScriptModule,
} from './shapes.ts';

export type NameSpace = 'value' | 'type';

/** What a name means in a scope; undefined where no scope of the file knows it. */
export function lookUpName(at: Place, name: string, space: NameSpace): TypeScriptEntity | undefined {
  const { module } = at;
  const { declarations, scopes } = module.detail;
  const found = module.find(name, at.scope);
  if (found.length === 0) return undefined;
  const fitting = found.filter((each) => fits(declarations[each]!, space));
  // Of overloads the one with a body comes last; a namespace only adds members to what else has its name.
  const index =
    fitting.length < 2
      ? fitting[0]
      : (fitting.find((each) => declarations[each]!.signature?.gives) ??
        fitting.findLast((each) => declarations[each]!.kind !== 'namespace') ??
        fitting.at(-1));
  if (index === undefined) {
    // A type and a value may have the same name in scopes around each other.
    const { scope: bound } = declarations[found[0]!]!;
    const outer = bound === -1 ? -1 : scopes[bound]!;
    return outer === -1 ? undefined : lookUpName({ ...at, scope: outer }, name, space);
  }
  const declaration = declarations[index]!;
  return declaration.kind === 'import'
    ? brought(at, declaration, space)
    : { declared: { module, declaration }, meaning: NOTHING };
}

const TYPES = new Set<Declaration['kind']>(['interface', 'type', 'type parameter']);
const VALUES = new Set<Declaration['kind']>(['function', 'parameter']);

const fits = ({ kind, values, path }: Declaration, space: NameSpace): boolean =>
  space === 'value'
    ? !TYPES.has(kind)
    : !VALUES.has(kind) &&
      (kind !== 'variable' ||
        values?.[0]?.[0] === 'module' ||
        (path?.length === 1 && values?.[0]?.[0] !== undefined));

function brought({ linking, module }: Place, { from }: Declaration, space: NameSpace): TypeScriptEntity {
  const { specifier, name } = from!;
  const path = resolveModule(linking.world, module.path, specifier);
  if (!path) return foreignShape;
  if (name === '*') return shaped({ is: 'module', path });
  if (name === '=') return wholeModule(linking, path);
  // Many names of a file lead to the same.
  const key = `${space} ${path} ${name}`;
  return kept(linking, key, () => exported(linking, path, name, space)) ?? foreignShape;
}

export function wholeModule(linking: FileLinking, path: string): TypeScriptEntity {
  const module = moduleAt(linking.world, path);
  if (!module) return foreignShape;
  return module.all
    ? (valueExported(linking, module, module.all) ?? shaped(undefined))
    : shaped({ is: 'module', path });
}

/** What a file exports by a name, through as many files as it takes. */
export function exported(
  linking: FileLinking,
  path: string,
  name: string,
  space: NameSpace,
  seen = new Set<string>(),
): TypeScriptEntity | undefined {
  const key = `${path} ${name}`;
  if (seen.has(key)) return undefined;
  seen.add(key);
  return enterShape(linking) ? leave(linking, findExport(linking, path, name, space, seen)) : undefined;
}

function findExport(
  linking: FileLinking,
  path: string,
  name: string,
  space: NameSpace,
  seen: Set<string>,
): TypeScriptEntity | undefined {
  const module = moduleAt(linking.world, path);
  if (!module) return foreignShape;
  const direct = module.exports.get(name);
  const found = direct && throughExport(linking, module, direct, space, seen);
  if (found) return found;
  if (module.all) {
    if (name === 'default') return wholeModule(linking, path);
    const { value, scope } = module.all;
    const member = linking.ask.entityOf({ linking, module, scope, meaning: NOTHING }, [
      'member',
      value,
      name,
    ]);
    if (member) return member;
  }
  if (name === 'default') return undefined;
  let isOutside = false;
  for (const star of module.stars) {
    const to = resolveModule(linking.world, path, star);
    isOutside ||= !to;
    const entity = to && exported(linking, to, name, space, seen);
    if (entity && (entity.declared || (entity.shape && entity.shape !== FOREIGN))) return entity;
  }
  return isOutside ? foreignShape : undefined;
}

function throughExport(
  linking: FileLinking,
  module: TypeScriptModule,
  each: Export,
  space: NameSpace,
  seen: Set<string>,
): TypeScriptEntity | undefined {
  const named = (name: string, scope: number, space: NameSpace): TypeScriptEntity | undefined =>
    lookUpName({ linking, module, scope, meaning: NOTHING }, name, space);
  switch (each.kind) {
    case 'declaration': {
      // A type and a value may share the name: the one that fits is meant.
      const declaration = module.detail.declarations[each.declaration]!;
      const { name, scope } = declaration;
      return (
        (scope === -1 ? undefined : named(name, scope, space)) ?? {
          declared: { module, declaration },
          meaning: NOTHING,
        }
      );
    }
    case 'local':
      return named(each.local, 0, space) ?? named(each.local, 0, space === 'type' ? 'value' : 'type');
    case 'value':
      return valueExported(linking, module, each);
    case 'from': {
      const path = resolveModule(linking.world, module.path, each.specifier);
      if (!path) return foreignShape;
      if (each.original === '*') return shaped({ is: 'module', path });
      return exported(linking, path, each.original, space, seen);
    }
  }
  return undefined;
}

function valueExported(
  linking: FileLinking,
  module: TypeScriptModule,
  { value, scope }: Extract<Export, { kind: 'value' | 'all' }>,
): TypeScriptEntity | undefined {
  const at: Place = { linking, module, scope, meaning: NOTHING };
  const entity = linking.ask.entityOf(at, value);
  const shape = entity ? undefined : linking.ask.shapeOf(at, value);
  return entity ?? (shape && shaped(shape));
}

export function lookUpDotted(at: Place, name: string, space: NameSpace): TypeScriptEntity | undefined {
  const [first = '', ...rest] = name.split('.');
  if (rest.length === 0) return lookUpName(at, name, space);
  return membersOf(at.linking, lookUpName(at, first, 'value') ?? lookUpName(at, first, 'type'), rest, space);
}

/** What the last of some names leads to, each a member of the one before. */
export const membersOf = (
  linking: FileLinking,
  start: TypeScriptEntity | undefined,
  names: readonly string[],
  space: NameSpace,
): TypeScriptEntity | undefined =>
  names.reduce(
    (at, name, i) =>
      at &&
      linking.ask.memberOf(
        linking,
        linking.ask.shapeOfEntity(linking, at),
        name,
        i === names.length - 1 ? space : 'value',
      ),
    start,
  );
