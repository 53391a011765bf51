import { dirname, join, normalize } from 'node:path/posix';
import { readManifest } from './manifests.ts';
import type { CodeMap } from './modules.ts';

export interface EntryPoint {
  path: string;
  /** What a package says it is, what a framework makes of its path, or a file that runs and that no file imports. */
  as: 'main' | 'export' | 'command' | 'route' | 'script';
}

/** Finds where a repository is entered: what its packages export and run, its routes, and files that just run. */
export function entryPointsOf(code: CodeMap): EntryPoint[] {
  const paths = new Set(code.files.filter(({ test }) => !test).map(({ path }) => path));
  const declared = [...code.manifests].flatMap(([path, text]) =>
    readManifest(path, text).entries.flatMap(({ as, target }): EntryPoint[] => {
      const source = sourceOf(dirname(path), target, paths);
      return source === undefined ? [] : [{ path: source, as }];
    }),
  );
  const found = [
    ...declared,
    ...[...paths].filter((path) => ROUTE.test(path)).map((path): EntryPoint => ({ path, as: 'route' })),
    ...[...paths].filter((path) => COMMAND.test(path)).map((path): EntryPoint => ({ path, as: 'command' })),
    ...code.mains.map((path): EntryPoint => ({ path, as: 'command' })),
    ...scripts(code, paths).map((path): EntryPoint => ({ path, as: 'script' })),
  ];
  const first = new Map<string, EntryPoint>();
  for (const entry of found) if (!first.has(entry.path)) first.set(entry.path, entry);
  return [...first.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

// By the rules of the frameworks that make routes of files: Next, SvelteKit, Nuxt, Remix.
const ROUTE =
  /(?:^|\/)(?:app\/(?:.+\/)?(?:page|route)\.[jt]sx?|(?:src\/)?pages\/.+\.(?:[jt]sx?|vue)|routes\/(?:.+\/)?\+(?:page|server)(?:\.\w+)*|(?:app|server)\/(?:routes|api)\/.+\.[jt]sx?)$/;

const COMMAND = /(?:^|\/)(?:__main__\.py|src\/main\.rs|src\/bin\/[^/]+\.rs|manage\.py)$/;

/** Files that no file imports but that call something themselves when they are loaded. */
function scripts({ ties, running }: CodeMap, paths: ReadonlySet<string>): string[] {
  const imported = new Set(
    ties.flatMap(({ from, to, imports }) => (imports > 0 && paths.has(from) ? to : [])),
  );
  return [...running].filter((path) => paths.has(path) && !imported.has(path));
}

/** The source of what a manifest names: the file itself, what it is built from, or a Python module. */
function sourceOf(folder: string, target: string, paths: ReadonlySet<string>): string | undefined {
  const [, module] = /^([\w.]+)(?::[\w.]+)?$/.exec(target) ?? [];
  const python = module === undefined ? [] : pythonFiles(module);
  const plain = normalize(target);
  const unbuilt = plain.replace(/^(?:dist|build|out|lib|esm|cjs)\//, '');
  const candidates = [plain, ...unbuiltIn(plain), ...unbuiltIn(unbuilt), ...python].flatMap((path) => [
    path,
    `src/${path}`,
  ]);
  return candidates.map((path) => join(folder, path)).find((path) => paths.has(path));
}

/** A file that is built, under the names its source may have. */
function unbuiltIn(path: string): string[] {
  const bare = path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '');
  const bares = [bare, ...(bare.includes('/') ? [bare.slice(bare.indexOf('/') + 1)] : [])];
  return bares.flatMap((name) =>
    ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '/index.ts', '/index.js'].map((end) => name + end),
  );
}

const pythonFiles = (module: string): string[] => {
  const path = module.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__init__.py`];
};
