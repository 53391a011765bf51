import type { Declaration, Expression } from './detail.ts';
import { expectedOf } from './expected.ts';
import { instanceOf, memberOf } from './members.ts';
import { resolveModule } from './modules.ts';
import { foreignShape, lookUpName, type TypeScriptEntity, wholeModule } from './names.ts';
import {
  argumentOf,
  arrayOf,
  enterShape,
  type FileLinking,
  FOREIGN,
  leave,
  libraryModule,
  type ModuleDeclaration,
  memoized,
  NOTHING,
  once,
  parameterOf,
  promiseOf,
  type Shape,
  type TypeBindings,
  type TypeScriptModule,
  unionShape,
} from './shapes.ts';
import { callShape, callSignature, elementOf, returnOf } from './signatures.ts';
import { shapeOfType } from './types.ts';

/** What a name or a member leads to; undefined for other expressions, and for what is not known. */
export function entityOf(
  linking: FileLinking,
  module: TypeScriptModule,
  value: Expression,
  scope: number,
): TypeScriptEntity | undefined {
  switch (value[0]) {
    case 'name':
      return (
        lookUpName(linking, module, value[1], scope, 'value') ??
        (value[1] === 'exports' ? itsExports(module) : foreignShape)
      );
    case 'member':
      return memberAt(linking, module, value, scope);
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

/** What a member leads to: asked for the call, for what it gives and for how it is called. */
function memberAt(
  linking: FileLinking,
  module: TypeScriptModule,
  value: Extract<Expression, ['member', ...unknown[]]>,
  scope: number,
): TypeScriptEntity | undefined {
  const known = linking.members.get(value);
  if (known !== undefined) return known ?? undefined;
  const { cuts } = linking;
  const entity = isExports(module, value, scope)
    ? itsExports(module)
    : memberOf(linking, shapeOf(linking, module, value[1], scope), value[2]);
  if (linking.cuts === cuts) linking.members.set(value, entity ?? null);
  return entity;
}

const itsExports = ({ path }: TypeScriptModule): TypeScriptEntity => ({
  meaning: NOTHING,
  shape: { is: 'module', path },
});

/** `module.exports` of the file itself. */
const isExports = (
  { find }: TypeScriptModule,
  [, object, name]: ['member', Expression, string],
  scope: number,
): boolean =>
  name === 'exports' && object[0] === 'name' && object[1] === 'module' && find('module', scope).length === 0;

/** What is known of the value of an expression. */
export function shapeOf(
  linking: FileLinking,
  module: TypeScriptModule,
  value: Expression,
  scope: number,
  meaning: TypeBindings = NOTHING,
): Shape | undefined {
  if (!enterShape(linking)) return undefined;
  // A table and not a list of cases: what a rare one needs must not spoil what was made quick for the others.
  const read = READERS[value[0]] as (where: ValueContext, value: Expression) => Shape | undefined;
  return leave(linking, read({ linking, module, scope, meaning }, value));
}

interface ValueContext {
  linking: FileLinking;
  module: TypeScriptModule;
  scope: number;
  meaning: TypeBindings;
}

const inside = ({ linking, module, scope, meaning }: ValueContext, value: Expression): Shape | undefined =>
  shapeOf(linking, module, value, scope, meaning);

function ofEntity({ linking, module, scope, meaning }: ValueContext, value: Expression): Shape | undefined {
  const entity = entityOf(linking, module, value, scope);
  return entity && shapeOfEntity(linking, entity, meaning);
}

type ExpressionEvaluators = {
  [T in Expression[0]]: (
    where: ValueContext,
    value: Extract<Expression, [T, ...unknown[]]>,
  ) => Shape | undefined;
};

const READERS: ExpressionEvaluators = {
  plain: () => FOREIGN,
  unknown: () => undefined,
  this: ({ linking, module }, value) => self(linking, module, value),
  super: ({ linking, module }, value) => self(linking, module, value),
  call: ({ linking, module }, [, index]) => callShape(linking, module, index),
  await(where, [, value]) {
    const promised = inside(where, value);
    return argumentOf(promised, 'Promise') ?? (isPromise(promised) ? undefined : promised);
  },
  as: ({ linking, module, scope, meaning }, [, type]) => shapeOfType(linking, module, type, scope, meaning),
  array: (where, [, elements]) =>
    arrayOf(
      unionShape(
        elements.map((each) =>
          each[0] === 'spread' ? elementOf(where.linking, inside(where, each[1])) : inside(where, each),
        ),
      ),
    ),
  spread: (where, [, value]) => inside(where, value),
  either: (where, [, values]) => unionShape(values.map((each) => inside(where, each))),
  element: (where, [, value]) => elementOf(where.linking, inside(where, value)),
  import({ linking, module }, [, specifier]) {
    const path = resolveModule(linking.world, module.path, specifier);
    return promiseOf(path ? { is: 'module', path } : FOREIGN);
  },
  declared: ({ linking, module, meaning }, [, index]) =>
    shapeOfDeclared(linking, { module, declaration: module.detail.declarations[index]! }, meaning),
  member(where, value) {
    const { linking, module, scope } = where;
    if (isExports(module, value, scope)) return { is: 'module', path: module.path };
    const member = memberOf(linking, inside(where, value[1]), value[2]);
    return member && shapeOfEntity(linking, member);
  },
  name: ofEntity,
  module: ofEntity,
};

const isPromise = (shape: Shape | undefined): boolean =>
  shape?.is === 'instance' && shape.of.module === libraryModule && shape.of.declaration.name === 'Promise';

function self(
  linking: FileLinking,
  module: TypeScriptModule,
  [tag, index, isStatic]: ['this' | 'super', number, boolean],
): Shape | undefined {
  const { declarations } = module.detail;
  const around = declarations[index];
  const declaration = around?.receiver === undefined ? around : declarations[around.receiver];
  // A function without a name in any scope is a member of something that is not known.
  if (!declaration || (declaration === around && declaration.kind === 'function' && declaration.scope === -1))
    return undefined;
  if (declaration.kind === 'parameter') return shapeOfDeclared(linking, { module, declaration }, NOTHING);
  if (tag === 'this') {
    const own: Shape = {
      is: isStatic && declaration.kind === 'class' ? 'itself' : 'instance',
      of: { module, declaration },
      meaning: NOTHING,
    };
    if (declaration.kind !== 'object') return own;
    const expected = expectedOf(linking, { module, declaration });
    return expected ? { is: 'union', shapes: [own, expected] } : own;
  }
  if (!declaration.extends) return undefined;
  const parent = shapeOf(linking, module, declaration.extends, declaration.at);
  return (
    parent &&
    (isStatic ? parent : (instanceOf(linking, parent) ?? (parent.is === 'foreign' ? parent : undefined)))
  );
}

/** The shape of what a name or a member leads to. */
export function shapeOfEntity(
  linking: FileLinking,
  { declared, meaning, shape }: TypeScriptEntity,
  more: TypeBindings = NOTHING,
): Shape | undefined {
  if (!declared) return shape;
  return shapeOfDeclared(
    linking,
    declared,
    more.size === 0 ? meaning : meaning.size === 0 ? more : new Map([...more, ...meaning]),
  );
}

function shapeOfDeclared(
  linking: FileLinking,
  declared: ModuleDeclaration,
  meaning: TypeBindings,
): Shape | undefined {
  const { declaration } = declared;
  const ask = (): Shape | undefined => work(linking, declared, meaning);
  return meaning.size === 0
    ? memoized(linking, linking.shapes, declaration, ask)
    : once(linking, declaration, ask);
}

function work(linking: FileLinking, declared: ModuleDeclaration, meaning: TypeBindings): Shape | undefined {
  const { declaration, module } = declared;
  const { kind, type, values, path, signature, at } = declaration;
  if (kind === 'class' || kind === 'enum' || kind === 'namespace')
    return { is: 'itself', of: declared, meaning };
  if (kind === 'interface' || kind === 'type' || kind === 'type parameter' || kind === 'import')
    return undefined;
  if (declaration.getter) return returnOf(linking, { is: 'instance', of: declared, meaning });
  if (signature || kind === 'object' || kind === 'lambda') return { is: 'instance', of: declared, meaning };
  const whole = type
    ? shapeOfType(linking, module, type, at, meaning)
    : (ofValues(linking, module, values, at, meaning) ??
      (kind === 'parameter' ? ofParameter(linking, declared) : undefined));
  const each =
    declaration.each && kind === 'variable'
      ? declaration.each === 'in'
        ? FOREIGN
        : elementOf(linking, whole)
      : whole;
  return path ? into(linking, each, path) : each;
}

function ofValues(
  linking: FileLinking,
  module: TypeScriptModule,
  values: Declaration['values'],
  at: number,
  meaning: TypeBindings,
): Shape | undefined {
  if (!values || values.length === 0) return undefined;
  return unionShape(
    values
      .filter((value) => value[0] !== 'plain' || values.length === 1)
      .map((value) => shapeOf(linking, module, value, at, meaning)),
  );
}

/** What a function gets is known where the function is expected. */
function ofParameter(linking: FileLinking, { declaration, module }: ModuleDeclaration): Shape | undefined {
  if (!declaration.of) return undefined;
  const [fn, index] = declaration.of;
  const expected = expectedOf(linking, { module, declaration: module.detail.declarations[fn]! });
  const signature = expected && callSignature(linking, expected);
  const parameter = signature && parameterOf(signature.of, index);
  if (!parameter) return undefined;
  const shape = shapeOfEntity(linking, {
    declared: { module: signature.of.module, declaration: parameter },
    meaning: signature.meaning,
  });
  return parameter.each === 'of' && !declaration.each ? elementOf(linking, shape) : shape;
}

/** What lies at the end of a way into a value. */
function into(
  linking: FileLinking,
  shape: Shape | undefined,
  path: readonly (string | number)[],
): Shape | undefined {
  return path.reduce<Shape | undefined>((at, step) => {
    if (!at) return undefined;
    if (typeof step === 'number') return at.is === 'tuple' ? at.elements[step] : elementOf(linking, at);
    const member = memberOf(linking, at, step);
    return member && shapeOfEntity(linking, member);
  }, shape);
}

/** What a variable taken out of something by a pattern leads to. */
export function takenFrom(
  linking: FileLinking,
  { declaration, module }: ModuleDeclaration,
): TypeScriptEntity | undefined {
  const { path, values, at } = declaration;
  const last = path?.at(-1);
  if (!path || typeof last !== 'string' || !values?.[0]) return undefined;
  const whole = shapeOf(linking, module, values[0], at);
  const each = declaration.each === 'of' ? elementOf(linking, whole) : whole;
  return memberOf(linking, into(linking, each, path.slice(0, -1)), last);
}
