import { type CodeMap, type ModuleMap, moduleMap } from '@sqrl/code-graph/index.ts';
import { codeGeneration, codeState } from '@sqrl/code-graph/tables/state.ts';
import { asking } from '../codebase/graph.ts';
import { codeMap } from '../codebase/graph-layers.ts';
import { fileShapes } from '../store/stats/day-counts.ts';
import type { Engine } from '../workspace/workspace.ts';

/** How much one file leans on another. */
interface FileEdge {
  from: string;
  to: string;
  imports: number;
  calls: number;
}

/** What does not change while the code does not. */
export interface CodePicture extends ModuleMap {
  files: CodeMap['files'];
  moduleOf: ReadonlyMap<string, string>;
  /** Strongest first. */
  edges: FileEdge[];
  shapes: ReturnType<typeof fileShapes>;
}

const drawn = new WeakMap<Engine['own'], { generation: number; picture: CodePicture }>();

/** The parts, the files and what leans on what; drawn once for each state of the code. Undefined where it is not indexed. */
export function codePicture(engine: Engine): CodePicture | undefined {
  const { store } = engine.own;
  if (!engine.project || codeState(store, 'indexed_at') === undefined) return undefined;
  const generation = codeGeneration(store);
  const before = drawn.get(engine.own);
  if (before?.generation === generation) return before.picture;
  const code = codeMap(asking(engine), engine.project.root);
  const map = moduleMap(code);
  const picture = {
    ...map,
    files: code.files,
    moduleOf: new Map(
      map.modules.flatMap(({ name, files, tests }) =>
        [...files, ...tests].map((path): [string, string] => [path, name]),
      ),
    ),
    edges: edgesOf(code),
    shapes: fileShapes(store),
  };
  drawn.set(engine.own, { generation, picture });
  return picture;
}

function edgesOf({ importEdges, callEdges, symbols }: CodeMap): FileEdge[] {
  const fileOf = new Map(symbols.map(({ id, file }) => [id, file]));
  const edges = new Map<string, FileEdge>();
  const count = (from: string | undefined, to: string | undefined, what: 'imports' | 'calls'): void => {
    if (from === undefined || to === undefined || from === to) return;
    const key = `${from}\0${to}`;
    const edge = edges.get(key) ?? { from, to, imports: 0, calls: 0 };
    edges.set(key, edge);
    edge[what]++;
  };
  for (const { from, to } of importEdges) count(from, to, 'imports');
  for (const { from, to } of callEdges) count(fileOf.get(from), fileOf.get(to), 'calls');
  return [...edges.values()].sort(
    (a, b) =>
      b.imports + b.calls - a.imports - a.calls || (`${a.from}\0${a.to}` < `${b.from}\0${b.to}` ? -1 : 1),
  );
}
