import { basename, dirname, join } from 'node:path/posix';
import type { LinkWorld } from '../../facts/linker.ts';
import {
  fileAt,
  jsonAt,
  matchStar,
  nearestPackage,
  packageNamed,
  resolveExport,
  throughMap,
} from './packages.ts';

/** The file of the repository that a specifier leads to from another file; undefined where it leads out of it. */
export function resolveModule(world: LinkWorld, from: string, specifier: string): string | undefined {
  const folder = dirname(from);
  return world.memo(`ts module ${folder} ${specifier}`, () => resolve(world, folder, bare(specifier)));
}

/** Bundlers read what comes after a question mark. */
const bare = (specifier: string): string => specifier.replace(/(?<=.)\?.*$/, '');

function resolve(world: LinkWorld, folder: string, specifier: string): string | undefined {
  if (/^\.\.?(?:\/|$)/.test(specifier)) return inside(join(folder, specifier), (path) => fileAt(world, path));
  if (/^(?:node|bun|npm|jsr|https?|data|virtual):/.test(specifier) || specifier === '') return undefined;
  const mapped = resolvePaths(world, folder, specifier);
  if (mapped) return mapped;
  if (specifier.startsWith('#')) {
    const owner = nearestPackage(world, folder);
    return owner && throughMap(world, owner.folder, owner.imports, specifier);
  }
  const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
  const found = name && packageNamed(world, name);
  return found ? resolveExport(world, found, rest ? `./${rest}` : '.') : undefined;
}

/** A path that leads out of the repository resolves to nothing. */
const inside = <T>(path: string, use: (path: string) => T): T | undefined =>
  path.startsWith('..') ? undefined : use(path);

/** Paths that a tsconfig maps, and the folder they start from. */
interface PathMapping {
  paths: [pattern: string, targets: string[], folder: string][];
  base: string | undefined;
}

/** What `paths` or `baseUrl` of the nearest tsconfig files make of a specifier. */
function resolvePaths(world: LinkWorld, folder: string, specifier: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    for (const name of ['tsconfig.json', 'jsconfig.json']) {
      const found = throughMapping(world, mappingOf(world, join(at, name)), specifier);
      if (found) return found;
    }
    if (at === '.' || at === '/') return undefined;
  }
}

const mappingOf = (world: LinkWorld, path: string): PathMapping =>
  world.memo(`ts config ${path}`, () => {
    const own = mappingIn(world, path, new Set());
    // A file of references only stands for those it refers to.
    const referred = referencesOf(world, path).map((each) => mappingIn(world, each, new Set()));
    return {
      paths: [own, ...referred].flatMap(({ paths }) => paths),
      base: own.base ?? referred.find(({ base }) => base !== undefined)?.base,
    };
  });

interface Config {
  extends?: string | string[];
  references?: { path?: string }[];
  compilerOptions?: { paths?: Record<string, string[]>; baseUrl?: string };
}

const configAt = (world: LinkWorld, path: string): Config | undefined => jsonAt(world, path);

function mappingIn(world: LinkWorld, path: string, seen: Set<string>): PathMapping {
  const config = seen.has(path) || path.startsWith('..') ? undefined : configAt(world, path);
  if (!config) return { paths: [], base: undefined };
  seen.add(path);
  const folder = dirname(path);
  const { paths, baseUrl } = config.compilerOptions ?? {};
  const base = typeof baseUrl === 'string' ? join(folder, baseUrl) : undefined;
  const parents = [config.extends ?? []]
    .flat()
    .filter((each) => typeof each === 'string' && each.startsWith('.'))
    .map((each) => mappingIn(world, configPath(folder, each), seen));
  const inherited = parents.at(-1);
  if (!paths || typeof paths !== 'object')
    return { paths: inherited?.paths ?? [], base: base ?? inherited?.base };
  const own = Object.entries(paths).map(([pattern, targets]): PathMapping['paths'][number] => [
    pattern,
    [targets].flat(),
    base ?? inherited?.base ?? folder,
  ]);
  return { paths: own, base: base ?? inherited?.base };
}

const configPath = (folder: string, path: string): string => {
  const at = join(folder, path);
  return at.endsWith('.json') ? at : `${at}.json`;
};

function referencesOf(world: LinkWorld, path: string): string[] {
  return (configAt(world, path)?.references ?? [])
    .flatMap(({ path: each }) => (typeof each === 'string' ? [join(dirname(path), each)] : []))
    .map((each) => (basename(each).endsWith('.json') ? each : join(each, 'tsconfig.json')));
}

function throughMapping(
  world: LinkWorld,
  { paths, base }: PathMapping,
  specifier: string,
): string | undefined {
  for (const [pattern, targets, folder] of paths) {
    const middle = matchStar(pattern, specifier);
    if (middle === undefined) continue;
    for (const target of targets) {
      const found = fileAt(world, join(folder, target.replace('*', middle)));
      if (found) return found;
    }
  }
  return base === undefined || specifier.startsWith('#') ? undefined : fileAt(world, join(base, specifier));
}
