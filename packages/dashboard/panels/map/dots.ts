import Graph from 'graphology';
import type { MapAppearance } from './discs.ts';
import { mixed, type Palette } from './palette.ts';
import { type Atlas, baseOf, type MapFile } from './picture.ts';
import { type Disc, placeFiles } from './place.ts';

/** Every file as a dot in the disc of its part. */
export function dotsOf(atlas: Atlas, discs: readonly Disc[]): Graph {
  const graph = new Graph({ type: 'directed' });
  for (const disc of discs) {
    const files = byWeight(atlas, atlas.filesOf.get(disc.name) ?? []);
    placeFiles(files, disc).forEach(({ x, y, r }, i) => {
      const { path } = files[i]!;
      graph.addNode(path, { x, y, size: r, label: baseOf(path) });
    });
  }
  return graph;
}

/** Files that many others lean on lie in the middle of their part. */
function byWeight(atlas: Atlas, files: readonly MapFile[]): MapFile[] {
  const users = ({ path }: MapFile) => atlas.files.by.get(path)?.length ?? 0;
  return files.toSorted((a, b) => users(b) - users(a) || (a.path < b.path ? -1 : 1));
}

/** How a dot looks now: by what is remembered of it, or by how soon an impact reaches it. */
export function dotLook(atlas: Atlas, { palette, reach, spot }: MapAppearance, path: string) {
  const depth = reach?.get(path);
  if (reach)
    return depth === undefined
      ? { color: palette.line, zIndex: 0, label: null }
      : { color: impactColor(palette, depth), zIndex: 2, forceLabel: depth === 0 };
  const { memories, stale } = atlas.file.get(path)!;
  const quiet = mixed(palette.surface, palette['ink-3'], 0.45);
  const known = mixed(quiet, palette['accent-fill'], Math.min(1, 0.35 + Math.log1p(memories) / 4));
  return {
    color: stale > 0 ? palette['warn-fill'] : memories > 0 ? known : quiet,
    zIndex: 1,
    forceLabel: path === spot.file,
  };
}

/**
 * Draws the lines that are to be seen: those of the file one is at, those an impact goes along, and within a part, faintly,
 * all. The others are not even in the graph: tens of thousands of hidden lines would cost as much as if they were seen.
 */
export function drawLines(graph: Graph, atlas: Atlas, look: MapAppearance): void {
  graph.clearEdges();
  const draw = (from: string, to: string, line: { color: string; size: number }) => {
    if (graph.hasNode(from) && graph.hasNode(to)) graph.mergeEdge(from, to, line);
  };
  const { palette, reach, spot, hover } = look;
  if (reach) {
    for (const [path, depth] of reach)
      for (const { to } of atlas.files.on.get(path) ?? [])
        if ((reach.get(to) ?? depth) < depth)
          draw(path, to, { color: impactColor(palette, depth), size: 0.12 });
    return;
  }
  const file = hover !== undefined && atlas.file.has(hover) ? hover : spot.file;
  const faint = mixed(palette.surface, palette['ink-3'], file === undefined ? 0.35 : 0.18);
  for (const { path, module } of atlas.filesOf.get(spot.module ?? '') ?? [])
    for (const { to } of atlas.files.on.get(path) ?? [])
      if (atlas.file.get(to)?.module === module) draw(path, to, { color: faint, size: 0.06 });
  if (file === undefined) return;
  for (const { to } of atlas.files.on.get(file) ?? [])
    draw(file, to, { color: palette['good-fill'], size: 0.14 });
  for (const { to } of atlas.files.by.get(file) ?? [])
    draw(to, file, { color: palette['info-fill'], size: 0.14 });
}

/** The color of what an impact reaches in so many steps: the farther, the paler. */
const impactColor = (palette: Palette, depth: number): string =>
  mixed(palette.surface, palette['bad-fill'], IMPACT_SHARES[depth] ?? 0.3);

const IMPACT_SHARES = [1, 0.75, 0.5];
