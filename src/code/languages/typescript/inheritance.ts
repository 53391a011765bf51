import type { Declaration, Type } from './detail.ts';
import { lookUpDotted } from './names.ts';
import type { Declared, Linking } from './shapes.ts';
import { entityOf } from './values.ts';

/** The classes and interfaces that a declaration of the file extends or implements. */
export function supersOf(linking: Linking, { extends: extended, supers, at }: Declaration): Declared[] {
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

const named = (type: Type): string[] => (type[0] === 'name' ? [type[1]] : []);
