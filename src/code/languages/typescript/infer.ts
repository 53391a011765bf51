import type { CallExpression, Declaration, TypeExpression } from './detail.ts';
import {
  argumentOf,
  type FileLinking,
  type ModuleDeclaration,
  parameterOf,
  type Shape,
  type TypeBindings,
  type TypeScriptModule,
} from './shapes.ts';
import type { Callable } from './signatures.ts';

interface Site {
  module: TypeScriptModule;
  call: CallExpression;
  /** The argument that asks: it cannot say what it is waiting for. */
  skip: number;
}

/** What the type parameters of a function stand for, by its arguments. */
export function infer(
  linking: FileLinking,
  { of, meaning }: Callable,
  { module, call, skip }: Site,
  parameters: readonly number[],
): TypeBindings {
  const wanted = new Set(parameters.map((index) => of.module.detail.declarations[index]!));
  const found = new Map(meaning);
  call.arguments.forEach((argument, i) => {
    if (i === skip || argument[0] === 'plain' || argument[0] === 'unknown') return;
    const parameter = parameterOf(of, i);
    if (!parameter?.type || !mentions(of, parameter.type, wanted)) return;
    const type: TypeExpression =
      parameter.each === 'of' && parameter.type[0] === 'array' ? parameter.type[1] : parameter.type;
    unify({ linking, of, wanted, found }, type, linking.ask.shapeOf(linking, module, argument, call.scope));
  });
  return found;
}

interface TypeInference {
  linking: FileLinking;
  of: ModuleDeclaration;
  wanted: ReadonlySet<Declaration>;
  found: Map<Declaration, Shape>;
}

/** Whether a type has one of the parameters in it. */
function mentions(
  { module }: ModuleDeclaration,
  type: TypeExpression,
  wanted: ReadonlySet<Declaration>,
): boolean {
  const names = new Set([...wanted].map(({ name }) => name));
  const has = (each: unknown): boolean => {
    if (!Array.isArray(each)) return false;
    if (each[0] === 'name' && names.has(each[1] as string)) return true;
    if (each[0] === 'declared' && typeof each[1] === 'number') {
      const { signature } = module.detail.declarations[each[1]]!;
      return has(signature?.returns);
    }
    return each.some(has);
  };
  return has(type);
}

function unify(unifying: TypeInference, type: TypeExpression, shape: Shape | undefined): void {
  if (!shape) return;
  const { linking, of, wanted, found } = unifying;
  switch (type[0]) {
    case 'name': {
      const parameter = [...wanted].find(({ name }) => name === type[1]);
      if (parameter && !type[2]) {
        if (!found.has(parameter)) found.set(parameter, shape);
      } else if (type[2]) arguments_(unifying, type[1], type[2], shape);
      break;
    }
    case 'array':
      unify(unifying, type[1], linking.ask.elementOf(linking, shape));
      break;
    case 'union':
    case 'both':
      for (const each of type[1]) unify(unifying, each, shape);
      break;
    case 'declared': {
      const { signature } = of.module.detail.declarations[type[1]]!;
      if (signature?.returns) unify(unifying, signature.returns, linking.ask.returnOf(linking, shape));
      break;
    }
  }
}

function arguments_(
  unifying: TypeInference,
  name: string,
  types: readonly TypeExpression[],
  shape: Shape,
): void {
  const { linking } = unifying;
  if (/^Promise(?:Like)?$|^Awaited$/.test(name))
    unify(unifying, types[0]!, argumentOf(shape, 'Promise') ?? shape);
  else if (/Array$|^Set$|Iterable|^Iterator$/.test(name))
    unify(unifying, types[0]!, linking.ask.elementOf(linking, shape));
  else if (name === 'Record') unify(unifying, types[1]!, argumentOf(shape, 'Record', 1));
  else if (shape.is === 'instance' && shape.of.declaration.name === name) {
    const { declarations } = shape.of.module.detail;
    shape.of.declaration.typeParameters?.forEach((index, i) => {
      if (types[i]) unify(unifying, types[i], shape.meaning.get(declarations[index]!));
    });
  }
}
