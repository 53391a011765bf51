import type { CallExpression } from './detail.ts';
import { libraryType } from './library.ts';
import {
  argumentOf,
  arrayOf,
  bindTypes,
  type FileLinking,
  FOREIGN,
  instanceOf,
  isLibrary,
  kept,
  libraryModule,
  libraryShape,
  type ModuleDeclaration,
  NOTHING,
  once,
  type Place,
  placeOf,
  promiseOf,
  type Shape,
  type TypeBindings,
  type TypeScriptModule,
  unionShape,
} from './shapes.ts';
import { shapeOfType } from './types.ts';

/** A function that can be called, and what its type parameters stand for. */
export interface Callable {
  of: ModuleDeclaration;
  meaning: TypeBindings;
}

export function callSignature(linking: FileLinking, shape: Shape, constructs = false): Callable | undefined {
  if (shape.is === 'union') return firstSignature(linking, shape.shapes, constructs);
  if (shape.is !== 'instance' && shape.is !== 'itself') return undefined;
  const { of, meaning } = shape;
  const { kind, signature, members = [], extends: extended, supers = [] } = of.declaration;
  if (signature) return { of, meaning };
  const all = members.map((index) => of.module.detail.declarations[index]!);
  const called =
    shape.is === 'itself'
      ? all.find((each) => each.name === 'constructor' && each.kind === 'method')
      : all.find((each) => each.kind === 'lambda' && each.name === (constructs ? 'new' : 'call'));
  if (called) return { of: { module: of.module, declaration: called }, meaning };
  if (shape.is === 'itself' && extended) {
    const parent = linking.ask.shapeOf(placeOf(linking, of), extended);
    return parent && callSignature(linking, parent, constructs);
  }
  const parents = kind === 'interface' ? supers : [];
  const at = placeOf(linking, of, meaning);
  return firstSignature(
    linking,
    parents.map((type) => shapeOfType(at, type)),
    constructs,
  );
}

function firstSignature(
  linking: FileLinking,
  shapes: readonly (Shape | undefined)[],
  constructs: boolean,
): Callable | undefined {
  for (const each of shapes) {
    const found = each && callSignature(linking, each, constructs);
    if (found) return found;
  }
  return undefined;
}

export function callShape(linking: FileLinking, module: TypeScriptModule, index: number): Shape | undefined {
  const call = module.detail.calls[index]!;
  const at: Place = { linking, module, scope: call.scope, meaning: NOTHING };
  return kept(linking, call, () => once(linking, call, () => (call.new ? made(at, call) : given(at, call))));
}

function given(at: Place, call: CallExpression): Shape | undefined {
  const callee = at.linking.ask.shapeOf(at, call.callee);
  if (!callee || callee.is === 'foreign') return callee;
  const signature = signatureOfCall(at, call);
  return signature && resultOf(at.linking, signature);
}

function made(at: Place, { callee: value, types: written = [] }: CallExpression): Shape | undefined {
  const { linking } = at;
  const entity = linking.ask.entityOf(at, value);
  const callee = linking.ask.shapeNamed(at, value, entity);
  const types = written.map((type) => shapeOfType(at, type));
  const isOfLibrary = callee?.is === 'instance' && callee.of.module === libraryModule;
  if (value[0] === 'name' && (!callee || callee.is === 'foreign' || isOfLibrary) && libraryType(value[1]))
    return entity?.declared ? FOREIGN : libraryShape(value[1], ...types);
  if (!callee) return undefined;
  if (callee.is === 'foreign') return FOREIGN;
  if (callee.is === 'itself') return instanceOf(callee, types);
  if (callee.is === 'instance' && callee.of.declaration.kind === 'function') return callee;
  const signature = callSignature(linking, callee, true);
  return signature && resultOf(linking, withTypes(signature, types));
}

/** How a call's function is called there; type parameters stand for the types that are written out. */
export function signatureOfCall(at: Place, call: CallExpression): Callable | undefined {
  const { linking } = at;
  const callee = linking.ask.shapeNamed(at, call.callee);
  const signature = callee && callSignature(linking, callee, call.new);
  if (!signature || !call.types?.length) return signature;
  const types = call.types.map((type) => shapeOfType(at, type));
  const { of, meaning } = withTypes(signature, types);
  const ofClass = callee.is === 'itself' ? bindTypes(callee.of, types) : NOTHING;
  return { of, meaning: new Map([...meaning, ...ofClass]) };
}

function withTypes({ of, meaning }: Callable, types: readonly (Shape | undefined)[]): Callable {
  const own = bindTypes(of, types, of.declaration.signature?.typeParameters ?? []);
  return { of, meaning: new Map([...meaning, ...own]) };
}

export function returnOf(linking: FileLinking, shape: Shape): Shape | undefined {
  const signature = callSignature(linking, shape);
  return signature && resultOf(linking, signature);
}

function resultOf(linking: FileLinking, { of, meaning }: Callable): Shape | undefined {
  const at = placeOf(linking, of, meaning);
  const signature = of.declaration.signature!;
  const { returns, gives, generator, async: isAsync } = signature;
  if (returns) return shapeOfType(at, returns);
  if (!gives) return FOREIGN;
  const shape = once(linking, signature, () =>
    unionShape(gives.map((value) => linking.ask.shapeOf(at, value))),
  );
  if (generator) return arrayOf(undefined);
  return isAsync ? promiseOf(argumentOf(shape, 'Promise') ?? shape) : shape;
}

export function elementOf(linking: FileLinking, shape: Shape | undefined): Shape | undefined {
  if (!shape || shape.is === 'foreign') return shape;
  if (shape.is === 'union') return unionShape(shape.shapes.map((each) => elementOf(linking, each)));
  if (shape.is === 'tuple') return unionShape(shape.elements);
  if (isLibrary(shape, 'Map'))
    return { is: 'tuple', elements: [argumentOf(shape, 'Map'), argumentOf(shape, 'Map', 1)] };
  return argumentOf(shape, 'Record', 1) ?? argumentOf(shape, 'Array') ?? argumentOf(shape, 'Set');
}
