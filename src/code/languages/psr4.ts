import { dirname, join } from 'node:path/posix';
import type { LinkWorld } from '../facts/linker.ts';

/** The file in which a class of PHP is defined, by the `psr-4` rules of the composer.json around a path. */
export function classFile(name: string, from: string, world: LinkWorld): string | undefined {
  return rulesAround(from, world)
    .filter(({ prefix }) => name.startsWith(prefix))
    .map(({ prefix, folder }) => join(folder, `${name.slice(prefix.length).replaceAll('\\', '/')}.php`))
    .find((path) => world.exists(path));
}

interface Psr4Rule {
  prefix: string;
  folder: string;
}

/** Longest prefix first. */
function rulesAround(from: string, world: LinkWorld): Psr4Rule[] {
  return world
    .paths('composer.json')
    .filter((path) => dirname(path) === '.' || from.startsWith(`${dirname(path)}/`))
    .flatMap((path) => world.memo(`psr-4 ${path}`, () => rulesIn(path, world)))
    .sort((a, b) => b.prefix.length - a.prefix.length);
}

function rulesIn(path: string, world: LinkWorld): Psr4Rule[] {
  const composer = parsed(world.text(path));
  return [composer?.autoload, composer?.['autoload-dev']]
    .flatMap((autoload) => Object.entries(Object(Object(autoload)['psr-4'])))
    .flatMap(([prefix, folders]) => [folders].flat().map((folder) => ({ prefix, folder })))
    .filter((rule): rule is Psr4Rule => typeof rule.folder === 'string')
    .map(({ prefix, folder }) => ({ prefix, folder: join(dirname(path), folder) }));
}

function parsed(text: string | undefined): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}
