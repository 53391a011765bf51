import { dirname, join, normalize, relative } from 'node:path/posix';
import { type ParseError, parse } from 'jsonc-parser';
import type { LinkWorld } from '../../facts/linker.ts';

interface Package {
  folder: string;
  exports: unknown;
  imports: unknown;
  mains: string[];
}

export const packageNamed = (world: LinkWorld, name: string): Package | undefined => {
  const folder = world.memo('ts packages', () => foldersByName(world)).get(name);
  return folder === undefined ? undefined : packageIn(world, folder);
};

function foldersByName(world: LinkWorld): Map<string, string> {
  const folders = new Map<string, string>();
  // Outer ones first: a copy in a folder of fixtures does not stand for the package itself.
  const paths = world.paths('package.json').toSorted((a, b) => a.split('/').length - b.split('/').length);
  for (const path of paths) {
    const name = jsonAt(world, path)?.name;
    if (typeof name === 'string' && !folders.has(name)) folders.set(name, dirname(path));
  }
  return folders;
}

export function nearestPackage(world: LinkWorld, folder: string): Package | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = packageIn(world, at);
    if (found) return found;
    if (at === '.' || at === '/') return undefined;
  }
}

function packageIn(world: LinkWorld, folder: string): Package | undefined {
  const manifest = jsonAt(world, join(folder, 'package.json'));
  if (!manifest) return undefined;
  const { source, exports, imports } = manifest;
  const mains = [...(typeof source === 'string' ? [source] : []), ...mainsOf(manifest)];
  return { folder, exports, imports, mains };
}

/** The file behind a subpath of a package ('.' or './x'): its `exports`, else its main file, else the path itself. */
export function resolveExport(
  world: LinkWorld,
  { folder, exports, mains }: Package,
  subpath: string,
): string | undefined {
  const found = throughMap(world, folder, isMap(exports) ? exports : { '.': exports }, subpath);
  if (found) return found;
  if (subpath !== '.')
    return fileAt(world, join(folder, subpath)) ?? fileAt(world, join(folder, 'src', subpath));
  for (const main of mains) {
    const source = sourceOf(world, folder, join(folder, main));
    if (source) return source;
  }
  return fileAt(world, join(folder, 'src/index')) ?? fileAt(world, join(folder, 'index'));
}

const isMap = (exports: unknown): boolean =>
  typeof exports === 'object' && exports !== null && Object.keys(exports).some((key) => key.startsWith('.'));

/** The file that `exports` or `imports` of a package lead to from a subpath or a specifier. */
export function throughMap(world: LinkWorld, folder: string, map: unknown, key: string): string | undefined {
  if (typeof map !== 'object' || map === null) return undefined;
  const entries = Object.entries(map).toSorted(
    ([a], [b]) => Number(a.includes('*')) - Number(b.includes('*')) || b.length - a.length,
  );
  for (const [pattern, target] of entries) {
    const middle = matchStar(pattern, key);
    const found = middle === undefined ? undefined : throughTarget(world, folder, target, middle);
    if (found) return found;
  }
  return undefined;
}

/** Tries every condition, those that point at sources first: outputs are not in the repository. */
function throughTarget(
  world: LinkWorld,
  folder: string,
  target: unknown,
  middle: string,
): string | undefined {
  if (typeof target === 'string')
    return sourceOf(world, folder, join(folder, target.replaceAll('*', middle)));
  if (typeof target !== 'object' || target === null) return undefined;
  const conditions = Object.entries(target).toSorted(([a], [b]) => rank(a) - rank(b));
  for (const [, each] of conditions) {
    const found = throughTarget(world, folder, each, middle);
    if (found) return found;
  }
  return undefined;
}

const SOURCE = /source|src|development/;

const KNOWN = new Set(['types', 'import', 'require', 'node', 'default', 'module', 'browser']);

