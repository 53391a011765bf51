import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useMemo } from 'react';

export type Picture = Output<'map'>;
export type MapModule = Picture['modules'][number];
export type MapFile = Picture['files'][number];

/** How something leans on something else, and how much. */
export interface Dependency {
  to: string;
  weight: number;
}

/** The map with what is asked of it again and again. */
export interface Atlas {
  picture: Picture;
  module: ReadonlyMap<string, MapModule>;
  file: ReadonlyMap<string, MapFile>;
  filesOf: ReadonlyMap<string, readonly MapFile[]>;
  /** What parts and files lean on, and what leans on them, the strongest first. */
  modules: Dependencies;
  files: Dependencies;
}

export interface Dependencies {
  on: ReadonlyMap<string, readonly Dependency[]>;
  by: ReadonlyMap<string, readonly Dependency[]>;
}

/** Prepares the map once for each answer. */
export const useAtlas = (picture: Picture | undefined): Atlas | undefined =>
  useMemo(
    () =>
      picture && {
        picture,
        module: new Map(picture.modules.map((module) => [module.name, module])),
        file: new Map(picture.files.map((file) => [file.path, file])),
        filesOf: Map.groupBy(picture.files, ({ module }) => module),
        modules: leansOf(picture.couplings),
        files: leansOf(picture.edges),
      },
    [picture],
  );

/** The name of a file without its folders. */
export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

type Edge = Picture['edges'][number];

function leansOf(edges: readonly Edge[]): Dependencies {
  const told = edges
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, imports, calls }) => ({ from, to, weight: imports + calls }))
    .sort((a, b) => b.weight - a.weight);
  const side = (key: 'from' | 'to', other: 'from' | 'to') =>
    new Map(
      [...Map.groupBy(told, (edge) => edge[key])].map(([name, list]): [string, Dependency[]] => [
        name,
        list.map((edge) => ({ to: edge[other], weight: edge.weight })),
      ]),
    );
  return { on: side('from', 'to'), by: side('to', 'from') };
}

export type ImpactOutput = Output<'graphImpact'>;

/** The files that may break with a symbol, and over how many steps; the symbol's own stands at nought. */
export function impactReach(impact: ImpactOutput | undefined): ReadonlyMap<string, number> | undefined {
  if (!impact) return undefined;
  const reach = new Map([[impact.symbol.file, 0]]);
  for (const { symbol, depth } of impact.hits)
    reach.set(symbol.file, Math.min(depth, reach.get(symbol.file) ?? depth));
  return reach;
}
