import type { Declaration, TypeExpression } from './detail.ts';
import { exported, type NameSpace } from './names.ts';
import {
  argumentOf,
  enterShape,
  type FileLinking,
  foreignShape,
  isLibrary,
  leave,
  libraryModule,
  type ModuleDeclaration,
  NOTHING,
  placeOf,
  type Shape,
  shaped,
  THIS,
  type TypeBindings,
  type TypeScriptEntity,
} from './shapes.ts';

type ShapeOf<Is extends Shape['is']> = Extract<Shape, { is: Is }>;

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
    case 'tuple':
      return foreignShape;
    case 'module':
      return exported(linking, shape.path, name, space) ?? foreignShape;
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
  { of, meaning }: ShapeOf<'itself'>,
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
  if (declaration.extends) {
    const parent = linking.ask.shapeOf(placeOf(linking, of), declaration.extends);
    return memberOf(linking, parent, name, space);
  }
  return declaration.kind === 'class' || declaration.kind === 'function' ? foreignShape : undefined;
}

/** A class, function, variable or enum may go on as a namespace of the same name. */
function memberOfMerged(
  linking: FileLinking,
  of: ModuleDeclaration,
  name: string,
  space: NameSpace,
): TypeScriptEntity | undefined {
  for (const other of namesakes(of, ['namespace'])) {
    const found = memberOfItself(linking, { is: 'itself', of: other, meaning: NOTHING }, name, space);
    if (found) return found;
  }
  return undefined;
}

/** Other declarations of the same name next to one, of some kinds. */
function namesakes(
  { declaration, module }: ModuleDeclaration,
  kinds: readonly Declaration['kind'][],
): ModuleDeclaration[] {
  const { name, scope } = declaration;
  const all = scope === -1 ? [] : module.find(name, scope).map((index) => module.detail.declarations[index]!);
  return all.flatMap((other) =>
    other !== declaration && kinds.includes(other.kind) ? [{ module, declaration: other }] : [],
  );
}

function memberOfInstance(
  linking: FileLinking,
  shape: ShapeOf<'instance'>,
  name: string,
  seen: Set<Declaration>,
): TypeScriptEntity | undefined {
  const { of, meaning } = shape;
  const { declaration, module } = of;
  if (seen.has(declaration)) return undefined;
  seen.add(declaration);
  if (isLibrary(shape, 'Record')) return shaped(argumentOf(shape, 'Record', 1));
  const own = indexOf(of).get(name);
  if (own) return { declared: { module, declaration: own }, meaning: withThis(meaning, shape) };
  if (module === libraryModule) return foreignShape;
  for (const spread of declaration.kind === 'object' ? (declaration.values ?? []) : []) {
    const found = memberOf(linking, linking.ask.shapeOf(placeOf(linking, of), spread), name);
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
  return outside || Object.hasOwn(Object.prototype, name) ? foreignShape : undefined;
}

const withThis = (meaning: TypeBindings, shape: Shape): TypeBindings => new Map(meaning).set(THIS, shape);

const indexes = new WeakMap<Declaration, Map<string, Declaration>>();

/** The members of an instance by their names. */
function indexOf({ declaration, module }: ModuleDeclaration): Map<string, Declaration> {
  const known = indexes.get(declaration);
  if (known) return known;
  const index = new Map<string, Declaration>();
  for (const each of declaration.members ?? []) {
    const member = module.detail.declarations[each]!;
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
  const { kind, supers = [], extends: extended } = of.declaration;
  if (extended) {
    const parent = parentOf(linking, of, meaning);
    if (parent) yield parent;
  }
  for (const type of kind === 'type parameter' ? [] : supers) {
    const shape = linking.ask.shapeOfType(placeOf(linking, of, meaning), type);
    if (shape) yield shape;
  }
  if (kind !== 'class' && kind !== 'interface') return;
  for (const other of namesakes(of, ['class', 'interface'])) yield { is: 'instance', of: other, meaning };
}

function parentOf(linking: FileLinking, of: ModuleDeclaration, meaning: TypeBindings): Shape | undefined {
  const { supers, extends: extended } = of.declaration;
  const entity = linking.ask.entityOf(placeOf(linking, of), extended!);
  const parent = entity?.declared;
  if (parent?.declaration.kind === 'class') {
    const at = placeOf(linking, of, meaning);
    const types = argumentsOf(supers?.[0], extended!)?.map((type) => linking.ask.shapeOfType(at, type));
    const known = types ? linking.ask.typeBindingsOf(linking, parent, types) : NOTHING;
    return { is: 'instance', of: parent, meaning: known };
  }
  const shape = linking.ask.shapeNamed(placeOf(linking, of), extended!, entity);
  return shape && (instanceOf(linking, shape) ?? shape);
}

const argumentsOf = (
  type: TypeExpression | undefined,
  of: readonly unknown[],
): readonly TypeExpression[] | undefined =>
  type?.[0] === 'name' && of[0] === 'name' && type[1] === of[1] ? type[2] : undefined;

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
