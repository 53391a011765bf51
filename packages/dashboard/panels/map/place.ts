import Graph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import type { Picture } from './picture.ts';

/** A part of the code as a disc on the map. */
export interface Disc {
  name: string;
  x: number;
  y: number;
  r: number;
}

/** A file as a dot in the disc of its part. */
export interface Dot {
  x: number;
  y: number;
  r: number;
}

/** Dots lie this far from one another; everything else follows from it. */
const STEP = 2.3;
const RIM = 2.2;
const BETWEEN = 7;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

/**
 * Places the parts: those that lean on each other lie near each other, and none overlap. Nothing is left to chance, so that
 * a person who comes back finds everything where it was.
 */
export function placeModules({ modules, couplings }: Pick<Picture, 'modules' | 'couplings'>): Disc[] {
  const graph = new Graph({ type: 'undirected' });
  const most = modules.toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.name < b.name ? -1 : 1));
  most.forEach(({ name }, i) => {
    graph.addNode(name, { x: Math.sqrt(i) * Math.cos(i * GOLDEN), y: Math.sqrt(i) * Math.sin(i * GOLDEN) });
  });
  for (const { from, to, imports, calls } of couplings)
    if (from !== to && graph.hasNode(from) && graph.hasNode(to))
      graph.updateEdge(from, to, ({ weight = 0 }) => ({ weight: weight + Math.log1p(imports + calls) }));
  const settings = {
    strongGravityMode: true,
    gravity: 0.3,
    scalingRatio: 8,
    barnesHutOptimize: modules.length > 400,
  };
  forceAtlas2.assign(graph, {
    iterations: modules.length > 400 ? 80 : 250,
    settings,
    getEdgeWeight: 'weight',
  });
  const discs = most.map((module) => {
    const { x, y } = graph.getNodeAttributes(module.name) as { x: number; y: number };
    return { name: module.name, x, y, r: STEP * Math.sqrt(sizeOf(module)) + RIM };
  });
  return apart(tethered(gathered(discs), graph));
}

/** Places the files of one part in its disc like the seeds of a sunflower, the first in the middle. */
export const placeFiles = (files: Picture['files'], disc: Disc): Dot[] =>
  files.map(({ symbols }, i) => {
    const [far, turn] = [STEP * Math.sqrt(i + 0.5) * 0.97, i * GOLDEN];
    return {
      x: disc.x + far * Math.cos(turn),
      y: disc.y + far * Math.sin(turn),
      r: Math.min(1.05, 0.5 + 0.12 * Math.log1p(symbols)),
    };
  });

const sizeOf = ({ files, tests }: { files: number; tests: number }): number => Math.max(1, files + tests);

/** Brings the discs so near to one another that about half of the map is covered. */
function gathered(discs: Disc[]): Disc[] {
  const spread = (of: (disc: Disc) => number) => Math.max(...discs.map(of)) - Math.min(...discs.map(of));
  const room = spread(({ x }) => x) * spread(({ y }) => y);
  const wanted = discs.reduce((sum, { r }) => sum + (2 * r + BETWEEN) ** 2, 0) * 1.3;
  const scale = room > 0 ? Math.sqrt(wanted / room) : 1;
  return discs.map((disc) => ({ ...disc, x: disc.x * scale, y: disc.y * scale }));
}

/** Keeps parts that nothing is tied to just outside of the others; nothing else would hold them. */
function tethered(discs: Disc[], graph: Graph): Disc[] {
  const tied = discs.filter(({ name }) => graph.degree(name) > 0);
  if (tied.length === 0) return discs;
  const edge = Math.max(...tied.map(({ x, y, r }) => Math.hypot(x, y) + r));
  return discs.map((disc) => {
    const far = Math.hypot(disc.x, disc.y);
    const nearer = Math.min(1, (edge + disc.r) / (far || 1));
    return graph.degree(disc.name) > 0 ? disc : { ...disc, x: disc.x * nearer, y: disc.y * nearer };
  });
}

/** Pushes discs that overlap away from one another. */
function apart(discs: Disc[]): Disc[] {
  const rounds = discs.length > 400 ? 12 : 120;
  for (let round = 0; round < rounds; round++) {
    let moved = false;
    for (let i = 0; i < discs.length; i++)
      for (let j = i + 1; j < discs.length; j++) moved = push(discs[i]!, discs[j]!) || moved;
    if (!moved) break;
  }
  return discs;
}

function push(a: Disc, b: Disc): boolean {
  const [dx, dy] = [b.x - a.x || 1e-3, b.y - a.y];
  const distance = Math.hypot(dx, dy);
  const lacking = a.r + b.r + BETWEEN - distance;
  if (lacking <= 1e-6) return false;
  // The smaller one gives way.
  const share = b.r / (a.r + b.r);
  a.x -= (dx / distance) * lacking * share;
  a.y -= (dy / distance) * lacking * share;
  b.x += (dx / distance) * lacking * (1 - share);
  b.y += (dy / distance) * lacking * (1 - share);
  return true;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

const WAYS: Record<Direction, readonly [number, number]> = {
  left: [-1, 0],
  right: [1, 0],
  // The map's y grows upwards, as in mathematics.
  up: [0, 1],
  down: [0, -1],
};

/** What lies next to something in a direction; undefined at the edge. */
export function nextTo<T extends { x: number; y: number }>(
  from: { x: number; y: number },
  all: readonly T[],
  direction: Direction,
): T | undefined {
  const [ux, uy] = WAYS[direction];
  const measured = all.flatMap((one) => {
    const [dx, dy] = [one.x - from.x, one.y - from.y];
    const along = dx * ux + dy * uy;
    const beside = Math.abs(dx * uy - dy * ux);
    return along > 1e-6 && beside <= along * 2 ? [{ one, far: along + beside * 2 }] : [];
  });
  return measured.sort((a, b) => a.far - b.far)[0]?.one;
}
