import type { LinkMethod } from '@sqrl/base/model/code.ts';
import type { CallExpression, Declaration } from './detail.ts';
import type { TypeScriptEntity } from './names.ts';
import type { FileLinking, ModuleDeclaration } from './shapes.ts';
import { entityOf, shapeOf, takenFrom } from './values.ts';

export interface CallTarget {
  declared: ModuleDeclaration;
  how: LinkMethod;
  /** It is a function or a class; else a value that happens to be called. */
  callable: boolean;
}

type CalledPlace = Pick<CallExpression, 'callee' | 'scope'>;

/** What a call leads to; undefined where that is outside of the repository, or nothing says what it is. */
export function targetOfCall(linking: FileLinking, call: CalledPlace): CallTarget | undefined {
  const { module } = linking;
  const { callee, scope } = call;
  if (callee[0] === 'super') {
    const parent = module.detail.declarations[callee[1]]?.extends;
    const entity = parent && entityOf(linking, module, parent, scope);
    return entity && found(linking, call, entity);
  }
  if (callee[0] !== 'name' && callee[0] !== 'member') return undefined;
  const entity = entityOf(linking, module, callee, scope);
  return entity && found(linking, call, entity);
}

function found(linking: FileLinking, call: CalledPlace, entity: TypeScriptEntity): CallTarget | undefined {
  const last = toFunction(linking, entity);
  const { declared } = last;
  if (declared?.declaration.symbol === undefined) return undefined;
  return {
    declared,
    how: howOf(linking, call, entity, declared),
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
  const { declaration, module } = declared;
  if (isCallable(declaration)) return undefined;
  if (declaration.path) return takenFrom(linking, declared);
  const [value, ...others] = declaration.values ?? [];
  if (!value || others.length > 0 || declaration.type || declaration.each) return undefined;
  if (value[0] === 'name' || value[0] === 'member' || value[0] === 'declared' || value[0] === 'module')
    return entityOf(linking, module, value, declaration.at);
  return undefined;
}

const isCallable = ({ kind, signature, getter }: Declaration): boolean =>
  kind === 'class' || (signature !== undefined && !getter);

function howOf(
  linking: FileLinking,
  { callee, scope }: CalledPlace,
  first: TypeScriptEntity,
  { module: to }: ModuleDeclaration,
): LinkMethod {
  const { module } = linking;
  if (callee[0] === 'super' || (callee[0] === 'member' && callee[1][0] === 'super')) return 'super';
  if (callee[0] === 'member') {
    if (callee[1][0] === 'this') return 'this';
    return shapeOf(linking, module, callee[1], scope)?.is === 'module' ? 'import' : 'type';
  }
  if (to === module) return 'local';
  const local = first.declared?.module === module ? first.declared.declaration : undefined;
  // What `require` gives may be an object or a function as well as a module.
  if (!local?.path || local.values![0]![0] === 'module') return 'import';
  return shapeOf(linking, module, local.values![0]!, local.at)?.is === 'module' ? 'import' : 'type';
}
