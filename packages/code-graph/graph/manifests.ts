import { basename, join } from 'node:path/posix';
import { parse } from 'smol-toml';

export interface Manifest {
  name: string | null;
  /** Files, or modules in the words of its language, at which it is entered, and as what. */
  entries: { as: 'main' | 'export' | 'command'; target: string }[];
}

export const isManifest = (path: string): boolean => basename(path) in READERS;

/** The name a package in a folder gives itself. */
export function packageName(folder: string, manifests: ReadonlyMap<string, string>): string | null {
  for (const name of Object.keys(READERS)) {
    const text = manifests.get(join(folder, name));
    const named = text === undefined ? null : readManifest(join(folder, name), text).name;
    if (named !== null) return named;
  }
  return null;
}

/** Reads a manifest; one that cannot be read says nothing. */
export function readManifest(path: string, text: string): Manifest {
  try {
    return READERS[basename(path)]?.(text) ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

const NOTHING: Manifest = { name: null, entries: [] };

/** How each kind of manifest is read. Adding one is a line here. */
const READERS: Record<string, (text: string) => Manifest> = {
  'package.json': readPackageJson,
  'pyproject.toml': readPyproject,
  'Cargo.toml': readCargo,
  'go.mod': (text) => ({ name: /^module\s+(\S+)/m.exec(text)?.[1]?.split('/').at(-1) ?? null, entries: [] }),
  'composer.json': (text) => ({ name: wordOf(record(JSON.parse(text)).name), entries: [] }),
};

function readPackageJson(text: string): Manifest {
  const { name, main, module, exports, bin } = record(JSON.parse(text));
  const commands = typeof bin === 'string' ? [bin] : Object.values(record(bin));
  return {
    name: wordOf(name),
    entries: [
      ...[main, module].flatMap((target) => entry('main', target)),
      ...leavesOf(exports).flatMap((target) => entry('export', target)),
      ...commands.flatMap((target) => entry('command', target)),
    ],
  };
}

function readPyproject(text: string): Manifest {
  const { project, tool } = record(parse(text));
  const poetry = record(record(tool).poetry);
  const scripts = { ...record(poetry.scripts), ...record(record(project).scripts) };
  return {
    name: wordOf(record(project).name) ?? wordOf(poetry.name),
    entries: Object.values(scripts).flatMap((target) => entry('command', target)),
  };
}

function readCargo(text: string): Manifest {
  const { package: own, bin } = record(parse(text));
  const paths = Array.isArray(bin) ? bin.map((one) => record(one).path) : [];
  return { name: wordOf(record(own).name), entries: paths.flatMap((path) => entry('command', path)) };
}

const entry = (as: Manifest['entries'][number]['as'], target: unknown): Manifest['entries'] =>
  typeof target === 'string' && target !== '' ? [{ as, target }] : [];

/** The strings at the ends of a package's `exports`, whatever conditions lead to them. */
const leavesOf = (exports: unknown): string[] =>
  typeof exports === 'string' ? [exports] : Object.values(record(exports)).flatMap(leavesOf);

const wordOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
