import type { Declaration, TypeExpression } from './detail.ts';
import { exported, type NameSpace } from './names.ts';
import {
  argumentOf,
  bindTypes,
  enterShape,
  type FileLinking,
  foreignShape,
  instanceOf,
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
  const { name: own, scope } = of.declaration;
  for (const index of scope === -1 ? [] : of.module.find(own, scope)) {
    const declaration = of.module.detail.declarations[index]!;
    if (declaration.kind !== 'namespace' || declaration === of.declaration) continue;
    const other: ShapeOf<'itself'> = { is: 'itself', of: { ...of, declaration }, meaning: NOTHING };
    const found = memberOfItself(linking, other, name, space);
    if (found) return found;
  }
  return undefined;
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

/** What a class or an interface is made from. */
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
}

function parentOf(linking: FileLinking, of: ModuleDeclaration, meaning: TypeBindings): Shape | undefined {
  const { supers, extends: extended } = of.declaration;
  const entity = linking.ask.entityOf(placeOf(linking, of), extended!);
  const parent = entity?.declared;
  if (parent?.declaration.kind === 'class') {
    const at = placeOf(linking, of, meaning);
    const types = argumentsOf(supers?.[0], extended!)?.map((type) => linking.ask.shapeOfType(at, type));
    const known = types ? bindTypes(parent, types) : NOTHING;
    return { is: 'instance', of: parent, meaning: known };
  }
  const shape = linking.ask.shapeNamed(placeOf(linking, of), extended!, entity);
  return shape && (instanceOf(shape) ?? shape);
}

const argumentsOf = (
  type: TypeExpression | undefined,
  of: readonly unknown[],
): readonly TypeExpression[] | undefined =>
  type?.[0] === 'name' && of[0] === 'name' && type[1] === of[1] ? type[2] : undefined;
