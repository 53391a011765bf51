import { dirname, join } from 'node:path/posix';
import type { LinkWorld } from '../../facts/linker.ts';
import { detailOf } from '../lookup.ts';
import type { PythonDetail, PythonImport } from './detail.ts';
import { STANDARD } from './standard.ts';

/** The file of a module as one file names it; undefined where it lies outside of the repository. */
export function pythonModuleFile(
  from: string,
  { module, up }: { module: string; up: number },
  world: LinkWorld,
): string | undefined {
  if (up > 0) return relative(from, module, up, world);
  const first = module.split('.')[0]!;
  // Only what lies at a root may go by the name of a standard module, and hardly ever does.
  if (STANDARD.has(first)) return undefined;
  // Modules of one folder see the same, so it is worked out once for all of them.
  const folder = dirname(from);
  return world.memo(`python module ${folder} ${module}`, () => absolute(folder, module, world)) ?? undefined;
}

/** The module of that name inside of a package, given as the package's `__init__` file. */
export const submodule = (init: string, name: string, world: LinkWorld): string | undefined =>
  /(?:^|\/)__init__\.pyi?$/.test(init) ? fileAt(join(dirname(init), name), world) : undefined;

function relative(from: string, module: string, up: number, world: LinkWorld): string | undefined {
  const folder = Array.from({ length: up - 1 }).reduce<string>((at) => dirname(at), dirname(from));
  return fileAt(join(folder, module.replaceAll('.', '/')), world);
}

function absolute(folder: string, module: string, world: LinkWorld): string | null {
  const path = module.replaceAll('.', '/');
  for (const root of rootsAround(folder, world)) {
    const file = fileAt(join(root, path), world);
    if (file) return file;
  }
  return null;
}

/** Folders in which packages are looked for: nearest first, the folder itself last where it is part of a package. */
function rootsAround(folder: string, world: LinkWorld): string[] {
  const above: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    above.push(at);
    if (at === '.') break;
  }
  const isPackage = (at: string): boolean => world.exists(join(at, '__init__.py'));
  const outside = above.filter((at) => !isPackage(at));
  return [...outside.flatMap((at) => [at, ...SOURCES.map((name) => join(at, name))]), folder];
}

const SOURCES = ['src', 'lib', 'python'];

const fileAt = (path: string, world: LinkWorld): string | undefined =>
  ENDINGS.map((ending) => `${path}${ending}`).find((each) => world.exists(each));

const ENDINGS = ['/__init__.py', '.py', '/__init__.pyi', '.pyi'];

/** The files of one import: the modules among the names, and the module they come from unless all of them are modules. */
export function filesImported(from: string, { module, up, names }: PythonImport, world: LinkWorld): string[] {
  const file = pythonModuleFile(from, { module, up }, world);
  const prefix = module ? `${module}.` : '';
  const below = names.map((name) =>
    name === '*' || definedIn(file, name, world)
      ? undefined
      : pythonModuleFile(from, { module: `${prefix}${name}`, up }, world),
  );
  const whole = names.length === 0 || below.includes(undefined) ? file : undefined;
  return [...new Set([whole, ...below].flatMap((path) => path ?? []))].filter((path) => path !== from);
}

const definedIn = (file: string | undefined, name: string, world: LinkWorld): boolean => {
  const bindings = file === undefined ? undefined : detailOf<PythonDetail>(file, world)?.names;
  const own = bindings && Object.hasOwn(bindings, name) ? bindings[name]! : [];
  // `from . import a` in the package itself makes no other thing of the module.
  return own.some(
    (binding) => 'value' in binding || ('from' in binding && !(binding.from === '' && binding.up === 1)),
  );
};
