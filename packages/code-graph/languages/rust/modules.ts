import { basename, dirname, join } from 'node:path/posix';
import type { LinkWorld } from '../../facts/linker.ts';
import { detailOf } from '../lookup.ts';
import type { RustDetail } from './detail.ts';

/** A module: the file it stands in, and which of the file's modules it is. */
export interface RustModule {
  path: string;
  module: number;
}

export const rustDetailOf = (path: string, world: LinkWorld): RustDetail | undefined =>
  detailOf<RustDetail>(path, world);

/** The module around one; undefined for that of a crate. */
export function parentOf({ path, module }: RustModule, world: LinkWorld): RustModule | undefined {
  const inline = rustDetailOf(path, world)?.modules[module]?.parent ?? -1;
  if (inline !== -1) return { path, module: inline };
  if (isRoot(path, world)) return undefined;
  const folder = basename(path) === 'mod.rs' ? dirname(dirname(path)) : dirname(path);
  const name = basename(path) === 'mod.rs' ? basename(dirname(path)) : basename(path, '.rs');
  const above = [
    join(folder, 'mod.rs'),
    `${folder}.rs`,
    join(folder, 'lib.rs'),
    join(folder, 'main.rs'),
  ].filter((each) => each !== path && world.exists(each));
  // A crate may be a library and a program at once; a module belongs to that which says so.
  const file = above.find((each) => hasModule(each, name, world)) ?? above[0];
  return file === undefined ? undefined : { path: file, module: 0 };
}

/** The module of the crate around a file. */
export function crateOf(path: string, world: LinkWorld): RustModule {
  let at: RustModule = { path, module: 0 };
  for (let steps = 0; steps < MAX_DEPTH; steps++) {
    const above = parentOf(at, world);
    if (!above) break;
    at = above;
  }
  return at;
}

/** The file of `mod name;` in a module. */
export function rustModuleFile(
  inside: RustModule,
  name: string,
  { given, world }: { given: string | null; world: LinkWorld },
): string | undefined {
  const { path } = inside;
  if (given !== null) return [join(dirname(path), given)].find((each) => world.exists(each));
  const own =
    basename(path) === 'mod.rs' || isRoot(path, world)
      ? dirname(path)
      : join(dirname(path), basename(path, '.rs'));
  const folder = join(own, ...inlineNames(inside, world));
  return [join(folder, `${name}.rs`), join(folder, name, 'mod.rs')].find((each) => world.exists(each));
}

/** The library of a crate of the repository, by the name that code calls it. */
export function crateNamed(name: string, world: LinkWorld): RustModule | undefined {
  const path = world.memo('rust crates', () => crates(world))[name];
  return path === undefined ? undefined : { path, module: 0 };
}

const MAX_DEPTH = 50;

function isRoot(path: string, world: LinkWorld): boolean {
  const name = basename(path);
  if (name === 'lib.rs' || name === 'main.rs' || name === 'build.rs') return true;
  const folder = dirname(path);
  return (
    /(?:^|\/)(?:src\/bin|tests|examples|benches)$/.test(folder) &&
    !world.exists(join(folder, 'mod.rs')) &&
    name !== 'mod.rs'
  );
}

const hasModule = (path: string, name: string, world: LinkWorld): boolean => {
  const items = rustDetailOf(path, world)?.modules[0]?.items;
  return items !== undefined && Object.hasOwn(items, name);
};

function inlineNames({ path, module }: RustModule, world: LinkWorld): string[] {
  const own = rustDetailOf(path, world)?.modules[module];
  return !own || own.parent === -1 ? [] : [...inlineNames({ path, module: own.parent }, world), own.name];
}

function crates(world: LinkWorld): Record<string, string> {
  const all: [string, string][] = world.paths('Cargo.toml').flatMap((path) => {
    const text = world.text(path) ?? '';
    const name = valueIn(text, 'lib', 'name') ?? valueIn(text, 'package', 'name');
    const file = join(dirname(path), valueIn(text, 'lib', 'path') ?? 'src/lib.rs');
    return name && world.exists(file) ? [[name.replaceAll('-', '_'), file]] : [];
  });
  return Object.fromEntries(all);
}

/** A text in a table of a TOML file. */
function valueIn(text: string, table: string, key: string): string | undefined {
  const start = new RegExp(`^\\[${table}\\]\\s*$`, 'm').exec(text);
  if (!start) return undefined;
  const rest = text.slice(start.index + start[0].length);
  const body = rest.slice(0, /^\s*\[/m.exec(rest)?.index ?? rest.length);
  return new RegExp(`^\\s*${key}\\s*=\\s*["']([^"']+)["']`, 'm').exec(body)?.[1];
}
