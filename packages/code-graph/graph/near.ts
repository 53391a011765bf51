import type { EdgeKind } from '@sqrl/base/model/code.ts';
import { kindNumber } from '../tables/edges.ts';
import type { CodeGraph } from './graph.ts';
import { nodesInside, readTag } from './reach.ts';

export interface FileTie {
  /** The file's node. */
  file: number;
  kinds: Partial<Record<EdgeKind, number>>;
  /** Nodes in it that the edges begin or end at. */
  nodes: Set<number>;
}

/** The files that edges out of a file lead to, or those from which edges lead into it, the most tied first. */
export function filesTied(graph: CodeGraph, file: number, way: 'into' | 'out'): FileTie[] {
  const ties = new Map<number, FileTie>();
  const each = way === 'into' ? graph.eachInto : graph.eachOut;
  for (const node of nodesInside(graph, file))
    each(node, (other, tag) => {
      const to = graph.fileOf(other);
      if (to === file || (tag & 7) === CONTAINMENT) return;
      const tie = ties.get(to) ?? { file: to, kinds: {}, nodes: new Set<number>() };
      const { kind } = readTag(tag);
      tie.kinds[kind] = (tie.kinds[kind] ?? 0) + 1;
      tie.nodes.add(way === 'out' ? other : node);
      ties.set(to, tie);
    });
  return [...ties.values()].sort((a, b) => weightOf(b) - weightOf(a) || a.file - b.file);
}

/** Files around some files: those tied to them either way, by how many of them they are tied to and how much. */
export function filesNear(
  graph: CodeGraph,
  files: readonly number[],
): { file: number; score: number; of: Set<number> }[] {
  const near = new Map<number, { file: number; score: number; of: Set<number> }>();
  const given = new Set(files);
  for (const file of given)
    for (const way of ['out', 'into'] as const)
      for (const tie of filesTied(graph, file, way)) {
        if (given.has(tie.file)) continue;
        const one = near.get(tie.file) ?? { file: tie.file, score: 0, of: new Set<number>() };
        // Beyond a few, more of the same say little.
        one.score += Math.log2(1 + weightOf(tie));
        one.of.add(file);
        near.set(tie.file, one);
      }
  return [...near.values()].sort((a, b) => b.of.size - a.of.size || b.score - a.score || a.file - b.file);
}

const CONTAINMENT = kindNumber('contains');

const WEIGHTS: Record<EdgeKind, number> = {
  contains: 0,
  imports: 2,
  calls: 1,
  inherits: 3,
  references: 0.5,
  uses: 0.5,
};

const weightOf = ({ kinds }: FileTie): number =>
  Object.entries(kinds).reduce((sum, [kind, n]) => sum + n * WEIGHTS[kind as EdgeKind], 0);
