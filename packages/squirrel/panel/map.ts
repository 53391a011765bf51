import { codeMap, moduleMap } from '@sqrl/code-graph/index.ts';
import { openCodeFiles } from '@sqrl/code-graph/tables/files.ts';
import { codeGeneration, codeState } from '@sqrl/code-graph/tables/state.ts';
import { asking } from '../codebase/graph.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { whileUnchanged } from '../store/memory/unchanged.ts';
import { type FileMemory, fileMemories, fileShapes, fileUseCounts } from '../store/stats/overview.ts';
import type { Engine } from '../workspace/workspace.ts';

const UNKNOWN = { modules: [], couplings: [], files: [], filesTotal: 0, edges: [] };

/** The parts of the code as the index knows them and their files, with what is remembered of each. */
export function map(engine: Engine, { limit }: Parsed<'map'>) {
  const { store } = engine.own;
  const pending = openCodeFiles(store, 10);
  const picture = codePicture(engine);
  if (!picture) return { indexed: false, ...UNKNOWN, pending };
  const byFile = memoriesByFile(store);
  const uses = fileUseCounts(store);
  const modules = picture.modules.map((each) => {
    const all = [...each.files, ...each.tests];
    return {
      name: each.name,
      folder: each.folder,
      files: each.files.length,
      tests: each.tests.length,
      symbols: all.reduce((sum, path) => sum + (picture.shapes.get(path)?.symbols ?? 0), 0),
      ...countsOf(all.flatMap((path) => byFile.get(path) ?? [])),
      covered: each.files.filter((path) => byFile.has(path)).length,
      across: each.across,
      changed: all.reduce((sum, path) => sum + (uses.get(path)?.changed ?? 0), 0),
    };
  });
  const files = filesOf(picture, byFile, uses);
  const told = files.slice(0, limit);
  const among = new Set(told.map(({ path }) => path));
  return {
    indexed: true,
    modules,
    couplings: picture.couplings.slice(0, limit),
    files: told,
    filesTotal: files.length,
    edges: picture.edges
      .filter(({ from, to }) => among.has(from) && among.has(to))
      .slice(0, limit * EDGES_PER_FILE),
    pending,
  };
}

const memoriesByFile = whileUnchanged((store) => Map.groupBy(fileMemories(store), ({ path }) => path));

/** More of them are a black square on any screen. */
const EDGES_PER_FILE = 4;

const filesOf = (
  { files, moduleOf, shapes }: CodePicture,
  byFile: ReadonlyMap<string, FileMemory[]>,
  uses: ReturnType<typeof fileUseCounts>,
) =>
  files
    .flatMap(({ path }) => {
      const module = moduleOf.get(path);
      if (module === undefined) return [];
      const { memories, stale } = countsOf(byFile.get(path) ?? []);
      const { symbols = 0 } = shapes.get(path) ?? {};
      const { looked = 0, changed = 0 } = uses.get(path) ?? {};
      return [{ path, module, symbols, memories, stale, changed, looked }];
    })
    .sort((a, b) => b.memories - a.memories || b.symbols - a.symbols || (a.path < b.path ? -1 : 1));

/** One memory may be about several files of a part. */
function countsOf(about: readonly FileMemory[]) {
  const count = (some: readonly FileMemory[]) => new Set(some.map(({ row }) => row)).size;
  return {
    memories: count(about),
    stale: count(about.filter(({ stale }) => stale)),
    needsReview: count(about.filter(({ needsReview }) => needsReview)),
  };
}

/** The parts, the files and what leans on what; drawn once for each state of the code. Undefined where it is not indexed. */
function codePicture(engine: Engine): CodePicture | undefined {
  const { store } = engine.own;
  if (!engine.project || codeState(store, 'indexed_at') === undefined) return undefined;
  const generation = codeGeneration(store);
  const before = drawn.get(engine.own);
  if (before?.generation === generation) return before.picture;
  const picture = draw(engine, engine.project.root);
  drawn.set(engine.own, { generation, picture });
  return picture;
}

const drawn = new WeakMap<Engine['own'], { generation: number; picture: CodePicture }>();

type CodePicture = ReturnType<typeof draw>;

function draw(engine: Engine, root: string) {
  const { store, graph } = asking(engine);
  const code = codeMap(store, graph, root);
  const map = moduleMap(code);
  const modules = map.modules.flatMap(({ name, files, tests }) =>
    [...files, ...tests].map((path): [string, string] => [path, name]),
  );
  return {
    ...map,
    files: code.files,
    moduleOf: new Map(modules),
    edges: code.ties,
    shapes: fileShapes(store),
  };
}
