import { basename, dirname, join } from 'node:path/posix';
import type { LinkWorld } from '../../facts/linker.ts';
import { lookupIn } from '../lookup.ts';
import { mentionLinker } from '../mention-linker.ts';
import type { GoDetail, GoMention } from './detail.ts';
import { resolveGo } from './evaluate.ts';
import { packageFolder } from './packages.ts';

/** Follows the names of Go through packages, receivers and what structs embed to where they are declared. */
export const goLinker = mentionLinker<GoMention, GoDetail>({
  language: 'go',
  resolve({ expr }, path, world) {
    const found = resolveGo(expr, lookupIn(path, world));
    return found ? [found] : [];
  },
  imports: ({ path, detail }, world, used) =>
    detail.imports.flatMap(({ path: imported, line }) => {
      const folder = packageFolder(imported, path, world);
      return folder === undefined ? [] : filesOf(folder, world, used).map((to) => ({ to, line }));
    }),
  fits(kind, target) {
    const isType = target === 'class' || target === 'interface' || target === 'type';
    return kind === 'calls' ? !isType : isType || kind === 'uses';
  },
});

/** The files of a package that are made use of; where there are none, its main one. */
function filesOf(folder: string, world: LinkWorld, used: ReadonlySet<string>): string[] {
  const files = [...used].filter((each) => dirname(each) === folder);
  const main = [`${basename(folder)}.go`, 'doc.go', 'main.go']
    .map((name) => join(folder, name))
    .find((each) => world.exists(each));
  return files.length > 0 || main === undefined ? files : [main];
}
