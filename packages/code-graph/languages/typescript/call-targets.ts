import type { LinkMethod } from '@sqrl/base/model/code.ts';
import type { CallExpression, Declaration } from './detail.ts';
import {
  type FileLinking,
  type ModuleDeclaration,
  NOTHING,
  type Place,
  placeOf,
  type TypeScriptEntity,
} from './shapes.ts';
import { entityOf, shapeOf, takenFrom } from './values.ts';

export interface CallTarget {
  declared: ModuleDeclaration;
  how: LinkMethod;
  /** It is a function or a class; else a value that happens to be called. */
  callable: boolean;
}

/** What a call leads to; undefined where that is outside of the repository, or nothing says what it is. */
export function targetOfCall(
  linking: FileLinking,
  { callee, scope }: Pick<CallExpression, 'callee' | 'scope'>,
): CallTarget | undefined {
  const { module } = linking;
  const value = callee[0] === 'super' ? module.detail.declarations[callee[1]]?.extends : callee;
  if (value?.[0] !== 'name' && value?.[0] !== 'member') return undefined;
  const at: Place = { linking, module, scope, meaning: NOTHING };
  const entity = entityOf(at, value);
  const declared = entity && toFunction(linking, entity).declared;
  if (declared?.declaration.symbol === undefined) return undefined;
  return {
    declared,
    how: howOf(at, callee, entity!, declared),
    callable: isCallable(declared.declaration),
  };
}

/** Goes on from a variable to the function that it was taken from or is another name of. */
export function toFunction(linking: FileLinking, entity: TypeScriptEntity): TypeScriptEntity {
  let at = entity;
  for (let steps = 0; steps < 5; steps++) {
    const next = at.declared && nextOf(linking, at.declared);
    if (!next?.declared || next.declared.declaration === at.declared?.declaration) return at;
    if (next.declared.declaration.symbol === undefined && !next.declared.declaration.values) return at;
    at = next;
  }
  return at;
}

function nextOf(linking: FileLinking, declared: ModuleDeclaration): TypeScriptEntity | undefined {
  const { path, values, type, each } = declared.declaration;
  if (isCallable(declared.declaration)) return undefined;
  if (path) return takenFrom(linking, declared);
  const [value, ...others] = values ?? [];
  return !value || others.length > 0 || type || each
    ? undefined
    : entityOf(placeOf(linking, declared), value);
}

const isCallable = ({ kind, signature, getter }: Declaration): boolean =>
  kind === 'class' || (signature !== undefined && !getter);

function howOf(
  at: Place,
  callee: CallExpression['callee'],
  first: TypeScriptEntity,
  { module: to }: ModuleDeclaration,
): LinkMethod {
  const { linking, module } = at;
  if (callee[0] === 'super' || (callee[0] === 'member' && callee[1][0] === 'super')) return 'super';
  if (callee[0] === 'member') {
    if (callee[1][0] === 'this') return 'this';
    return shapeOf(at, callee[1])?.is === 'module' ? 'import' : 'type';
  }
  if (to === module) return 'local';
  const local = first.declared?.module === module ? first.declared : undefined;
  const [value] = local?.declaration.path ? local.declaration.values! : [];
  // What `require` gives may be an object or a function as well as a module.
  if (!local || !value || value[0] === 'module') return 'import';
  return shapeOf(placeOf(linking, local), value)?.is === 'module' ? 'import' : 'type';
}
