import type { Declaration, Type } from './detail.ts';
import { type Entity, exported, foreign, type Space } from './names.ts';
import {
  argumentOf,
  type Declared,
  enter,
  isLibrary,
  type Linking,
  leave,
  libraryModule,
  type Meaning,
  NOTHING,
  type Shape,
  THIS,
} from './shapes.ts';
import { meaningOf, shapeOfType } from './types.ts';
import { entityOf, shapeOf, shapeOfEntity } from './values.ts';

/** The member of a value by its name. */
export function memberOf(
  linking: Linking,
  shape: Shape | undefined,
  name: string,
  space: Space = 'value',
): Entity | undefined {
  return shape && enter(linking) ? leave(linking, find(linking, shape, name, space)) : undefined;
}

function find(linking: Linking, shape: Shape, name: string, space: Space): Entity | undefined {
  switch (shape.is) {
    case 'foreign':
      return foreign;
    case 'module':
      return exported(linking, shape.path, name, space) ?? foreign;
    case 'tuple':
      return foreign;
    case 'union': {
      const found = shape.shapes.map((each) => memberOf(linking, each, name, space));
      return found.find((each) => each?.declared) ?? found.find((each) => each !== undefined);
    }
    case 'itself':
      return memberOfItself(linking, shape, name, space);
    case 'instance':
      return memberOfInstance(linking, shape, name, new Set());
  }
}

function memberOfItself(
  linking: Linking,
  { of, meaning }: Extract<Shape, { is: 'itself' }>,
  name: string,
  space: Space,
): Entity | undefined {
  const { declaration, module } = of;
  const { declarations } = module.detail;
  const members = (declaration.members ?? []).map((index) => declarations[index]!);
  if (declaration.kind === 'namespace') {
    const fitting = members.filter((each) => each.name === name);
    const found =
      fitting.find((each) => (space === 'type') === ['interface', 'type'].includes(each.kind)) ?? fitting[0];
    return found && { declared: { module, declaration: found }, meaning: NOTHING };
  }
  const own = members.find((each) => each.static && each.name === name);
  if (own) return { declared: { module, declaration: own }, meaning };
  // A class, function or enum may go on as a namespace of the same name.
  const merged = declaration.scope === -1 ? [] : module.find(declaration.name, declaration.scope);
  for (const index of merged) {
    const other = declarations[index]!;
    if (other !== declaration && other.kind === 'namespace')
      return memberOfItself(
        linking,
        { is: 'itself', of: { module, declaration: other }, meaning },
        name,
        space,
      );
  }
  if (declaration.extends)
    return memberOf(linking, shapeOf(linking, module, declaration.extends, declaration.at), name, space);
  return declaration.kind === 'class' || declaration.kind === 'function' ? foreign : undefined;
}

function memberOfInstance(
  linking: Linking,
  shape: Extract<Shape, { is: 'instance' }>,
  name: string,
  seen: Set<Declaration>,
): Entity | undefined {
  const { of, meaning } = shape;
  const { declaration, module } = of;
  if (seen.has(declaration)) return undefined;
  seen.add(declaration);
  if (isLibrary(shape, 'Record')) return { meaning: NOTHING, ...shaped(argumentOf(shape, 'Record', 1)) };
  const own = ownMember(of, name);
  if (own) return { declared: { module, declaration: own }, meaning: withThis(meaning, shape) };
  if (module === libraryModule) return foreign;
  for (const spread of declaration.kind === 'object' ? (declaration.values ?? []) : []) {
    const found = memberOf(linking, shapeOf(linking, module, spread, declaration.at), name);
    if (found?.declared) return found;
  }
  let outside = false;
  for (const parent of parentsOf(linking, of, meaning)) {
    const found =
      parent.is === 'instance'
        ? memberOfInstance(linking, parent, name, seen)
        : memberOf(linking, parent, name);
    if (found?.declared) return { ...found, meaning: withThis(found.meaning, shape) };
    if (found) outside = true;
  }
  if (declaration.signature && declaration.kind !== 'object') return memberOfFunction(of, meaning, name);
  return outside || OBJECT.has(name) ? foreign : undefined;
}

/** What every object has. */
const OBJECT = new Set([
  'hasOwnProperty',
  'toString',
  'valueOf',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
]);

const shaped = (shape: Shape | undefined): { shape?: Shape } => (shape ? { shape } : {});

const withThis = (meaning: Meaning, shape: Shape): Meaning =>
  new Map(meaning).set(THIS, meaning.get(THIS) && shape.is !== 'instance' ? meaning.get(THIS)! : shape);

