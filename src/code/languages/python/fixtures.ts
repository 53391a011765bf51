import { dirname, join } from 'node:path/posix';
import { nameIn } from './names.ts';
import { type PythonLinking, type PythonResolution, type PythonSite, pythonDetailOf } from './value.ts';

/** The fixtures of a name that pytest finds for a file: in the file itself, else in the nearest conftest.py. */
export function fixturesNamed(name: string, place: PythonSite, looking: PythonLinking): PythonResolution[] {
  for (const path of [place.path, ...conftests(place.path)]) {
    if (path !== place.path && !looking.world.exists(path)) continue;
    const found = nameIn(name, { path, depth: place.depth }, looking).filter(
      ({ to }) => to && pythonDetailOf(to.path, looking)?.functions[to.symbol]?.fixture,
    );
    if (found.length > 0) return found;
  }
  return [];
}

function conftests(path: string): string[] {
  const found: string[] = [];
  for (let at = dirname(path); ; at = dirname(at)) {
    found.push(join(at, 'conftest.py'));
    if (at === '.' || at === '/') return found;
  }
}
