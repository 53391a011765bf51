import type { ExpectedType, Expression } from './detail.ts';
import { memberOf } from './members.ts';
import { resolveModule } from './modules.ts';
import { lookUpName, wholeModule } from './names.ts';
import {
  argumentOf,
  arrayOf,
  enterShape,
  type FileLinking,
  FOREIGN,
  foreignShape,
  instanceOf,
  isLibrary,
  kept,
  leave,
  type ModuleDeclaration,
  NOTHING,
  once,
  type Place,
  parameterOf,
  placeOf,
  promiseOf,
  type Shape,
  shaped,
  type TypeBindings,
  type TypeScriptEntity,
  unionShape,
} from './shapes.ts';
import {
  type Callable,
  callShape,
  callSignature,
  elementOf,
  returnOf,
  signatureOfCall,
} from './signatures.ts';
import { shapeOfType } from './types.ts';

/** What a name or a member leads to; undefined for other expressions, and for what is not known. */
export function entityOf(at: Place, value: Expression): TypeScriptEntity | undefined {
  const { linking, module } = at;
  switch (value[0]) {
    case 'name':
      return lookUpName(at, value[1], 'value') ?? (value[1] === 'exports' ? exportsOf(at) : foreignShape);
    case 'member':
      // Asked for the call, for what it gives and for how it is called.
      return kept(linking, value, () =>
        isExports(at, value)
          ? exportsOf(at)
          : memberOf(linking, shapeOf({ ...at, meaning: NOTHING }, value[1]), value[2]),
      );
    case 'declared':
      return { declared: { module, declaration: module.detail.declarations[value[1]]! }, meaning: NOTHING };
    case 'module': {
      const path = resolveModule(linking.world, module.path, value[1]);
      return path ? wholeModule(linking, path) : foreignShape;
    }
    default:
      return undefined;
  }
}

const exportsOf = ({ module: { path } }: Place): TypeScriptEntity => shaped({ is: 'module', path });

/** `module.exports` of the file itself. */
const isExports = ({ module, scope }: Place, [, object, name]: ['member', Expression, string]): boolean =>
  name === 'exports' &&
  object[0] === 'name' &&
  object[1] === 'module' &&
  module.find('module', scope).length === 0;

export function shapeOf(at: Place, value: Expression): Shape | undefined {
  if (!enterShape(at.linking)) return undefined;
  // A table and not a list of cases: what a rare one needs must not spoil what was made quick for the others.
  const read = READERS[value[0]] as (at: Place, value: Expression) => Shape | undefined;
  return leave(at.linking, read(at, value));
}

/** The shape of what an expression leads to, and where it leads nowhere, of its value. */
export function shapeNamed(at: Place, value: Expression, entity = entityOf(at, value)): Shape | undefined {
  return entity ? shapeOfEntity(at.linking, entity) : shapeOf(at, value);
}

function ofEntity(at: Place, value: Expression): Shape | undefined {
  const entity = entityOf(at, value);
  return entity && shapeOfEntity(at.linking, entity, at.meaning);
}

type ExpressionEvaluators = {
  [T in Expression[0]]: (at: Place, value: Extract<Expression, [T, ...unknown[]]>) => Shape | undefined;
};

const READERS: ExpressionEvaluators = {
  plain: () => FOREIGN,
  unknown: () => undefined,
  this: self,
  super: self,
  call: ({ linking, module }, [, index]) => callShape(linking, module, index),
  await(at, [, value]) {
    const promised = shapeOf(at, value);
    return argumentOf(promised, 'Promise') ?? (isLibrary(promised, 'Promise') ? undefined : promised);
  },
  as: (at, [, type]) => shapeOfType(at, type),
  array: (at, [, elements]) =>
    arrayOf(
      unionShape(
        elements.map((each) =>
          each[0] === 'spread' ? elementOf(at.linking, shapeOf(at, each[1])) : shapeOf(at, each),
        ),
      ),
    ),
  spread: (at, [, value]) => shapeOf(at, value),
  either: (at, [, values]) => unionShape(values.map((each) => shapeOf(at, each))),
  element: (at, [, value]) => elementOf(at.linking, shapeOf(at, value)),
  import({ linking, module }, [, specifier]) {
    const path = resolveModule(linking.world, module.path, specifier);
    return promiseOf(path ? { is: 'module', path } : FOREIGN);
  },
  declared: ({ linking, module, meaning }, [, index]) =>
    shapeOfDeclared(linking, { module, declaration: module.detail.declarations[index]! }, meaning),
  member: (at, value) =>
    isExports(at, value) ? exportsOf(at).shape : memberShape(at.linking, shapeOf(at, value[1]), value[2]),
  name: ofEntity,
  module: ofEntity,
};

function memberShape(linking: FileLinking, shape: Shape | undefined, name: string): Shape | undefined {
  const member = memberOf(linking, shape, name);
  return member && shapeOfEntity(linking, member);
}

