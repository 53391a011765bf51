import type { LinkMethod } from '@sqrl/base/model/code.ts';
import type { FileFacts } from '../../facts/facts.ts';
import {
  type FileLink,
  importLink,
  type Linker,
  type LinkWorld,
  withoutRepeats,
} from '../../facts/linker.ts';
import { targetOfCall, toFunction } from './call-targets.ts';
import type { Declaration, NameMention, TypeExpression, TypeScriptDetail } from './detail.ts';
import { implementations } from './implementations.ts';
import { memberOf } from './members.ts';
import { resolveModule } from './modules.ts';
import { lookUpDotted } from './names.ts';
import { type Evaluator, type FileLinking, type ModuleDeclaration, moduleOf } from './shapes.ts';
import { elementOf, returnOf } from './signatures.ts';
import { shapeOfType, typeBindingsOf } from './types.ts';
import { entityOf, shapeOf, shapeOfEntity } from './values.ts';

/** Links TypeScript and JavaScript. */
export const typescriptLinker: Linker = {
  languages: ['typescript', 'tsx', 'javascript'],
  link(facts, world) {
    const linking = begin(facts as FileFacts<TypeScriptDetail>, world);
    const links = imports(facts, world);
    pushCalls(links, linking);
    links.push(...inheritance(linking));
    pushMentions(links, linking);
    pushHanded(links, linking);
    links.push(...implementations(linking));
    return withoutRepeats(links, facts.path);
  },
};

const EVALUATOR: Evaluator = {
  entityOf,
  shapeOf,
  shapeOfEntity,
  shapeOfType,
  typeBindingsOf,
  memberOf,
  elementOf,
  returnOf,
};

const begin = (facts: FileFacts<TypeScriptDetail>, world: LinkWorld): FileLinking => ({
  ask: EVALUATOR,
  world,
  module: moduleOf(facts),
  shapes: new Map(),
  calls: new Map(),
  imported: { value: new Map(), type: new Map() },
  exported: new Map(),
  members: new Map(),
  busy: new Set(),
  depth: 0,
  steps: 0,
  cuts: 0,
});

const imports = ({ path, imports: found }: FileFacts, world: LinkWorld): FileLink[] =>
  found.flatMap(({ specifier, line }) => importLink(path, resolveModule(world, path, specifier), line));

function pushCalls(links: FileLink[], linking: FileLinking): void {
  for (const call of linking.module.detail.calls) {
    linking.steps = 0;
    const target = targetOfCall(linking, call);
    if (target) links.push(linkTo(call, target.declared, target.how, target.callable ? 'calls' : 'uses'));
  }
}

function inheritance(linking: FileLinking): FileLink[] {
  return linking.module.detail.declarations.flatMap((declaration): FileLink[] => {
    const { symbol } = declaration;
    if (
      symbol === undefined ||
      !(declaration.supers || declaration.extends) ||
      declaration.kind === 'type parameter'
    )
      return [];
    linking.steps = 0;
    const line = lineOf(linking, symbol);
    return supersOf(linking, declaration).map((to) =>
      linkTo({ symbol, line }, to, howOf(linking, to), 'inherits'),
    );
  });
}

const lineOf = ({ world, module }: FileLinking, symbol: number): number =>
  world.facts(module.path)?.symbols[symbol]?.line ?? 1;

function pushMentions(links: FileLink[], linking: FileLinking): void {
  const { module } = linking;
  for (const mention of module.detail.mentions) {
    linking.steps = 0;
    const entity = lookUpDotted(
      linking,
      module,
      mention.name,
      mention.scope,
      mention.kind === 'type' ? 'type' : 'value',
    );
    if (!entity) continue;
    // What `require` gave is named here, and declared there.
    const last = mention.kind === 'value' ? toFunction(linking, entity) : entity;
    for (const to of new Set([entity.declared, last.declared])) {
      if (to?.declaration.symbol === undefined) continue;
      links.push(linkTo(mention, to, howOf(linking, to), kindOf(mention)));
    }
  }
}

/** A function that is handed on may be called where no call of it stands. */
function pushHanded(links: FileLink[], linking: FileLinking): void {
  for (const handed of linking.module.detail.handed) {
    linking.steps = 0;
    const target = targetOfCall(linking, handed);
    if (target?.callable) links.push(linkTo(handed, target.declared, target.how, 'uses'));
  }
}

const kindOf = ({ kind }: NameMention): 'references' | 'uses' => (kind === 'value' ? 'uses' : 'references');

const howOf = ({ module }: FileLinking, to: ModuleDeclaration): LinkMethod =>
  to.module === module ? 'local' : 'import';

function linkTo(
  { symbol, line }: { symbol: number; line: number },
  to: ModuleDeclaration,
  how: LinkMethod,
  kind: FileLink['kind'],
): FileLink {
  return { from: symbol, to: { path: to.module.path, symbol: to.declaration.symbol! }, kind, how, line };
}

/** The classes and interfaces that a declaration of the file extends or implements. */
function supersOf(linking: FileLinking, { extends: extended, supers, at }: Declaration): ModuleDeclaration[] {
  const { module } = linking;
  const parents = [
    extended && entityOf(linking, module, extended, at),
    ...(supers ?? []).flatMap(named).map((name) => lookUpDotted(linking, module, name, at, 'type')),
  ];
  const found = parents.flatMap((entity) =>
    entity?.declared?.declaration.symbol === undefined ? [] : [entity.declared],
  );
  return found.filter(
    (each, i) => found.findIndex(({ declaration }) => declaration === each.declaration) === i,
  );
}

const named = (type: TypeExpression): string[] => (type[0] === 'name' ? [type[1]] : []);
