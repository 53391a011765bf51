import type { Declaration, TypeExpression } from './detail.ts';
import { libraryType, TRANSPARENT } from './library.ts';
import { memberOf } from './members.ts';
import { resolveModule } from './modules.ts';
import { exported, lookUpDotted, lookUpName, type TypeScriptEntity, wholeModule } from './names.ts';
import {
  argumentOf,
  arrayOf,
  enterShape,
  type FileLinking,
  FOREIGN,
  leave,
  libraryShape,
  type ModuleDeclaration,
  NOTHING,
  type Shape,
  THIS,
  type TypeBindings,
  type TypeScriptModule,
  unionShape,
} from './shapes.ts';

/** The shape of values of a written type. */
export function shapeOfType(
  linking: FileLinking,
  module: TypeScriptModule,
  type: TypeExpression,
  scope: number,
  meaning: TypeBindings,
): Shape | undefined {
  if (!enterShape(linking)) return undefined;
  // A table and not a list of cases: what a rare one needs must not spoil what was made quick for the others.
  const read = READERS[type[0]] as (where: TypeContext, type: TypeExpression) => Shape | undefined;
  return leave(linking, read({ linking, module, scope, meaning }, type));
}

interface TypeContext {
  linking: FileLinking;
  module: TypeScriptModule;
  scope: number;
  meaning: TypeBindings;
}

const inside = ({ linking, module, scope, meaning }: TypeContext, type: TypeExpression): Shape | undefined =>
  shapeOfType(linking, module, type, scope, meaning);

type TypeEvaluators = {
  [T in TypeExpression[0]]: (
    where: TypeContext,
    type: Extract<TypeExpression, [T, ...unknown[]]>,
  ) => Shape | undefined;
};

const READERS: TypeEvaluators = {
  plain: () => FOREIGN,
  literal: () => FOREIGN,
  unknown: () => undefined,
  this: ({ meaning }) => meaning.get(THIS),
  array: (where, [, element]) => arrayOf(inside(where, element)),
  tuple: (where, [, elements]) => ({ is: 'tuple', elements: elements.map((each) => inside(where, each)) }),
  union: (where, [, types]) => unionShape(types.map((each) => inside(where, each))),
  both: (where, [, types]) =>
    unionShape(types.map((each) => inside(where, each)).filter((each) => each !== undefined)),
  values: (where, [, value]) => libraryShape('Record', FOREIGN, inside(where, value)),
  declared: ({ module, meaning }, [, index]) => ({
    is: 'instance',
    of: { module, declaration: module.detail.declarations[index]! },
    meaning,
  }),
  index: (where, [, of, key]) => indexed(where, of, key),
  typeof({ linking, module, scope }, [, name]) {
    const entity = lookUpDotted(linking, module, name, scope, 'value');
    return entity && linking.ask.shapeOfEntity(linking, entity);
  },
  import: (where, type) => imported(where, type),
  name: (where, [, name, args]) => named(where, name, args ? args.map((each) => inside(where, each)) : NONE),
};

const NONE: readonly never[] = [];

function indexed(where: TypeContext, of: TypeExpression, key: TypeExpression): Shape | undefined {
  const { linking, module, scope, meaning } = where;
  const shape = shapeOfType(linking, module, of, scope, meaning);
  if (key[0] === 'literal') {
    const member = memberOf(linking, shape, key[1]);
    return member && linking.ask.shapeOfEntity(linking, member);
  }
  return key[0] === 'plain' && key[1] === 'number' ? linking.ask.elementOf(linking, shape) : undefined;
}