function ownMember({ declaration, module }: Declared, name: string): Declaration | undefined {
  const members = indexOf(declaration, module.detail.declarations);
  return members.get(name);
}

const indexes = new WeakMap<Declaration, Map<string, Declaration>>();

function indexOf(declaration: Declaration, declarations: readonly Declaration[]): Map<string, Declaration> {
  const known = indexes.get(declaration);
  if (known) return known;
  const index = new Map<string, Declaration>();
  for (const each of declaration.members ?? []) {
    const member = declarations[each]!;
    if (member.static && declaration.kind === 'class') continue;
    const before = index.get(member.name);
    // Of overloads the one with a body counts; of accessors the one that gives a value.
    if (!before || member.getter || (before.kind === 'method' && member.signature?.gives))
      index.set(member.name, member);
  }
  indexes.set(declaration, index);
  return index;
}

/** What a class or an interface is made from, and its other declarations of the same name. */
function* parentsOf(linking: Linking, of: Declared, meaning: Meaning): Generator<Shape> {
  const { declaration, module } = of;
  if (declaration.extends) yield* extended(linking, of, meaning);
  for (const type of declaration.supers ?? []) {
    if (declaration.kind === 'type parameter') continue;
    const shape = shapeOfType(linking, module, type, declaration.at, meaning);
    if (shape) yield shape;
  }
  if (declaration.kind !== 'class' && declaration.kind !== 'interface') return;
  if (declaration.scope === -1) return;
  for (const index of module.find(declaration.name, declaration.scope)) {
    const other = module.detail.declarations[index]!;
    if (other !== declaration && (other.kind === 'class' || other.kind === 'interface'))
      yield { is: 'instance', of: { module, declaration: other }, meaning: renamed(of, other, meaning) };
  }
}

/** Declarations that are merged have type parameters of their own. */
function renamed({ declaration, module }: Declared, other: Declaration, meaning: Meaning): Meaning {
  const { declarations } = module.detail;
  const shapes = new Map<Declaration, Shape>();
  other.typeParameters?.forEach((parameter, i) => {
    const shape = meaning.get(declarations[declaration.typeParameters?.[i] ?? -1]!);
    if (shape) shapes.set(declarations[parameter]!, shape);
  });
  return shapes;
}

function* extended(linking: Linking, { declaration, module }: Declared, meaning: Meaning): Generator<Shape> {
  const entity = entityOf(linking, module, declaration.extends!, declaration.at);
  const parent = entity?.declared;
  if (parent?.declaration.kind === 'class') {
    const args = argumentsOf(declaration.supers?.[0], declaration.extends!);
    const known = args
      ? meaningOf(
          linking,
          parent,
          args.map((type) => shapeOfType(linking, module, type, declaration.at, meaning)),
        )
      : NOTHING;
    yield { is: 'instance', of: parent, meaning: known };
    return;
  }
  const shape = entity
    ? shapeOfEntity(linking, entity)
    : shapeOf(linking, module, declaration.extends!, declaration.at);
  if (shape) yield instanceOf(linking, shape) ?? shape;
}

function argumentsOf(type: Type | undefined, of: readonly unknown[]): readonly Type[] | undefined {
  return type?.[0] === 'name' && of[0] === 'name' && type[1] === of[1] ? type[2] : undefined;
}

/** What `new` makes of a shape. */
export function instanceOf(
  linking: Linking,
  shape: Shape,
  args: readonly (Shape | undefined)[] = [],
): Shape | undefined {
  if (shape.is === 'union') return shape.shapes.map((each) => instanceOf(linking, each, args)).find(Boolean);
  if (shape.is !== 'itself') return undefined;
  return {
    is: 'instance',
    of: shape.of,
    meaning: args.length > 0 ? meaningOf(linking, shape.of, args) : shape.meaning,
  };
}

function memberOfFunction(of: Declared, meaning: Meaning, name: string): Entity | undefined {
  // `bind` gives the function again; what `call` and `apply` give is what it returns.
  if (name === 'bind' || name === 'call' || name === 'apply')
    return {
      meaning,
      shape: {
        is: 'instance',
        of: name === 'bind' ? { module: of.module, declaration: bound(of) } : of,
        meaning,
      },
    };
  return foreign;
}

const bounds = new WeakMap<Declaration, Declaration>();

function bound({ declaration, module }: Declared): Declaration {
  const known = bounds.get(declaration);
  if (known) return known;
  const index = module.detail.declarations.indexOf(declaration);
  const made: Declaration = {
    kind: 'lambda',
    name: '',
    scope: -1,
    at: declaration.at,
    signature: { parameters: [], gives: [['declared', index]] },
  };
  bounds.set(declaration, made);
  return made;
}
