import type { Declaration, TypeExpression } from './detail.ts';
import { exported, foreignShape, type NameSpace, type TypeScriptEntity } from './names.ts';
import {
  argumentOf,
  enterShape,
  type FileLinking,
  isLibrary,
  leave,
  libraryModule,
  type ModuleDeclaration,
  NOTHING,
  type Shape,
  THIS,
  type TypeBindings,
} from './shapes.ts';

/** The member of a value by its name. */
export function memberOf(
  linking: FileLinking,
  shape: Shape | undefined,
  name: string,
  space: NameSpace = 'value',
): TypeScriptEntity | undefined {
  return shape && enterShape(linking) ? leave(linking, find(linking, shape, name, space)) : undefined;
}

function find(
  linking: FileLinking,
  shape: Shape,
  name: string,
  space: NameSpace,
): TypeScriptEntity | undefined {
  switch (shape.is) {
    case 'foreign':
      return foreignShape;
    case 'module':
      return exported(linking, shape.path, name, space) ?? foreignShape;
    case 'tuple':
      return foreignShape;
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
  linking: FileLinking,
  { of, meaning }: Extract<Shape, { is: 'itself' }>,
  name: string,
  space: NameSpace,
): TypeScriptEntity | undefined {
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
  const merged = memberOfMerged(linking, of, name, space);
  if (merged) return merged;
  if (declaration.extends)
    return memberOf(
      linking,
      linking.ask.shapeOf(linking, module, declaration.extends, declaration.at),
      name,
      space,
    );
  return declaration.kind === 'class' || declaration.kind === 'function' ? foreignShape : undefined;
}

/** A class, function, variable or enum may go on as a namespace of the same name. */
function memberOfMerged(
  linking: FileLinking,
  { declaration, module }: ModuleDeclaration,
  name: string,
  space: NameSpace,
): TypeScriptEntity | undefined {
  if (declaration.scope === -1) return undefined;
  for (const index of module.find(declaration.name, declaration.scope)) {
    const other = module.detail.declarations[index]!;
    if (other === declaration || other.kind !== 'namespace') continue;
    const shape = { is: 'itself', of: { module, declaration: other }, meaning: NOTHING } as const;
    const found = memberOfItself(linking, shape, name, space);
    if (found) return found;
  }
  return undefined;
}

function memberOfInstance(
  linking: FileLinking,
  shape: Extract<Shape, { is: 'instance' }>,
  name: string,
  seen: Set<Declaration>,
): TypeScriptEntity | undefined {
  const { of, meaning } = shape;
  const { declaration, module } = of;
  if (seen.has(declaration)) return undefined;
  seen.add(declaration);
  if (isLibrary(shape, 'Record')) return { meaning: NOTHING, ...shaped(argumentOf(shape, 'Record', 1)) };
  const own = ownMember(of, name);
  if (own) return { declared: { module, declaration: own }, meaning: withThis(meaning, shape) };
  if (module === libraryModule) return foreignShape;
  for (const spread of declaration.kind === 'object' ? (declaration.values ?? []) : []) {
    const found = memberOf(linking, linking.ask.shapeOf(linking, module, spread, declaration.at), name);
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
  if (declaration.signature && declaration.kind !== 'object')
    return memberOfMerged(linking, of, name, 'value') ?? foreignShape;
  return outside || OBJECT.has(name) ? foreignShape : undefined;
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

const withThis = (meaning: TypeBindings, shape: Shape): TypeBindings =>
  new Map(meaning).set(THIS, meaning.get(THIS) && shape.is !== 'instance' ? meaning.get(THIS)! : shape);

function ownMember({ declaration, module }: ModuleDeclaration, name: string): Declaration | undefined {
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
function* parentsOf(linking: FileLinking, of: ModuleDeclaration, meaning: TypeBindings): Generator<Shape> {
  const { declaration, module } = of;
  if (declaration.extends) yield* extended(linking, of, meaning);
  for (const type of declaration.supers ?? []) {
    if (declaration.kind === 'type parameter') continue;
    const shape = linking.ask.shapeOfType(linking, module, type, declaration.at, meaning);
    if (shape) yield shape;
  }
  if (declaration.kind !== 'class' && declaration.kind !== 'interface') return;
  if (declaration.scope === -1) return;
  for (const index of module.find(declaration.name, declaration.scope)) {
    const other = module.detail.declarations[index]!;
    if (other !== declaration && (other.kind === 'class' || other.kind === 'interface'))
      yield { is: 'instance', of: { module, declaration: other }, meaning };
  }
}

function* extended(
  linking: FileLinking,
  { declaration, module }: ModuleDeclaration,
  meaning: TypeBindings,
): Generator<Shape> {
  const entity = linking.ask.entityOf(linking, module, declaration.extends!, declaration.at);
  const parent = entity?.declared;
  if (parent?.declaration.kind === 'class') {
    const args = argumentsOf(declaration.supers?.[0], declaration.extends!);
    const known = args
      ? linking.ask.typeBindingsOf(
          linking,
          parent,
          args.map((type) => linking.ask.shapeOfType(linking, module, type, declaration.at, meaning)),
        )
      : NOTHING;
    yield { is: 'instance', of: parent, meaning: known };
    return;
  }
  const shape = entity
    ? linking.ask.shapeOfEntity(linking, entity)
    : linking.ask.shapeOf(linking, module, declaration.extends!, declaration.at);
  if (shape) yield instanceOf(linking, shape) ?? shape;
}

function argumentsOf(
  type: TypeExpression | undefined,
  of: readonly unknown[],
): readonly TypeExpression[] | undefined {
  return type?.[0] === 'name' && of[0] === 'name' && type[1] === of[1] ? type[2] : undefined;
}

/** What `new` makes of a shape. */
export function instanceOf(
  linking: FileLinking,
  shape: Shape,
  args: readonly (Shape | undefined)[] = [],
): Shape | undefined {
  if (shape.is === 'union') return shape.shapes.map((each) => instanceOf(linking, each, args)).find(Boolean);
  if (shape.is !== 'itself') return undefined;
  return {
    is: 'instance',
    of: shape.of,
    meaning: args.length > 0 ? linking.ask.typeBindingsOf(linking, shape.of, args) : shape.meaning,
  };
}