function imported(
  { linking, module, scope, meaning }: TypeContext,
  type: Extract<TypeExpression, ['import', ...unknown[]]>,
): Shape | undefined {
  const [, specifier, name, args = [], query] = type;
  const path = resolveModule(linking.world, module.path, specifier);
  if (!path) return FOREIGN;
  const [first, ...rest] = name.split('.');
  if (name === '') {
    const whole = wholeModule(linking, path);
    return query ? linking.ask.shapeOfEntity(linking, whole) : instanceOfEntity(linking, whole, []);
  }
  const space = query || rest.length > 0 ? 'value' : 'type';
  let entity = exported(linking, path, first!, space);
  for (const [i, step] of rest.entries())
    entity =
      entity &&
      memberOf(
        linking,
        linking.ask.shapeOfEntity(linking, entity),
        step,
        !query && i === rest.length - 1 ? 'type' : 'value',
      );
  if (!entity) return FOREIGN;
  if (query) return linking.ask.shapeOfEntity(linking, entity);
  return instanceOfEntity(
    linking,
    entity,
    args.map((each) => shapeOfType(linking, module, each, scope, meaning)),
  );
}

function named(
  { linking, module, scope, meaning }: TypeContext,
  name: string,
  args: readonly (Shape | undefined)[],
): Shape | undefined {
  const entity = name.includes('.')
    ? lookUpDotted(linking, module, name, scope, 'type')
    : lookUpName(linking, module, name, scope, 'type');
  if (!entity) return name.includes('.') ? FOREIGN : standard(name, args);
  const { declared } = entity;
  if (declared?.declaration.kind === 'type parameter') return parameter(linking, declared, meaning);
  return instanceOfEntity(linking, entity, args);
}

function parameter(
  linking: FileLinking,
  { declaration, module }: ModuleDeclaration,
  meaning: TypeBindings,
): Shape | undefined {
  const known = meaning.get(declaration);
  if (known) return known;
  const bound = declaration.type ?? declaration.supers?.[0];
  return bound && shapeOfType(linking, module, bound, declaration.at, meaning);
}

/** What a type that a name leads to makes of its values. */
function instanceOfEntity(
  linking: FileLinking,
  entity: TypeScriptEntity,
  args: readonly (Shape | undefined)[],
): Shape | undefined {
  const { declared } = entity;
  if (!declared) return entity.shape?.is === 'itself' ? { ...entity.shape, is: 'instance' } : entity.shape;
  const { declaration, module } = declared;
  switch (declaration.kind) {
    case 'class':
    case 'interface':
      return { is: 'instance', of: declared, meaning: typeBindingsOf(linking, declared, args) };
    case 'type':
      return (
        declaration.type &&
        shapeOfType(
          linking,
          module,
          declaration.type,
          declaration.at,
          typeBindingsOf(linking, declared, args),
        )
      );
    case 'enum':
      return FOREIGN;
    case 'function':
      return { is: 'instance', of: declared, meaning: NOTHING };
    case 'variable':
    case 'field': {
      const shape = linking.ask.shapeOfEntity(linking, entity);
      return shape?.is === 'itself' ? { ...shape, is: 'instance' } : shape;
    }
    default:
      return undefined;
  }
}

/** What the type parameters of a declaration stand for, given arguments. */
export function typeBindingsOf(
  linking: FileLinking,
  { declaration, module }: ModuleDeclaration,
  args: readonly (Shape | undefined)[],
): TypeBindings {
  const parameters = declaration.typeParameters ?? [];
  if (parameters.length === 0) return NOTHING;
  const meaning = new Map<Declaration, Shape>();
  for (let i = 0; i < parameters.length; i++) {
    const each = module.detail.declarations[parameters[i]!]!;
    const standard = each.supers?.[0];
    const shape =
      args[i] ?? (args.length <= i && standard && shapeOfType(linking, module, standard, each.at, meaning));
    if (shape) meaning.set(each, shape);
  }
  return meaning;
}

/** Types of the language itself. */
function standard(name: string, args: readonly (Shape | undefined)[]): Shape | undefined {
  const [first] = args;
  if (TRANSPARENT.has(name)) return first;
  switch (name) {
    case 'Awaited':
      return argumentOf(first, 'Promise') ?? first;
    case 'InstanceType':
      return first?.is === 'itself' ? { ...first, is: 'instance' } : undefined;
    case 'Function':
    case 'Object':
      return undefined;
  }
  return libraryType(name) ? libraryShape(name, ...args) : FOREIGN;
}
