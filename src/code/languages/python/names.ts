import type { How } from '../../../model/code.ts';
import type { Binding, PythonDetail } from './detail.ts';
import { evaluate, symbolValue } from './evaluate.ts';
import { moduleFile, submodule } from './modules.ts';
import { deeper, detailOf, type Found, type Looking, outside, type Place } from './value.ts';

/** What a name of a module stands for where it is used there; built-in ones come from outside. */
export function nameIn(name: string, place: Place, looking: Looking): Found[] {
  const found = bound(name, place, looking) ?? starred(name, place, looking);
  return found ?? [fromOutside(name)];
}

/** What a module gives to others under a name; undefined where it has no such name. */
export function exportOf(name: string, place: Place, looking: Looking): Found[] | undefined {
  const found = bound(name, place, looking) ?? starred(name, place, looking);
  if (found) return found.map((each) => ({ ...each, how: 'import' as const }));
  const below = submodule(place.path, name, looking.world);
  return below ? [moduleFound(below)] : undefined;
}

const moduleFound = (path: string): Found => ({
  to: { path, symbol: -1 },
  how: 'import',
  values: () => [{ is: 'module', path }],
});

export const fromOutside = (name: string): Found => ({ how: 'import', values: () => [outside(name)] });

function bound(name: string, place: Place, looking: Looking): Found[] | undefined {
  const detail = detailOf(place.path, looking);
  const next = deeper(place, looking);
  if (!detail || !next || !Object.hasOwn(detail.names, name)) return undefined;
  const all = detail.names[name]!.flatMap((binding) => meaningOf(binding, next, looking));
  // Where one branch imports what is not here, the other one counts.
  const here = all.filter(({ to }) => to !== undefined);
  return here.length > 0 ? lastOf(here) : all;
}

/** Of several definitions of a name the last one counts; of a variable, every value it may have. */
function lastOf(found: readonly Found[]): Found[] {
  const last = found.at(-1)!;
  const same = found.filter(({ to }) => to!.path === last.to!.path && to!.symbol === last.to!.symbol);
  return same.length === 1 ? [last] : [{ ...last, values: () => same.flatMap((each) => each.values()) }];
}

function meaningOf(binding: Binding, place: Place, looking: Looking): Found[] {
  const { path } = place;
  if ('module' in binding) {
    const file = moduleFile(path, { module: binding.module, up: 0 }, looking.world);
    return [file ? moduleFound(file) : fromOutside(binding.module.split('.').at(-1)!)];
  }
  if ('from' in binding) return imported(binding, place, looking);
  const how: How = 'local';
  if (binding.symbol === undefined) return [{ how, values: () => evaluate(binding.value, place, looking) }];
  const to = { path, symbol: binding.symbol };
  if (binding.value?.[0] === 'symbol') return [{ to, how, values: () => symbolValue(to, looking) }];
  return [
    {
      to,
      how,
      values: () => evaluate(binding.value, place, looking),
      made: { expr: binding.value, at: place },
    },
  ];
}

function imported(
  { from, up, name }: Extract<Binding, { from: string }>,
  place: Place,
  looking: Looking,
): Found[] {
  const file = moduleFile(place.path, { module: from, up }, looking.world);
  if (!file) {
    // The folder may be no package, and hold modules all the same.
    const below = moduleFile(place.path, { module: from ? `${from}.${name}` : name, up }, looking.world);
    return [below ? moduleFound(below) : fromOutside(name)];
  }
  const own = file === place.path ? submodule(file, name, looking.world) : undefined;
  if (own) return [moduleFound(own)];
  return exportOf(name, { path: file, depth: place.depth }, looking) ?? [fromOutside(name)];
}

/** Looks a name up in the modules all of whose names are imported. */
function starred(name: string, place: Place, looking: Looking): Found[] | undefined {
  const next = deeper(place, looking);
  const stars = detailOf(place.path, looking)?.imports.filter(({ names }) => names.includes('*')) ?? [];
  for (const star of next ? stars.toReversed() : []) {
    const file = moduleFile(place.path, star, looking.world);
    const detail = file === undefined || file === place.path ? undefined : detailOf(file, looking);
    if (!detail || !gives(detail, name)) continue;
    const found = exportOf(name, { path: file!, depth: next!.depth }, looking);
    if (found) return found;
  }
  return undefined;
}

const gives = ({ all }: PythonDetail, name: string): boolean =>
  all ? all.includes(name) : !name.startsWith('_');