function self(
  { linking, module }: Place,
  [tag, index, isStatic]: ['this' | 'super', number, boolean],
): Shape | undefined {
  const { declarations } = module.detail;
  const around = declarations[index];
  const declaration = around?.receiver === undefined ? around : declarations[around.receiver];
  // A function without a name in any scope is a member of something that is not known.
  if (!declaration || (declaration === around && declaration.kind === 'function' && declaration.scope === -1))
    return undefined;
  const of = { module, declaration };
  if (declaration.kind === 'parameter') return shapeOfDeclared(linking, of, NOTHING);
  if (tag === 'this') {
    const is = isStatic && declaration.kind === 'class' ? 'itself' : 'instance';
    const own: Shape = { is, of, meaning: NOTHING };
    const expected = declaration.kind === 'object' ? expectedOf(linking, of) : undefined;
    return expected ? { is: 'union', shapes: [own, expected] } : own;
  }
  const parent = declaration.extends && shapeOf(placeOf(linking, of), declaration.extends);
  if (!parent || isStatic) return parent;
  return instanceOf(parent) ?? (parent.is === 'foreign' ? parent : undefined);
}

/** The shape of what a name or a member leads to. */
export function shapeOfEntity(
  linking: FileLinking,
  { declared, meaning, shape }: TypeScriptEntity,
  more: TypeBindings = NOTHING,
): Shape | undefined {
  if (!declared) return shape;
  const all = more.size === 0 ? meaning : meaning.size === 0 ? more : new Map([...more, ...meaning]);
  return shapeOfDeclared(linking, declared, all);
}

function shapeOfDeclared(
  linking: FileLinking,
  declared: ModuleDeclaration,
  meaning: TypeBindings,
): Shape | undefined {
  const { declaration } = declared;
  const ask = (): Shape | undefined => once(linking, declaration, () => work(linking, declared, meaning));
  return meaning.size === 0 ? kept(linking, declaration, ask) : ask();
}

function work(linking: FileLinking, declared: ModuleDeclaration, meaning: TypeBindings): Shape | undefined {
  const { kind, type, path, signature, getter, each } = declared.declaration;
  switch (kind) {
    case 'class':
    case 'enum':
    case 'namespace':
      return { is: 'itself', of: declared, meaning };
    case 'interface':
    case 'type':
    case 'type parameter':
    case 'import':
      return undefined;
  }
  const own: Shape = { is: 'instance', of: declared, meaning };
  if (getter) return returnOf(linking, own);
  if (signature || kind === 'object' || kind === 'lambda') return own;
  const at = placeOf(linking, declared, meaning);
  const whole = type
    ? shapeOfType(at, type)
    : (ofValues(at, declared) ?? (kind === 'parameter' ? ofParameter(linking, declared) : undefined));
  const isLooped = each && kind === 'variable';
  const one = !isLooped ? whole : each === 'in' ? FOREIGN : elementOf(linking, whole);
  return path ? into(linking, one, path) : one;
}

function ofValues(at: Place, { declaration: { values = [] } }: ModuleDeclaration): Shape | undefined {
  const telling = values.filter((value) => value[0] !== 'plain' || values.length === 1);
  return values.length === 0 ? undefined : unionShape(telling.map((value) => shapeOf(at, value)));
}

/** What a function gets is known where the function is expected. */
function ofParameter(linking: FileLinking, { declaration, module }: ModuleDeclaration): Shape | undefined {
  if (!declaration.of) return undefined;
  const [fn, index] = declaration.of;
  const expected = expectedOf(linking, { module, declaration: module.detail.declarations[fn]! });
  const signature = expected && callSignature(linking, expected);
  return signature && shapeOfParameter(linking, signature, index, declaration.each !== undefined);
}

/** What lies at the end of a way into a value. */
function into(
  linking: FileLinking,
  shape: Shape | undefined,
  path: readonly (string | number)[],
): Shape | undefined {
  return path.reduce<Shape | undefined>((at, step) => {
    if (!at) return undefined;
    if (typeof step === 'string') return memberShape(linking, at, step);
    return at.is === 'tuple' ? at.elements[step] : elementOf(linking, at);
  }, shape);
}

/** What a variable taken out of something by a pattern leads to. */
export function takenFrom(linking: FileLinking, declared: ModuleDeclaration): TypeScriptEntity | undefined {
  const { path, values, each } = declared.declaration;
  const last = path?.at(-1);
  if (!path || typeof last !== 'string' || !values?.[0]) return undefined;
  const whole = shapeOf(placeOf(linking, declared), values[0]);
  const one = each === 'of' ? elementOf(linking, whole) : whole;
  return memberOf(linking, into(linking, one, path.slice(0, -1)), last);
}

/** What is expected of a function or an object where it stands. */
function expectedOf(linking: FileLinking, of: ModuleDeclaration): Shape | undefined {
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
function shapeOfParameter(
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
