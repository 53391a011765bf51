import type { TypeExpression } from './detail.ts';
import { libraryType, TRANSPARENT } from './library.ts';
import { memberOf } from './members.ts';
import { resolveModule } from './modules.ts';
import { exported, lookUpDotted, membersOf, wholeModule } from './names.ts';
import {
  argumentOf,
  arrayOf,
  bindTypes,
  enterShape,
  type FileLinking,
  FOREIGN,
  leave,
  libraryShape,
  NOTHING,
  type Place,
  placeOf,
  type Shape,
  THIS,
  type TypeScriptEntity,
  unionShape,
} from './shapes.ts';

export function shapeOfType(at: Place, type: TypeExpression): Shape | undefined {
  if (!enterShape(at.linking)) return undefined;
  // A table and not a list of cases: what a rare one needs must not spoil what was made quick for the others.
  const read = READERS[type[0]] as (at: Place, type: TypeExpression) => Shape | undefined;
  return leave(at.linking, read(at, type));
}

type TypeEvaluators = {
  [T in TypeExpression[0]]: (
    at: Place,
    type: Extract<TypeExpression, [T, ...unknown[]]>,
  ) => Shape | undefined;
};

const READERS: TypeEvaluators = {
  plain: () => FOREIGN,
  literal: () => FOREIGN,
  unknown: () => undefined,
  this: ({ meaning }) => meaning.get(THIS),
  array: (at, [, element]) => arrayOf(shapeOfType(at, element)),
  tuple: (at, [, elements]) => ({ is: 'tuple', elements: elements.map((each) => shapeOfType(at, each)) }),
  union: (at, [, types]) => unionShape(types.map((each) => shapeOfType(at, each))),
  both: (at, [, types]) => unionShape(types.flatMap((each) => shapeOfType(at, each) ?? [])),
  values: (at, [, value]) => libraryShape('Record', FOREIGN, shapeOfType(at, value)),
  declared: ({ module, meaning }, [, index]) => ({
    is: 'instance',
    of: { module, declaration: module.detail.declarations[index]! },
    meaning,
  }),
  index: (at, [, of, key]) => indexed(at, of, key),
  typeof(at, [, name]) {
    const entity = lookUpDotted(at, name, 'value');
    return entity && at.linking.ask.shapeOfEntity(at.linking, entity);
  },
  import: (at, type) => imported(at, type),
  name: (at, [, name, args = []]) =>
    named(
      at,
      name,
      args.map((each) => shapeOfType(at, each)),
    ),
};

function indexed(at: Place, of: TypeExpression, key: TypeExpression): Shape | undefined {
  const { linking } = at;
  const shape = shapeOfType(at, of);
  if (key[0] === 'literal') {
    const member = memberOf(linking, shape, key[1]);
    return member && linking.ask.shapeOfEntity(linking, member);
  }
  return key[0] === 'plain' && key[1] === 'number' ? linking.ask.elementOf(linking, shape) : undefined;
}

function imported(
  at: Place,
  [, specifier, name, args = [], query]: Extract<TypeExpression, ['import', ...unknown[]]>,
): Shape | undefined {
  const { linking, module } = at;
  const path = resolveModule(linking.world, module.path, specifier);
  if (!path) return FOREIGN;
  const [first = '', ...rest] = name.split('.');
  const space = query ? 'value' : 'type';
  const start =
    name === ''
      ? wholeModule(linking, path)
      : exported(linking, path, first, rest.length > 0 ? 'value' : space);
  const entity = membersOf(linking, start, rest, space);
  if (!entity) return FOREIGN;
  if (query) return linking.ask.shapeOfEntity(linking, entity);
  return instanceOfEntity(
    linking,
    entity,
    args.map((each) => shapeOfType(at, each)),
  );
}

function named(at: Place, name: string, args: readonly (Shape | undefined)[]): Shape | undefined {
  const { linking, meaning } = at;
  const entity = lookUpDotted(at, name, 'type');
  if (!entity) return name.includes('.') ? FOREIGN : standard(name, args);
  const { declared } = entity;
  if (declared?.declaration.kind !== 'type parameter') return instanceOfEntity(linking, entity, args);
  const { type, supers } = declared.declaration;
  const bound = type ?? supers?.[0];
  return (
    meaning.get(declared.declaration) ?? (bound && shapeOfType(placeOf(linking, declared, meaning), bound))
  );
}

/** What a type that a name leads to makes of its values. */
function instanceOfEntity(
  linking: FileLinking,
  entity: TypeScriptEntity,
  args: readonly (Shape | undefined)[],
): Shape | undefined {
  const { declared } = entity;
  if (!declared) return asInstance(entity.shape);
  switch (declared.declaration.kind) {
    case 'class':
    case 'interface':
      return { is: 'instance', of: declared, meaning: bindTypes(declared, args) };
    case 'type': {
      const { type } = declared.declaration;
      return type && shapeOfType(placeOf(linking, declared, bindTypes(declared, args)), type);
    }
    case 'enum':
      return FOREIGN;
    case 'function':
      return { is: 'instance', of: declared, meaning: NOTHING };
    case 'variable':
    case 'field':
      return asInstance(linking.ask.shapeOfEntity(linking, entity));
    default:
      return undefined;
  }
}

const asInstance = (shape: Shape | undefined): Shape | undefined =>
  shape?.is === 'itself' ? { ...shape, is: 'instance' } : shape;

/** Types of the language itself. */
function standard(name: string, args: readonly (Shape | undefined)[]): Shape | undefined {
  const [first] = args;
  if (TRANSPARENT.has(name)) return first;
  switch (name) {
    case 'Awaited':
      return argumentOf(first, 'Promise') ?? first;
    case 'InstanceType':
      return first?.is === 'itself' ? asInstance(first) : undefined;
    case 'Function':
    case 'Object':
      return undefined;
  }
  return libraryType(name) ? libraryShape(name, ...args) : FOREIGN;
}
