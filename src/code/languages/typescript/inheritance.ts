import type { Declaration, TypeExpression } from './detail.ts';
import { lookUpDotted } from './names.ts';
import type { FileLinking, ModuleDeclaration } from './shapes.ts';
import { entityOf } from './values.ts';

/** The classes and interfaces that a declaration of the file extends or implements. */
export function supersOf(
  linking: FileLinking,
  { extends: extended, supers, at }: Declaration,
): ModuleDeclaration[] {
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
