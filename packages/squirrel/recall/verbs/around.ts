import { filesNear } from '@sqrl/code-graph/index.ts';
import { codeFile } from '@sqrl/code-graph/tables/files.ts';
import { codeState } from '@sqrl/code-graph/tables/state.ts';
import { asking, toldNodes } from '../../codebase/graph.ts';
import { currentConfidence } from '../../learn/lifecycle/confidence.ts';
import { filesTogether } from '../../store/events/history.ts';
import type { ProjectTime } from '../../store/events/project-time.ts';
import { UNUSED, usesOf } from '../../store/memory/places.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { Hit, QuestionSurroundings } from '../find.ts';
import type { WeighingFacts } from '../weigh.ts';

const NEIGHBOR_WEIGHT = 0.5;
const MAX_FILES = 40;

/** Files and symbols at hand, and the files beside them in the code and in past work, each with how near it is. */
export function aroundOf(
  engine: Engine,
  {
    files,
    symbols,
    neighbors = true,
  }: { files: readonly string[]; symbols: readonly string[]; neighbors?: boolean | undefined },
): QuestionSurroundings {
  const near = new Map(files.map((file) => [file, 1]));
  (neighbors ? filesAround(engine, files) : []).forEach((file, place) => {
    if (!near.has(file)) near.set(file, NEIGHBOR_WEIGHT * (1 - place / MAX_FILES));
  });
  for (const file of files)
    for (let folder = file; folder.includes('/'); ) {
      folder = folder.slice(0, folder.lastIndexOf('/'));
      if (!near.has(folder)) near.set(folder, NEIGHBOR_WEIGHT);
    }
  return { files: near, symbols: new Map(symbols.map((symbol) => [symbol, 1])) };
}

/** Files that have to do with some files, the nearest first: tied to them in the code, or changed in the same work. */
function filesAround(engine: Engine, files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const scores = new Map<string, number>();
  const add = (some: readonly string[]) => {
    for (const [i, file] of some.entries()) scores.set(file, (scores.get(file) ?? 0) + 1 / (1 + i));
  };
  const together = filesTogether(engine.own.store, files, { way: 'changed', limit: 10, times: 2 });
  for (const some of together) add(some.map(({ path }) => path));
  add(tied(engine, files));
  return [...scores]
    .filter(([file]) => !files.includes(file))
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, MAX_FILES)
    .map(([file]) => file);
}

/** Files tied to some files in the code; none where it is not indexed. */
function tied(engine: Engine, files: readonly string[]): string[] {
  if (!engine.project || codeState(engine.own.store, 'indexed_at') === undefined) return [];
  const ask = asking(engine);
  const nodes = files.flatMap((file) => {
    const known = codeFile(ask.store, file);
    return known ? [ask.graph.nodeOf(known.id)] : [];
  });
  const near = filesNear(
    ask.graph,
    nodes.filter((node) => node >= 0),
  ).slice(0, MAX_FILES);
  return toldNodes(
    ask,
    near.map(({ file }) => file),
  ).map(({ file }) => file);
}

/** What is known of the memories in some hits besides what they say. */
export function standingsOf(time: ProjectTime): (hits: readonly Hit[]) => (hit: Hit) => WeighingFacts {
  return (hits) => {
    const uses = new Map(
      [...Map.groupBy(hits, ({ indexedStore }) => indexedStore.store)].map(([store, some]) => [
        store,
        usesOf(
          store,
          some.map(({ row }) => row),
        ),
      ]),
    );
    return ({ indexedStore, row, memory }) => {
      const use = uses.get(indexedStore.store)?.get(row) ?? UNUSED;
      // Getters: a question in words asks for neither.
      return {
        ...use,
        get idleDays() {
          return time.daysSince(use.lastUsedAt ?? memory.updatedAt, memory.files);
        },
        get trust() {
          const sure = currentConfidence(memory, { lastUsedAt: use.lastUsedAt, time });
          return memory.confidence > 0 ? Math.max(0.25, sure / memory.confidence) : 1;
        },
      };
    };
  };
}
