import type { RefObject } from 'react';
import type Sigma from 'sigma';
import { useKeys } from '../../keys/keys.ts';
import { type MapLocation, outOf } from './at.ts';
import { zoom } from './camera.ts';
import type { Atlas } from './picture.ts';
import { type Direction, type Disc, nextTo } from './place.ts';

interface MapKeysContext {
  at: MapLocation;
  atlas: Atlas;
  discs: readonly Disc[];
  sigma: Sigma | undefined;
  finder: RefObject<HTMLInputElement | null>;
  drawable: boolean;
}

/** The map by keyboard: arrows go to what lies next, Enter goes in, Escape out. */
export function useMapKeys({ at, atlas, discs, sigma, finder, drawable }: MapKeysContext): void {
  const group = 'Map';
  const move = (direction: Direction) => () => {
    if (sigma) at.go(next(direction, { at, atlas, discs, sigma }) ?? at);
  };
  const enter = () => {
    const [first] = at.module === undefined ? [] : middleOut(atlas, at.module);
    if (sigma && at.file === undefined && first) at.go({ module: at.module, file: first.path });
  };
  useKeys([
    { keys: '/', does: 'Find', group, run: () => finder.current?.focus() },
    { keys: 'arrowright', does: 'Move (arrows)', group, run: move('right') },
    { keys: 'arrowleft', run: move('left') },
    { keys: 'arrowup', run: move('up') },
    { keys: 'arrowdown', run: move('down') },
    // A button that has the focus hears Enter itself.
    ...(sigma ? [{ keys: 'i', does: 'Open module', group, run: enter }] : []),
    { keys: 'escape', does: 'Up', group, run: () => at.go(outOf(at)) },
    { keys: '+', does: 'Zoom in', group, run: () => sigma && zoom(sigma, 0.66) },
    { keys: '-', does: 'Zoom out', group, run: () => sigma && zoom(sigma, 1.5) },
    ...(drawable ? [{ keys: 'l', does: 'Graph or list', group, run: () => at.showList(!at.list) }] : []),
  ]);
}

/** The files of a part, those first that most others lean on: they lie in its middle. */
const middleOut = ({ filesOf, files }: Atlas, module: string) =>
  (filesOf.get(module) ?? []).toSorted(
    (a, b) =>
      (files.by.get(b.path)?.length ?? 0) - (files.by.get(a.path)?.length ?? 0) || (a.path < b.path ? -1 : 1),
  );

function next(
  direction: Direction,
  { at, atlas, discs, sigma }: Pick<MapKeysContext, 'at' | 'atlas' | 'discs'> & { sigma: Sigma },
) {
  const graph = sigma.getGraph();
  if (at.module !== undefined && at.file !== undefined && graph.hasNode(at.file)) {
    const dots = (atlas.filesOf.get(at.module) ?? []).map(({ path }) => ({ path, ...pointOf(sigma, path) }));
    const to = nextTo(pointOf(sigma, at.file), dots, direction);
    return to && { module: at.module, file: to.path };
  }
  const from = discs.find(({ name }) => name === at.module);
  const to = from ? nextTo(from, discs, direction) : discs[0];
  return to && { module: to.name };
}

const pointOf = (sigma: Sigma, path: string): { x: number; y: number } => {
  const { x, y } = sigma.getGraph().getNodeAttributes(path) as { x: number; y: number };
  return { x, y };
};
