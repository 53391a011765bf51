import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useMemo } from 'react';
import { useAddress } from '../../app/choices.ts';

export type Picture = Output<'map'>;
export type MapModule = Picture['modules'][number];
export type MapFile = Picture['files'][number];
export type ImpactOutput = Output<'graphImpact'>;

export interface MapSpot {
  module?: string | undefined;
  file?: string | undefined;
  /** The symbol whose impact is shown, as `file:name`. */
  impact?: string | undefined;
}

export interface MapLocation extends MapSpot {
  list: boolean;
  go(to: MapSpot): void;
  showList(list: boolean): void;
}

export function useAt(): MapLocation {
  const [params, set] = useAddress();
  return useMemo(() => {
    const read = (name: string) => params.get(name) ?? undefined;
    return {
      module: read('module'),
      file: read('file'),
      impact: read('impact'),
      list: read('view') === 'list',
      go: ({ module, file, impact }) => set({ module, file, impact }),
      showList: (list) => set({ view: list ? 'list' : undefined }),
    };
  }, [params, set]);
}

/** One step out: from an impact to its file, from a file to its module, from a module to the whole. */
export function outOf({ module, file, impact }: MapSpot): MapSpot {
  if (impact !== undefined) return { module, file };
  return file === undefined ? {} : { module };
}

export interface Dependency {
  to: string;
  weight: number;
}

interface Dependencies {
  on: ReadonlyMap<string, readonly Dependency[]>;
  by: ReadonlyMap<string, readonly Dependency[]>;
}

export interface Atlas {
  picture: Picture;
  module: ReadonlyMap<string, MapModule>;
  file: ReadonlyMap<string, MapFile>;
  filesOf: ReadonlyMap<string, readonly MapFile[]>;
  /** What modules and files import, and what imports them, the strongest first. */
  modules: Dependencies;
  files: Dependencies;
}

export const useAtlas = (picture: Picture | undefined): Atlas | undefined =>
  useMemo(
    () =>
      picture && {
        picture,
        module: new Map(picture.modules.map((module) => [module.name, module])),
        file: new Map(picture.files.map((file) => [file.path, file])),
        filesOf: Map.groupBy(picture.files, ({ module }) => module),
        modules: dependenciesOf(picture.couplings),
        files: dependenciesOf(picture.edges),
      },
    [picture],
  );

function dependenciesOf(edges: Picture['edges']): Dependencies {
  const all = edges
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, imports, calls }) => ({ from, to, weight: imports + calls }))
    .sort((a, b) => b.weight - a.weight);
  const side = (key: 'from' | 'to', other: 'from' | 'to') => {
    const groups = Map.groupBy(all, (edge) => edge[key]);
    return new Map(
      [...groups].map(([name, some]) => [name, some.map((one) => ({ to: one[other], weight: one.weight }))]),
    );
  };
  return { on: side('from', 'to'), by: side('to', 'from') };
}

/** The files that may break with a symbol, and over how many steps; the symbol's own stands at 0. */
export function impactReach(impact: ImpactOutput | undefined): ReadonlyMap<string, number> | undefined {
  if (!impact) return undefined;
  const reach = new Map([[impact.symbol.file, 0]]);
  for (const { symbol, depth } of impact.hits)
    reach.set(symbol.file, Math.min(depth, reach.get(symbol.file) ?? depth));
  return reach;
}

export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
