import type { LinkMethod } from '@sqrl/base/model/code.ts';
import type { FileFacts } from '../../facts/facts.ts';
import {
  type FileLink,
  importLink,
  type Linker,
  type LinkWorld,
  withoutRepeats,
} from '../../facts/linker.ts';
import type { CallExpression, Declaration, TypeScriptDetail } from './detail.ts';
import { memberOf } from './members.ts';
import { resolveModule } from './modules.ts';
import { exported, lookUpDotted } from './names.ts';
import {
  type FileLinking,
  type ModuleDeclaration,
  moduleOf,
  NOTHING,
  type Place,
  placeOf,
  type TypeScriptEntity,
} from './shapes.ts';
import { elementOf, returnOf } from './signatures.ts';
import { shapeOfType } from './types.ts';
import { entityOf, shapeNamed, shapeOf, shapeOfEntity, takenFrom } from './values.ts';

export const typescriptLinker: Linker = {
  languages: ['typescript', 'tsx', 'javascript'],
  link(facts, world) {
    const linking = begin(facts as FileFacts<TypeScriptDetail>, world);
    const { detail } = linking.module;
    const each = <T>(all: readonly T[], link: (linking: FileLinking, one: T) => FileLink[]): FileLink[] =>
      all.flatMap((one) => {
        linking.steps = 0;
        return link(linking, one);
      });
    const links = [
      ...facts.imports.flatMap(({ specifier, line }) =>
        importLink(facts.path, resolveModule(world, facts.path, specifier), line),
      ),
      ...each(detail.calls, called),
      ...each(detail.declarations, inherited),
      ...each(detail.mentions, mentioned),
      ...each(detail.handed, handedOn),
      ...implementations(linking),
    ];
    return withoutRepeats(links, facts.path);
  },
};

const ask = {
  ...{ entityOf, shapeOf, shapeNamed, shapeOfEntity, shapeOfType },
  ...{ memberOf, elementOf, returnOf },
};

const begin = (facts: FileFacts<TypeScriptDetail>, world: LinkWorld): FileLinking => ({
  ask,
  world,
  module: moduleOf(facts),
  answers: new Map(),
  busy: new Set(),
  depth: 0,
  steps: 0,
  cuts: 0,
});

function called(linking: FileLinking, call: TypeScriptDetail['calls'][number]): FileLink[] {
  const target = targetOfCall(linking, call);
  return target ? [linkTo(call, target.declared, target.how, target.callable ? 'calls' : 'uses')] : [];
}

function inherited(linking: FileLinking, declaration: Declaration): FileLink[] {
  const { symbol, kind, supers, extends: extended } = declaration;
  if (symbol === undefined || !(supers || extended) || kind === 'type parameter') return [];
  const at = placeOf(linking, { module: linking.module, declaration });
  const parents = [
    extended && entityOf(at, extended),
    ...(supers ?? []).map((type) => (type[0] === 'name' ? lookUpDotted(at, type[1], 'type') : undefined)),
  ];
  const found = parents.flatMap((entity) => entity?.declared ?? []);
  const line = linking.world.facts(linking.module.path)?.symbols[symbol]?.line ?? 1;
  return found
    .filter((each, i) => found.findIndex(({ declaration }) => declaration === each.declaration) === i)
    .flatMap((to) =>
      to.declaration.symbol === undefined ? [] : linkTo({ symbol, line }, to, howOf(linking, to), 'inherits'),
    );
}

function mentioned(linking: FileLinking, mention: TypeScriptDetail['mentions'][number]): FileLink[] {
  const { name, kind, scope } = mention;
  const at = { linking, module: linking.module, scope, meaning: NOTHING };
  const entity = lookUpDotted(at, name, kind === 'type' ? 'type' : 'value');
  if (!entity) return [];
  // What `require` gave is named here, and declared there.
  const last = kind === 'value' ? toFunction(linking, entity) : entity;
  return [...new Set([entity.declared, last.declared])].flatMap((to) =>
    to?.declaration.symbol === undefined
      ? []
      : linkTo(mention, to, howOf(linking, to), kind === 'value' ? 'uses' : 'references'),
  );
}

/** A function that is handed on may be called where no call of it stands. */
function handedOn(linking: FileLinking, handed: TypeScriptDetail['handed'][number]): FileLink[] {
  const target = targetOfCall(linking, handed);
  return target?.callable ? [linkTo(handed, target.declared, target.how, 'uses')] : [];
}

/**
 * Leads from a hand-written declaration file to the JavaScript next to it: imports lead to the declarations, and
 * without these edges nothing would seem to use the code itself.
 */
function implementations(linking: FileLinking): FileLink[] {
  const { world, module } = linking;
  const [, stem, kind] = /^(.*)\.d\.([mc]?)ts$/.exec(module.path) ?? [];
  const path = stem && [`${stem}.${kind}js`, `${stem}.jsx`].find((each) => world.exists(each));
  if (!path) return [];
  const symbols = world.facts(module.path)?.symbols ?? [];
  const links = module.detail.declarations.flatMap(({ name, scope, symbol = -1 }): FileLink[] => {
    linking.steps = 0;
    const to = scope === 0 && symbol !== -1 ? exported(linking, path, name, 'value')?.declared : undefined;
    if (to?.declaration.symbol === undefined) return [];
    return [linkTo({ symbol, line: symbols[symbol]?.line ?? 1 }, to, 'import', 'uses')];
  });
  return [{ from: -1, to: { path, symbol: -1 }, kind: 'uses', how: 'import', line: 1 }, ...links];
}

const howOf = ({ module }: FileLinking, to: ModuleDeclaration): LinkMethod =>
  to.module === module ? 'local' : 'import';

const linkTo = (
  { symbol, line }: { symbol: number; line: number },
  to: ModuleDeclaration,
  how: LinkMethod,
  kind: FileLink['kind'],
): FileLink => ({
  from: symbol,
  to: { path: to.module.path, symbol: to.declaration.symbol! },
  kind,
  how,
  line,
});

interface CallTarget {
  declared: ModuleDeclaration;
  how: LinkMethod;
  /** It is a function or a class; else a value that happens to be called. */
  callable: boolean;
}

/** What a call leads to; undefined where that is outside of the repository, or nothing says what it is. */
function targetOfCall(
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
    how: howCalled(at, callee, entity!, declared),
    callable: isCallable(declared.declaration),
  };
}

/** Goes on from a variable to the function that it was taken from or is another name of. */
function toFunction(linking: FileLinking, entity: TypeScriptEntity): TypeScriptEntity {
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

function howCalled(
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