/** Those that point at sources come first, unknown ones last. */
const rank = (condition: string): number => (SOURCE.test(condition) ? 0 : KNOWN.has(condition) ? 1 : 2);

/** A file of a package, or the source it is probably built from: `dist/types/x.d.ts` from `src/x.ts`. */
function sourceOf(world: LinkWorld, folder: string, path: string): string | undefined {
  const found = fileAt(world, path);
  if (found) return found;
  const parts = relative(folder, path)
    .replace(/(?:\.d)?\.[mc]?[jt]sx?$/, '')
    .split('/');
  for (let skipped = 1; skipped < parts.length; skipped++)
    for (const root of ['src', '', 'lib', 'source']) {
      const source = fileAt(world, join(folder, root, ...parts.slice(skipped)));
      if (source) return source;
    }
  return undefined;
}

/** The file that a path without its true extension means: `.js` written for `.ts`, none at all, or a folder's index. */
export function fileAt(world: LinkWorld, path: string): string | undefined {
  const at = normalize(path).replace(/\/$/, '');
  return sourceAt(world, at) ?? withExtension(world, at) ?? indexOf(world, at);
}

/** A file by its path, or the source that one of the compiler's outputs is made from. */
function sourceAt(world: LinkWorld, path: string): string | undefined {
  const [, stem, extension] = /^(.*)\.([mc]?jsx?)$/.exec(path) ?? [];
  const written = extension
    ? (SOURCES[extension] ?? []).find((each) => world.exists(stem + each))
    : undefined;
  if (written) return stem! + written;
  return /\.\w+$/.test(path) && world.exists(path) ? path : undefined;
}

const SOURCES: Record<string, readonly string[]> = {
  js: ['.ts', '.tsx', '.d.ts'],
  jsx: ['.tsx', '.d.ts'],
  mjs: ['.mts', '.d.mts'],
  cjs: ['.cts', '.d.cts'],
};

const EXTENSIONS = [
  '.ts',
  '.tsx',
  '.d.ts',
  '.js',
  '.jsx',
  '.mts',
  '.cts',
  '.d.mts',
  '.d.cts',
  '.mjs',
  '.cjs',
  '.json',
];

function withExtension(world: LinkWorld, path: string): string | undefined {
  const extension = EXTENSIONS.find((each) => world.exists(path + each));
  return extension && path + extension;
}

function indexOf(world: LinkWorld, folder: string): string | undefined {
  const manifest = jsonAt(world, join(folder, 'package.json'));
  for (const main of manifest ? mainsOf(manifest) : []) {
    const path = normalize(join(folder, main));
    const found = path !== folder && (sourceAt(world, path) ?? withExtension(world, path));
    if (found) return found;
  }
  return withExtension(world, folder === '.' ? 'index' : `${folder}/index`);
}

/** The files that stand for a package, by what it says of itself. */
const mainsOf = (manifest: Record<string, unknown>): string[] =>
  ['types', 'typings', 'module', 'main'].flatMap((key) => {
    const main = manifest[key];
    return typeof main === 'string' ? [main] : [];
  });

/** What a small file of JSON says, with comments and commas after the last item; undefined for what is no object. */
export function jsonAt(world: LinkWorld, path: string): Record<string, unknown> | undefined {
  const errors: ParseError[] = [];
  const text = (world.text(path) ?? '').replace(/^\ufeff/, '');
  const found: unknown = parse(text, errors, { allowTrailingComma: true });
  const isObject = errors.length === 0 && typeof found === 'object' && found !== null;
  return isObject ? (found as Record<string, unknown>) : undefined;
}

/** What the star of a pattern stands for in a text; '' where there is no star and both are the same. */
export function matchStar(pattern: string, text: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star === -1) return pattern === text ? '' : undefined;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  if (!text.startsWith(before) || !text.endsWith(after) || text.length < before.length + after.length)
    return undefined;
  return text.slice(before.length, text.length - after.length);
}
