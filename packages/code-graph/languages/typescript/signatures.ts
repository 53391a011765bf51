import type { CallExpression } from './detail.ts';
import { libraryType } from './library.ts';
import { instanceOf } from './members.ts';
import {
  argumentOf,
  arrayOf,
  type FileLinking,
  FOREIGN,
  isLibrary,
  libraryModule,
  libraryShape,
  type ModuleDeclaration,
  memoized,
  once,
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

/** How a value is called. */
export function callSignature(linking: FileLinking, shape: Shape, constructs = false): Callable | undefined {
  if (shape.is === 'union') {
    for (const each of shape.shapes) {
      const found = callSignature(linking, each, constructs);
      if (found) return found;
    }
    return undefined;
  }
  if (shape.is !== 'instance' && shape.is !== 'itself') return undefined;
  const { of, meaning } = shape;
  const { declarations } = of.module.detail;
  if (of.declaration.signature) return { of, meaning };
  const members = (of.declaration.members ?? []).map((index) => declarations[index]!);
  const called =
    shape.is === 'itself'
      ? members.find(({ name, kind }) => name === 'constructor' && kind === 'method')
      : members.find(({ kind, name }) => kind === 'lambda' && name === (constructs ? 'new' : 'call'));
  if (called) return { of: { module: of.module, declaration: called }, meaning };
  if (shape.is === 'itself' && of.declaration.extends) {
    const parent = linking.ask.shapeOf(linking, of.module, of.declaration.extends, of.declaration.at);
    return parent && callSignature(linking, parent, constructs);
  }
  for (const type of of.declaration.supers ?? []) {
    const parent =
      of.declaration.kind === 'interface'
        ? shapeOfType(linking, of.module, type, of.declaration.at, meaning)
        : undefined;
    const found = parent && callSignature(linking, parent, constructs);
    if (found) return found;
  }
  return undefined;
}

/** What a call gives. */
export function callShape(linking: FileLinking, module: TypeScriptModule, index: number): Shape | undefined {
  const call = module.detail.calls[index]!;
  return memoized(linking, linking.calls, call, () =>
    call.new ? made(linking, module, call) : given(linking, module, index, call),
  );
}

function given(
  linking: FileLinking,
  module: TypeScriptModule,
  index: number,
  call: CallExpression,
): Shape | undefined {
  const callee = linking.ask.shapeOf(linking, module, call.callee, call.scope);
  if (!callee || callee.is === 'foreign') return callee;
  const signature = signatureOfCall(linking, module, index);
  return signature && resultOf(linking, signature);
}

function made(linking: FileLinking, module: TypeScriptModule, call: CallExpression): Shape | undefined {
  const entity = linking.ask.entityOf(linking, module, call.callee, call.scope);
  const callee = entity
    ? linking.ask.shapeOfEntity(linking, entity)
    : linking.ask.shapeOf(linking, module, call.callee, call.scope);
  const types = (call.types ?? []).map((type) => shapeOfType(linking, module, type, call.scope, NONE));
  if (
    call.callee[0] === 'name' &&
    (!callee || callee.is === 'foreign' || isLibraryConstructor(callee)) &&
    libraryType(call.callee[1])
  )
    return entity?.declared ? FOREIGN : libraryShape(call.callee[1], ...types);
  if (!callee) return undefined;
  if (callee.is === 'foreign') return FOREIGN;
  if (callee.is === 'itself') {
    return instanceOf(linking, callee, types);
  }
  if (callee.is === 'instance' && callee.of.declaration.kind === 'function') return callee;
  const signature = callSignature(linking, callee, true);
  return signature && resultOf(linking, { ...signature, meaning: withTypes(signature, types) });
}

const isLibraryConstructor = (shape: Shape): boolean =>
  shape.is === 'instance' && shape.of.module === libraryModule;

function withTypes({ of, meaning }: Callable, types: readonly (Shape | undefined)[]): TypeBindings {
  const known = new Map(meaning);
  of.declaration.signature?.typeParameters?.forEach((parameter, i) => {
    const shape = types[i];
    if (shape) known.set(of.module.detail.declarations[parameter]!, shape);
  });
  return known;
}

const NONE: TypeBindings = new Map();

/** How a call's function is called there; type parameters stand for the types that are written out. */
export function signatureOfCall(
  linking: FileLinking,
  module: TypeScriptModule,
  index: number,
): Callable | undefined {
  const call = module.detail.calls[index]!;
  const entity = linking.ask.entityOf(linking, module, call.callee, call.scope);
  const callee = entity
    ? linking.ask.shapeOfEntity(linking, entity)
    : linking.ask.shapeOf(linking, module, call.callee, call.scope);
  const signature = callee && callSignature(linking, callee, call.new);
  if (!signature || !call.types?.length) return signature;
  const types = call.types.map((type) => shapeOfType(linking, module, type, call.scope, NONE));
  const ofClass = callee.is === 'itself' ? linking.ask.typeBindingsOf(linking, callee.of, types) : NONE;
  return { ...signature, meaning: new Map([...withTypes(signature, types), ...ofClass]) };
}

/** What a value gives when it is called. */
export function returnOf(linking: FileLinking, shape: Shape): Shape | undefined {
  const signature = callSignature(linking, shape);
  return signature && resultOf(linking, signature);
}

function resultOf(linking: FileLinking, { of, meaning }: Callable): Shape | undefined {
  const { declaration, module } = of;
  const { signature, at } = declaration;
  if (signature!.returns) return shapeOfType(linking, module, signature!.returns, at, meaning);
  const { gives } = signature!;
  if (!gives) return FOREIGN;
  const shape = once(linking, signature!, () =>
    unionShape(gives.map((value) => linking.ask.shapeOf(linking, module, value, at, meaning))),
  );
  if (signature!.generator) return arrayOf(undefined);
  if (!signature!.async) return shape;
  return promiseOf(argumentOf(shape, 'Promise') ?? shape);
}

/** What a loop over a value gives. */
export function elementOf(linking: FileLinking, shape: Shape | undefined): Shape | undefined {
  if (!shape || shape.is === 'foreign') return shape;
  if (shape.is === 'union') return unionShape(shape.shapes.map((each) => elementOf(linking, each)));
  if (shape.is === 'tuple') return unionShape(shape.elements);
  if (isLibrary(shape, 'Map'))
    return { is: 'tuple', elements: [argumentOf(shape, 'Map'), argumentOf(shape, 'Map', 1)] };
  if (isLibrary(shape, 'Record')) return argumentOf(shape, 'Record', 1);
  for (const name of ['Array', 'Set']) if (isLibrary(shape, name)) return argumentOf(shape, name);
  return undefined;
}
