import { join } from 'node:path';
import { foreignText } from '@sqrl/base/foreign-file.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { kindNumber } from '../tables/edges.ts';
import { codeFiles } from '../tables/files.ts';
import { symbolsNamed } from '../tables/symbols.ts';
import { type EntryPoint, entryPointsOf } from './entry-points.ts';
import type { CodeGraph } from './graph.ts';
import { isManifest } from './manifests.ts';
import { groupFiles } from './module-groups.ts';

/** The code of a repository as the module map looks at it. */
export interface CodeMap {
  files: readonly { path: string; test: boolean }[];
  ties: readonly Coupling[];
  /** Files that call something when they are loaded. */
  running: ReadonlySet<string>;
  /** Files of Go with a function `main`. */
  mains: readonly string[];
  /** What the repository's manifests say, by path: package.json, pyproject.toml, Cargo.toml, go.mod… */
  manifests: ReadonlyMap<string, string>;
}

interface CodeModule {
  name: string;
  /** The folder it lies in; '.' for the root. */
  folder: string;
  files: string[];
  tests: string[];
  entryPoints: EntryPoint[];
  /** Imports and calls between two files of its own. */
  within: number;
  /** Those that lead out of it, or into it. */
  across: number;
}

interface Coupling {
  from: string;
  to: string;
  imports: number;
  calls: number;
}

export interface ModuleMap {
  modules: CodeModule[];
  couplings: Coupling[];
}

/** Reads what the module map is drawn from: the graph, and the manifests in the folder of the repository. */
export function codeMap(store: Store, graph: CodeGraph, root: string): CodeMap {
  const paths = new Map(codeFiles(store).map(({ id, path }) => [graph.nodeOf(id), path]));
  const ties = new Map<number, Coupling>();
  const running = new Set<string>();
  for (let node = 0; node < graph.size; node++)
    graph.eachOut(node, (other, tag) => {
      const kind = tag & 7;
      if (kind !== IMPORTS && kind !== CALLS) return;
      const [from, to] = [graph.fileOf(node), graph.fileOf(other)];
      if (kind === CALLS && node === from) running.add(paths.get(from)!);
      if (from === to) return;
      const tie = ties.get(from * graph.size + to) ?? {
        ...{ from: paths.get(from)!, to: paths.get(to)!, imports: 0, calls: 0 },
      };
      ties.set(from * graph.size + to, tie);
      tie[kind === IMPORTS ? 'imports' : 'calls']++;
    });
  const manifests = [...paths.values()].filter(isManifest).flatMap((path): [string, string][] => {
    const text = foreignText(join(root, path), { maxBytes: MAX_MANIFEST_BYTES, below: root });
    return text === undefined ? [] : [[path, text]];
  });
  return {
    files: [...paths].map(([node, path]) => ({ path, test: graph.isTest(node) })),
    ties: [...ties.values()].sort(byStrength),
    running,
    mains: symbolsNamed(store, 'main', MAX_MAINS).flatMap(({ name, kind, file }) =>
      name === 'main' && kind === 'function' && file.endsWith('.go') ? [file] : [],
    ),
    manifests: new Map(manifests),
  };
}

const [IMPORTS, CALLS] = [kindNumber('imports'), kindNumber('calls')];
const MAX_MANIFEST_BYTES = 2 ** 20;
const MAX_MAINS = 10_000;

const byStrength = (a: Coupling, b: Coupling): number =>
  b.imports + b.calls - (a.imports + a.calls) || (`${a.from}\0${a.to}` < `${b.from}\0${b.to}` ? -1 : 1);

/** Draws the map of a repository from its structure alone: what hangs together, where it begins, what leans on what. */
export function moduleMap(code: CodeMap): ModuleMap {
  const groups = groupFiles(code);
  const moduleOf = new Map(groups.flatMap(({ name, files }) => files.map((file) => [file, name])));
  const isTest = new Set(code.files.filter(({ test }) => test).map(({ path }) => path));
  const couplings = couplingsOf(
    // Tests lean on everything.
    code.ties.filter(({ from }) => !isTest.has(from)),
    moduleOf,
  );
  const entryPoints = entryPointsOf(code);
  const sum = (some: readonly Coupling[]): number =>
    some.reduce((total, { imports, calls }) => total + imports + calls, 0);
  const modules = groups.map(({ name, folder, files }): CodeModule => {
    const mine = couplings.filter(({ from, to }) => from === name || to === name);
    return {
      name,
      folder,
      files: files.filter((file) => !isTest.has(file)),
      tests: files.filter((file) => isTest.has(file)),
      entryPoints: entryPoints.filter(({ path }) => moduleOf.get(path) === name),
      within: sum(mine.filter(({ from, to }) => from === to)),
      across: sum(mine.filter(({ from, to }) => from !== to)),
    };
  });
  return { modules, couplings: couplings.filter(({ from, to }) => from !== to) };
}

/** Adds up what leads from module to module, strongest first. */
function couplingsOf(ties: readonly Coupling[], moduleOf: ReadonlyMap<string, string>): Coupling[] {
  const found = new Map<string, Coupling>();
  for (const tie of ties) {
    const [from, to] = [moduleOf.get(tie.from), moduleOf.get(tie.to)];
    if (from === undefined || to === undefined) continue;
    const coupling = found.get(`${from}\0${to}`) ?? { from, to, imports: 0, calls: 0 };
    found.set(`${from}\0${to}`, coupling);
    coupling.imports += tie.imports;
    coupling.calls += tie.calls;
  }
  return [...found.values()].sort(byStrength);
}
