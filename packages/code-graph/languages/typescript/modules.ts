import { dirname, join } from 'node:path/posix';
import type { LinkWorld } from '../../facts/linker.ts';
import { fileAt } from './files.ts';
import { nearestPackage, packageNamed, resolveExport, throughMap } from './packages.ts';
import { resolvePaths } from './tsconfig.ts';

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
