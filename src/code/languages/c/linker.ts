import { dirname, join } from 'node:path/posix';
import { nearestEnding } from '../../facts/nearest.ts';
import { linkQueried } from '../query-linker.ts';

/** Finds included files: next to the one that includes them, from the root, or in a folder that is searched for them. */
export const cLinker = linkQueried({
  languages: ['c', 'cpp'],
  files(specifier, { path }, world) {
    const [, quote, name] = /^(["<])([^">]+)[">]$/.exec(specifier) ?? [];
    if (!name) return [];
    const beside = join(dirname(path), name);
    if (quote === '"' && world.exists(beside)) return [beside];
    // Of the headers of the system one may have a namesake here: in brackets it has to lie where such are kept.
    const tail = quote === '<' ? `include/${name}` : name;
    return [nearestEnding(tail, path, world) ?? []].flat();
  },
  anywhere: () => true,
});
