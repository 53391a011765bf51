import { join, normalize } from 'node:path/posix';
import { type ParseError, parse } from 'jsonc-parser';
import type { LinkWorld } from '../../facts/linker.ts';

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
export const mainsOf = (manifest: Record<string, unknown>): string[] =>
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
