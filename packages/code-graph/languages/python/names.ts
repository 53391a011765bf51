import { dirname, join } from 'node:path/posix';
import type { LinkMethod } from '@sqrl/base/model/code.ts';
import type { PythonBinding, PythonDetail } from './detail.ts';
import { pythonModuleFile, submodule } from './modules.ts';
import {
  deeperPython,
  inFile,
  outside,
  type PythonResolution,
  type PythonSite,
  pythonDetailOf,
  symbolValue,
} from './value.ts';

/** What a name of a module stands for where it is used there; built-in ones come from outside. */
export function nameIn(name: string, place: PythonSite): PythonResolution[] {
  const found = bound(name, place) ?? starred(name, place);
  return found ?? [fromOutside(name)];
}

/** What a module gives to others under a name; undefined where it has no such name. */
export function exportOf(name: string, place: PythonSite): PythonResolution[] | undefined {
  const found = bound(name, place) ?? starred(name, place);
  if (found) return found.map((each) => ({ ...each, how: 'import' as const }));
  const below = submodule(place.path, name, place.world);
  return below ? [moduleFound(below)] : undefined;
}

const moduleFound = (path: string): PythonResolution => ({
  to: { path, symbol: -1 },
  how: 'import',
  values: () => [{ is: 'module', path }],
});

export const fromOutside = (name: string): PythonResolution => ({
  how: 'import',
  values: () => [outside(name)],
});

function bound(name: string, place: PythonSite): PythonResolution[] | undefined {
  const detail = pythonDetailOf(place.path, place);
  const next = deeperPython(place);
  if (!detail || !next || !Object.hasOwn(detail.names, name)) return undefined;
  const all = detail.names[name]!.flatMap((binding) => meaningOf(binding, next));
  // Where one branch imports what is not here, the other one counts.
  const here = all.filter(({ to }) => to !== undefined);
  return here.length > 0 ? lastOf(here) : all;
}

/** Of several definitions of a name the last one counts; of a variable, every value it may have. */
function lastOf(found: readonly PythonResolution[]): PythonResolution[] {
  const last = found.at(-1)!;
  const same = found.filter(({ to }) => to!.path === last.to!.path && to!.symbol === last.to!.symbol);
  return same.length === 1 ? [last] : [{ ...last, values: () => same.flatMap((each) => each.values()) }];
}

function meaningOf(binding: PythonBinding, place: PythonSite): PythonResolution[] {
  const { path } = place;
  if ('module' in binding) {
    const file = pythonModuleFile(path, { module: binding.module, up: 0 }, place.world);
    return [file ? moduleFound(file) : fromOutside(binding.module.split('.').at(-1)!)];
  }
  if ('from' in binding) return imported(binding, place);
  const how: LinkMethod = 'local';
  if (binding.symbol === undefined) return [{ how, values: () => place.evaluate(binding.value, place) }];
  const to = { path, symbol: binding.symbol };
  if (binding.value?.[0] === 'symbol') return [{ to, how, values: () => symbolValue(to, place) }];
  return [
    {
      to,
      how,
      values: () => place.evaluate(binding.value, place),
      made: { expr: binding.value, at: place },
    },
  ];
}

function imported(
  { from, up, name }: Extract<PythonBinding, { from: string }>,
  place: PythonSite,
): PythonResolution[] {
  const file = pythonModuleFile(place.path, { module: from, up }, place.world);
  if (!file) {
    // The folder may be no package, and hold modules all the same.
    const below = pythonModuleFile(place.path, { module: from ? `${from}.${name}` : name, up }, place.world);
    return [below ? moduleFound(below) : fromOutside(name)];
  }
  const own = file === place.path ? submodule(file, name, place.world) : undefined;
  if (own) return [moduleFound(own)];
  return exportOf(name, inFile(place, file)) ?? [fromOutside(name)];
}

/** Looks a name up in the modules all of whose names are imported. */
function starred(name: string, place: PythonSite): PythonResolution[] | undefined {
  const next = deeperPython(place);
  const stars = pythonDetailOf(place.path, place)?.imports.filter(({ names }) => names.includes('*')) ?? [];
  for (const star of next ? stars.toReversed() : []) {
    const file = pythonModuleFile(place.path, star, place.world);
    const detail = file === undefined || file === place.path ? undefined : pythonDetailOf(file, place);
    if (!detail || !gives(detail, name)) continue;
    const found = exportOf(name, inFile(next!, file!));
    if (found) return found;
  }
  return undefined;
}

const gives = ({ all }: PythonDetail, name: string): boolean =>
  all ? all.includes(name) : !name.startsWith('_');

/** The fixtures of a name that pytest finds for a file: in the file itself, else in the nearest conftest.py. */
export function fixturesNamed(name: string, place: PythonSite): PythonResolution[] {
  for (const path of [place.path, ...conftests(place.path)]) {
    if (path !== place.path && !place.world.exists(path)) continue;
    const found = nameIn(name, inFile(place, path)).filter(isFixture(place));
    if (found.length > 0) return found;
  }
  return [];
}

export const isFixture =
  (place: PythonSite) =>
  ({ to }: PythonResolution): boolean =>
    to !== undefined && pythonDetailOf(to.path, place)?.functions[to.symbol]?.fixture !== undefined;

function conftests(path: string): string[] {
  const found: string[] = [];
  for (let at = dirname(path); ; at = dirname(at)) {
    found.push(join(at, 'conftest.py'));
    if (at === '.' || at === '/') return found;
  }
}
