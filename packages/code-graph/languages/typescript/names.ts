import type { Declaration, Export, Expression } from './detail.ts';
import { resolveModule } from './modules.ts';
import {
  enterShape,
  type FileLinking,
  FOREIGN,
  isType,
  leave,
  type ModuleDeclaration,
  moduleAt,
  NOTHING,
  type Shape,
  type TypeBindings,
  type TypeScriptModule,
} from './shapes.ts';

/** What a name or a member leads to: a declaration, or at least the shape of its value. */
export interface TypeScriptEntity {
  declared?: ModuleDeclaration;
  meaning: TypeBindings;
  shape?: Shape;
}

export type NameSpace = 'value' | 'type';

export const foreignShape: TypeScriptEntity = { meaning: NOTHING, shape: FOREIGN };

/** What a name means in a scope; undefined where no scope of the file knows it. */
export function lookUpName(
  linking: FileLinking,
  module: TypeScriptModule,
  name: string,
  scope: number,
  space: NameSpace,
): TypeScriptEntity | undefined {
  const found = module.find(name, scope);
  if (found.length === 0) return undefined;
  const { declarations } = module.detail;
  // Nearly always there is one; this is asked more often than anything else.
  const fitting =
    found.length === 1 && fits(declarations[found[0]!]!, space)
      ? found
      : found.filter((each) => fits(declarations[each]!, space));
  // Of overloads the one with a body comes last; a namespace only adds members to what else has its name.
  const index =
    fitting.length < 2
      ? fitting[0]
      : (fitting.find((each) => declarations[each]!.signature?.gives) ??
        fitting.findLast((each) => declarations[each]!.kind !== 'namespace') ??
        fitting.at(-1));
  if (index === undefined) {
    // A type and a value may have the same name in scopes around each other.
    const outer = outerScope(module, found[0]!);
    return outer === -1 ? undefined : lookUpName(linking, module, name, outer, space);
  }
  const declaration = declarations[index]!;
  if (declaration.kind === 'import') return follow(linking, module, declaration, space);
  const known = module.entities[index];
  if (known) return known;
  const entity = { declared: { module, declaration }, meaning: NOTHING };
  module.entities[index] = entity;
  return entity;
}

function outerScope({ detail }: TypeScriptModule, index: number): number {
  const { scope: bound } = detail.declarations[index]!;
  return bound === -1 ? -1 : detail.scopes[bound]!;
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

/** What an import brings. It is asked for again and again. */
function follow(
  linking: FileLinking,
  module: TypeScriptModule,
  declaration: Declaration,
  space: NameSpace,
): TypeScriptEntity {
  const imported = linking.imported[space];
  const known = imported.get(declaration);
  if (known) return known;
  const { cuts } = linking;
  const entity = broughtBy(linking, module, declaration, space);
  if (linking.cuts === cuts) imported.set(declaration, entity);
  return entity;
}

function broughtBy(
  linking: FileLinking,
  module: TypeScriptModule,
  { from }: Declaration,
  space: NameSpace,
): TypeScriptEntity {
  const { specifier, name } = from!;
  const path = resolveModule(linking.world, module.path, specifier);
  if (!path) return foreignShape;
  if (name === '*') return { meaning: NOTHING, shape: { is: 'module', path } };
  if (name === '=') return wholeModule(linking, path);
  return exportedOnce(linking, path, name, space);
}

/** Many files import the same. */
function exportedOnce(linking: FileLinking, path: string, name: string, space: NameSpace): TypeScriptEntity {
  const key = `${space} ${path} ${name}`;
  const known = linking.exported.get(key);
  if (known) return known;
  const { cuts } = linking;
  const entity = exported(linking, path, name, space) ?? foreignShape;
  if (linking.cuts === cuts) linking.exported.set(key, entity);
  return entity;
}

/** What `require` gives. */
export function wholeModule(linking: FileLinking, path: string): TypeScriptEntity {
  const module = moduleAt(linking.world, path);
  if (!module) return foreignShape;
  return module.all
    ? (entityIn(linking, module, module.all.value, module.all.scope) ?? { meaning: NOTHING })
    : { meaning: NOTHING, shape: { is: 'module', path } };
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
    const member = linking.ask.entityOf(
      linking,
      module,
      ['member', module.all.value, name],
      module.all.scope,
    );
    if (member) return member;
  }
  if (name === 'default')
    return module.detail.exports.length > 0 && isCommon(module) ? wholeModule(linking, path) : undefined;
  let isOutside = false;
  for (const star of module.stars) {
    const to = resolveModule(linking.world, path, star);
    isOutside ||= !to;
    const entity = to && exported(linking, to, name, space, seen);
    if (entity && (entity.declared || (entity.shape && entity.shape !== FOREIGN))) return entity;
  }
  return isOutside ? foreignShape : undefined;
}

const isCommon = ({ detail }: TypeScriptModule): boolean =>
  detail.exports.every((each) => each.kind === 'value' || each.kind === 'all' || isType(detail, each));

function throughExport(
  linking: FileLinking,
  module: TypeScriptModule,
  each: Export,
  space: NameSpace,
  seen: Set<string>,
): TypeScriptEntity | undefined {
  switch (each.kind) {
    case 'declaration':
      return sibling(linking, module, module.detail.declarations[each.declaration]!, space);
    case 'local':
      return (
        lookUpName(linking, module, each.local, 0, space) ??
        lookUpName(linking, module, each.local, 0, space === 'type' ? 'value' : 'type')
      );
    case 'value':
      return entityIn(linking, module, each.value, each.scope);
    case 'from':
    case 'namespace': {
      const path = resolveModule(linking.world, module.path, each.specifier);
      if (!path) return foreignShape;
      return each.kind === 'namespace'
        ? { meaning: NOTHING, shape: { is: 'module', path } }
        : exported(linking, path, each.original, space, seen);
    }
  }
  return undefined;
}

/** The declaration of that name that fits: a type and a value may share it. */
function sibling(
  linking: FileLinking,
  module: TypeScriptModule,
  declaration: Declaration,
  space: NameSpace,
): TypeScriptEntity {
  return (
    (declaration.scope !== -1
      ? lookUpName(linking, module, declaration.name, declaration.scope, space)
      : undefined) ?? {
      declared: { module, declaration },
      meaning: NOTHING,
    }
  );
}

function entityIn(
  linking: FileLinking,
  module: TypeScriptModule,
  value: Expression,
  scope: number,
): TypeScriptEntity | undefined {
  const entity = linking.ask.entityOf(linking, module, value, scope);
  if (entity) return entity;
  const shape = linking.ask.shapeOf(linking, module, value, scope);
  return shape ? { meaning: NOTHING, shape } : undefined;
}

/** What a name with dots means. */
export function lookUpDotted(
  linking: FileLinking,
  module: TypeScriptModule,
  name: string,
  scope: number,
  space: NameSpace,
): TypeScriptEntity | undefined {
  if (!name.includes('.')) return lookUpName(linking, module, name, scope, space);
  const [first, ...rest] = name.split('.');
  let at =
    lookUpName(linking, module, first!, scope, 'value') ?? lookUpName(linking, module, first!, scope, 'type');
  for (const [i, step] of rest.entries()) {
    if (!at) return undefined;
    const last = i === rest.length - 1;
    at = linking.ask.memberOf(linking, linking.ask.shapeOfEntity(linking, at), step, last ? space : 'value');
  }
  return at;
}
