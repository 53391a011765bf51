import { basename } from 'node:path/posix';
import type { LinkWorld } from './linker.ts';

/**
 * The file of the repository whose path ends in `tail`, whole folders compared; of several, the one that lies nearest
 * to `from`, and none where two are as near.
 */
export function nearestEnding(tail: string, from: string, world: LinkWorld): string | undefined {
  const ending = world.paths(basename(tail)).filter((path) => path === tail || path.endsWith(`/${tail}`));
  const ranked = ending.map((path) => ({ path, shared: sharedFolders(path, from) }));
  const most = Math.max(...ranked.map(({ shared }) => shared));
  const best = ranked.filter(({ shared }) => shared === most);
  return best.length === 1 ? best[0]!.path : undefined;
}

function sharedFolders(a: string, b: string): number {
  const [one, other] = [a.split('/').slice(0, -1), b.split('/').slice(0, -1)];
  const apart = one.findIndex((folder, i) => folder !== other[i]);
  return apart === -1 ? one.length : apart;
}
