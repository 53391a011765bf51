import type { CodeSymbol } from '@sqrl/base/model/code.ts';
import { type EntryPoint, entryPointsOf } from './entry-points.ts';
import { groupFiles } from './module-groups.ts';

/** The code of a repository as the module map looks at it. */
export interface CodeMap {
  files: readonly { path: string; test: boolean }[];
  /** Paths; one line for any two files. */
  importEdges: readonly { from: string; to: string }[];
  /** Ids of symbols; a call at the top of a file begins at the symbol of that file. */
  callEdges: readonly { from: number; to: number }[];
  symbols: readonly Pick<CodeSymbol, 'id' | 'file' | 'kind' | 'name' | 'exported'>[];
  /** What the repository's manifests say, by path: package.json, pyproject.toml, Cargo.toml, go.mod… */
  manifests: ReadonlyMap<string, string>;
}

/** A part of a repository that hangs together. */
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

/** How much one module leans on another. */
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

/** Draws the map of a repository from its structure alone: what hangs together, where it begins, what leans on what. */
export function moduleMap(code: CodeMap): ModuleMap {
  const groups = groupFiles(code);
  const moduleOf = new Map(groups.flatMap(({ name, files }) => files.map((file) => [file, name])));
  const couplings = couplingsOf(code, moduleOf);
  const entryPoints = entryPointsOf(code);
  const isTest = new Set(code.files.filter(({ test }) => test).map(({ path }) => path));
  const modules = groups.map(({ name, folder, files }): CodeModule => {
    const mine = couplings.filter(({ from, to }) => from === name || to === name);
    const sum = (some: readonly Coupling[]): number =>
      some.reduce((total, { imports, calls }) => total + imports + calls, 0);
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
  return {
    modules,
    couplings: couplings.filter(({ from, to }) => from !== to),
  };
}

/** Counts imports and calls from module to module, strongest first; tests lean on everything and are left out. */
function couplingsOf(code: CodeMap, moduleOf: ReadonlyMap<string, string>): Coupling[] {
  const isTest = new Set(code.files.filter(({ test }) => test).map(({ path }) => path));
  const fileOf = new Map(code.symbols.map(({ id, file }) => [id, file]));
  const found = new Map<string, Coupling>();
  const count = (
    fromFile: string | undefined,
    toFile: string | undefined,
    what: 'imports' | 'calls',
  ): void => {
    if (fromFile === undefined || toFile === undefined || fromFile === toFile || isTest.has(fromFile)) return;
    const [from, to] = [moduleOf.get(fromFile), moduleOf.get(toFile)];
    if (from === undefined || to === undefined) return;
    const coupling = found.get(`${from}\0${to}`) ?? { from, to, imports: 0, calls: 0 };
    found.set(`${from}\0${to}`, coupling);
    coupling[what]++;
  };
  for (const { from, to } of code.importEdges) count(from, to, 'imports');
  for (const { from, to } of code.callEdges) count(fileOf.get(from), fileOf.get(to), 'calls');
  return [...found.values()].sort(
    (a, b) =>
      b.imports + b.calls - (a.imports + a.calls) || (`${a.from}\0${a.to}` < `${b.from}\0${b.to}` ? -1 : 1),
  );
}
