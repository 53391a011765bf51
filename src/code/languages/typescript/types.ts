import type { Declaration, Type } from './detail.ts';
import { libraryType, TRANSPARENT } from './library.ts';
import { memberOf } from './members.ts';
import { resolveModule } from './modules.ts';
import { type Entity, exported, lookUp, lookUpDotted } from './names.ts';
import {
  argumentOf,
  arrayOf,
  type Declared,
  enter,
  FOREIGN,
  type Linking,
  leave,
  libraryShape,
  type Meaning,
  type Module,
  NOTHING,
  oneOf,
  type Shape,
  THIS,
} from './shapes.ts';
import { elementOf, returnOf } from './signatures.ts';
import { shapeOfEntity } from './values.ts';

/** The shape of values of a written type. */
export function shapeOfType(
  linking: Linking,
  module: Module,
  type: Type,
  scope: number,
  meaning: Meaning,
): Shape | undefined {
  if (!enter(linking)) return undefined;
  // A table and not a list of cases: what a rare one needs must not spoil what was made quick for the others.
  const read = READERS[type[0]] as (where: Where, type: Type) => Shape | undefined;
  return leave(linking, read({ linking, module, scope, meaning }, type));
}

interface Where {
  linking: Linking;
  module: Module;
  scope: number;
  meaning: Meaning;
}

const inside = ({ linking, module, scope, meaning }: Where, type: Type): Shape | undefined =>
  shapeOfType(linking, module, type, scope, meaning);

type Readers = {
  [T in Type[0]]: (where: Where, type: Extract<Type, [T, ...unknown[]]>) => Shape | undefined;
};

const READERS: Readers = {
  plain: () => FOREIGN,
  literal: () => FOREIGN,
  unknown: () => undefined,
  this: ({ meaning }) => meaning.get(THIS),
  array: (where, [, element]) => arrayOf(inside(where, element)),
  tuple: (where, [, elements]) => ({ is: 'tuple', elements: elements.map((each) => inside(where, each)) }),
  union: (where, [, types]) => oneOf(types.map((each) => inside(where, each))),
  both: (where, [, types]) =>
    oneOf(types.map((each) => inside(where, each)).filter((each) => each !== undefined)),
  values: (where, [, value]) => libraryShape('Record', FOREIGN, inside(where, value)),
  declared: ({ module, meaning }, [, index]) => ({
    is: 'instance',
    of: { module, declaration: module.detail.declarations[index]! },
    meaning,
  }),
  index: (where, [, of, key]) => indexed(where, of, key),
  typeof({ linking, module, scope }, [, name]) {
    const entity = lookUpDotted(linking, module, name, scope, 'value');
    return entity && shapeOfEntity(linking, entity);
  },
  import: (where, type) => imported(where, type),
  name: (where, [, name, args]) => named(where, name, args ? args.map((each) => inside(where, each)) : NONE),
};

const NONE: readonly never[] = [];

function indexed(where: Where, of: Type, key: Type): Shape | undefined {
  const { linking, module, scope, meaning } = where;
  const shape = shapeOfType(linking, module, of, scope, meaning);
  if (key[0] === 'literal') {
    const member = memberOf(linking, shape, key[1]);
    return member && shapeOfEntity(linking, member);
  }
  return key[0] === 'plain' && key[1] === 'number' ? elementOf(linking, shape) : undefined;
}

function imported(
  { linking, module, scope, meaning }: Where,
  type: Extract<Type, ['import', ...unknown[]]>,
): Shape | undefined {
  const [, specifier, name, args = [], query] = type;
  const path = resolveModule(linking.world, module.path, specifier);
  if (!path) return FOREIGN;
  const [first, ...rest] = name.split('.');
  if (name === '') return { is: 'module', path };
  const space = query || rest.length > 0 ? 'value' : 'type';
  let entity = exported(linking, path, first!, space);
  for (const [i, step] of rest.entries())
    entity =
      entity &&
      memberOf(
        linking,
        shapeOfEntity(linking, entity),
        step,
        !query && i === rest.length - 1 ? 'type' : 'value',
      );
  if (!entity) return FOREIGN;
  if (query) return shapeOfEntity(linking, entity);
  return instanceOfEntity(
    linking,
    entity,
    args.map((each) => shapeOfType(linking, module, each, scope, meaning)),
  );
}

function named(
  { linking, module, scope, meaning }: Where,
  name: string,
  args: readonly (Shape | undefined)[],
): Shape | undefined {
  const entity = name.includes('.')
    ? lookUpDotted(linking, module, name, scope, 'type')
    : lookUp(linking, module, name, scope, 'type');
  if (!entity) return name.includes('.') ? FOREIGN : standard(linking, name, args);
  const { declared } = entity;
  if (declared?.declaration.kind === 'type parameter') return parameter(linking, declared, meaning);
  return instanceOfEntity(linking, entity, args);
}

function parameter(linking: Linking, { declaration, module }: Declared, meaning: Meaning): Shape | undefined {
  const known = meaning.get(declaration);
  if (known) return known;
  const bound = declaration.type ?? declaration.supers?.[0];
  return bound && shapeOfType(linking, module, bound, declaration.at, meaning);
}

/** What a type that a name leads to makes of its values. */
function instanceOfEntity(
  linking: Linking,
  entity: Entity,
  args: readonly (Shape | undefined)[],
): Shape | undefined {
  const { declared } = entity;
  if (!declared) return entity.shape?.is === 'itself' ? { ...entity.shape, is: 'instance' } : entity.shape;
  const { declaration, module } = declared;
  switch (declaration.kind) {
    case 'class':
    case 'interface':
      return { is: 'instance', of: declared, meaning: meaningOf(linking, declared, args) };
    case 'type':
      return (
        declaration.type &&
        shapeOfType(linking, module, declaration.type, declaration.at, meaningOf(linking, declared, args))
      );
    case 'enum':
      return FOREIGN;
    case 'variable':
    case 'field': {
      const shape = shapeOfEntity(linking, entity);
      return shape?.is === 'itself' ? { ...shape, is: 'instance' } : shape;
    }
    default:
      return undefined;
  }
}

/** What the type parameters of a declaration stand for, given arguments. */
export function meaningOf(
  linking: Linking,
  { declaration, module }: Declared,
  args: readonly (Shape | undefined)[],
): Meaning {
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
function standard(linking: Linking, name: string, args: readonly (Shape | undefined)[]): Shape | undefined {
  const [first] = args;
  if (TRANSPARENT.has(name)) return first;
  switch (name) {
    case 'ReturnType':
      return first && returnOf(linking, first);
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
