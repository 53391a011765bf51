import type { ExpectedType } from './detail.ts';
import { memberOf } from './members.ts';
import {
  argumentOf,
  type FileLinking,
  type ModuleDeclaration,
  NOTHING,
  once,
  parameterOf,
  type Shape,
  type TypeScriptModule,
} from './shapes.ts';
import { elementOf, returnOf, signatureOfCall } from './signatures.ts';
import { shapeOfType } from './types.ts';

/** What is expected of a function or an object where it stands. */
export function expectedOf(
  linking: FileLinking,
  { declaration, module }: ModuleDeclaration,
): Shape | undefined {
  const { expected, at } = declaration;
  return expected && once(linking, expected, () => read(linking, module, expected, at));
}

function read(
  linking: FileLinking,
  module: TypeScriptModule,
  expected: ExpectedType,
  at: number,
): Shape | undefined {
  const { declarations } = module.detail;
  switch (expected.by) {
    case 'type':
      return shapeOfType(linking, module, expected.type, at, NOTHING);
    case 'argument': {
      const signature = signatureOfCall(linking, module, expected.call);
      const parameter = signature && parameterOf(signature.of, expected.index);
      if (!parameter) return undefined;
      const shape = linking.ask.shapeOfEntity(linking, {
        declared: { module: signature.of.module, declaration: parameter },
        meaning: signature.meaning,
      });
      return parameter.each === 'of' ? (elementOf(linking, shape) ?? shape) : shape;
    }
    case 'return':
      return returned(linking, { module, declaration: declarations[expected.of]! });
    case 'member': {
      const object = expectedOf(linking, { module, declaration: declarations[expected.of]! });
      const member = memberOf(linking, object, expected.name);
      return member && linking.ask.shapeOfEntity(linking, member);
    }
    case 'element':
      return elementOf(linking, read(linking, module, expected.of, at));
  }
}

function returned(linking: FileLinking, { declaration, module }: ModuleDeclaration): Shape | undefined {
  const { signature, at } = declaration;
  if (signature?.returns) return settled(shapeOfType(linking, module, signature.returns, at, NOTHING));
  const expected = expectedOf(linking, { module, declaration });
  return expected && settled(returnOf(linking, expected));
}

/** What an async function returns may be a promise or what it promises. */
const settled = (shape: Shape | undefined): Shape | undefined => {
  if (shape?.is === 'union')
    return { is: 'union', shapes: shape.shapes.map((each) => argumentOf(each, 'Promise') ?? each) };
  return argumentOf(shape, 'Promise') ?? shape;
};
