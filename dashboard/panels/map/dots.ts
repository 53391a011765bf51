import Graph from 'graphology';
import type { Look } from './discs.ts';
import { mixed } from './palette.ts';
import { type Atlas, baseOf, type File } from './picture.ts';
import { type Disc, placeFiles } from './place.ts';

/** Every file as a dot in the disc of its part, with what leans on what. */
export function dotsOf(atlas: Atlas, discs: readonly Disc[]): Graph {
  const graph = new Graph({ type: 'directed' });
  for (const disc of discs) {
    const files = byWeight(atlas, atlas.filesOf.get(disc.name) ?? []);
    placeFiles(files, disc).forEach(({ x, y, r }, i) => {
      const { path } = files[i]!;
      graph.addNode(path, { x, y, size: r, label: baseOf(path) });
    });
  }
  for (const { from, to } of atlas.picture.edges)
    if (from !== to && graph.hasNode(from) && graph.hasNode(to)) graph.mergeEdge(from, to);
  return graph;
}

/** Files that many others lean on lie in the middle of their part. */
function byWeight(atlas: Atlas, files: readonly File[]): File[] {
  const users = ({ path }: File) => atlas.files.by.get(path)?.length ?? 0;
  return files.toSorted((a, b) => users(b) - users(a) || (a.path < b.path ? -1 : 1));
}

/** How a dot looks now: by what is remembered of it, or by how soon an impact reaches it. */
export function dotLook(atlas: Atlas, { palette, reach, spot }: Look, path: string) {
  const depth = reach?.get(path);
  if (reach)
    return depth === undefined
      ? { color: palette.line, zIndex: 0, label: null }
      : { color: palette[depthColor(depth)], zIndex: 2, forceLabel: depth === 0 };
  const { memories, stale } = atlas.file.get(path)!;
  const quiet = mixed(palette.surface, palette['ink-3'], 0.45);
  const known = mixed(quiet, palette['accent-fill'], Math.min(1, 0.35 + Math.log1p(memories) / 4));
  return {
    color: stale > 0 ? palette['warn-fill'] : memories > 0 ? known : quiet,
    zIndex: 1,
    forceLabel: path === spot.file,
  };
}

/** Which lines are seen: those of the file one is at, those an impact goes along, and within a part, faintly, all. */
export function lineLook({ palette, reach, spot, hover }: Look, from: File, to: File) {
  if (reach) {
    const [a, b] = [reach.get(from.path), reach.get(to.path)];
    const along = a !== undefined && b !== undefined && a > b;
    return along ? { color: palette[depthColor(a)], size: 0.12 } : { hidden: true };
  }
  const file = hover !== undefined && hover !== spot.module ? hover : spot.file;
  if (from.path === file) return { color: palette['accent-fill'], size: 0.14, zIndex: 2 };
  if (to.path === file) return { color: palette['info-fill'], size: 0.14, zIndex: 2 };
  const inside = from.module === to.module && from.module === spot.module;
  return inside
    ? { color: mixed(palette.surface, palette['ink-3'], file === undefined ? 0.35 : 0.18), size: 0.06 }
    : { hidden: true };
}

/** The colour of what an impact reaches in so many steps. */
export const depthColor = (depth: number) =>
  depth === 0 ? 'accent-fill' : depth === 1 ? 'bad-fill' : depth === 2 ? 'warn-fill' : 'info-fill';
