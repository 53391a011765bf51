import type { ExpectedType } from './detail.ts';
import { memberOf } from './members.ts';
import {
  argumentOf,
  type FileLinking,
  type ModuleDeclaration,
  once,
  type Place,
  parameterOf,
  placeOf,
  type Shape,
} from './shapes.ts';
import { type Callable, elementOf, returnOf, signatureOfCall } from './signatures.ts';
import { shapeOfType } from './types.ts';

/** What is expected of a function or an object where it stands. */
export function expectedOf(linking: FileLinking, of: ModuleDeclaration): Shape | undefined {
  const { expected } = of.declaration;
  return expected && once(linking, expected, () => read(placeOf(linking, of), expected));
}

function read(at: Place, expected: ExpectedType): Shape | undefined {
  const { linking, module } = at;
  const { declarations, calls } = module.detail;
  switch (expected.by) {
    case 'type':
      return shapeOfType(at, expected.type);
    case 'argument': {
      const call = calls[expected.call]!;
      const signature = signatureOfCall({ ...at, scope: call.scope }, call);
      return signature && shapeOfParameter(linking, signature, expected.index);
    }
    case 'return':
      return returned(linking, { module, declaration: declarations[expected.of]! });
    case 'member': {
      const object = expectedOf(linking, { module, declaration: declarations[expected.of]! });
      const member = memberOf(linking, object, expected.name);
      return member && linking.ask.shapeOfEntity(linking, member);
    }
    case 'element':
      return elementOf(linking, read(at, expected.of));
  }
}

/** What a function is given at a place. */
export function shapeOfParameter(
  linking: FileLinking,
  { of, meaning }: Callable,
  index: number,
  isRest = false,
): Shape | undefined {
  const parameter = parameterOf(of, index);
  if (!parameter) return undefined;
  const declared = { module: of.module, declaration: parameter };
  const shape = linking.ask.shapeOfEntity(linking, { declared, meaning });
  return parameter.each === 'of' && !isRest ? (elementOf(linking, shape) ?? shape) : shape;
}

function returned(linking: FileLinking, of: ModuleDeclaration): Shape | undefined {
  const returns = of.declaration.signature?.returns;
  if (returns) return settled(shapeOfType(placeOf(linking, of), returns));
  const expected = expectedOf(linking, of);
  return expected && settled(returnOf(linking, expected));
}

/** What an async function returns may be a promise or what it promises. */
const settled = (shape: Shape | undefined): Shape | undefined =>
  shape?.is === 'union'
    ? { is: 'union', shapes: shape.shapes.map((each) => argumentOf(each, 'Promise') ?? each) }
    : (argumentOf(shape, 'Promise') ?? shape);
