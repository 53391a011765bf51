import { basename, dirname, join } from 'node:path/posix';
import type { FileFacts } from '../../facts/facts.ts';
import {
  type FileLink,
  type Linker,
  type LinkTarget,
  type LinkWorld,
  withoutRepeats,
} from '../../facts/linker.ts';
import type { GoDetail, GoMention } from './detail.ts';
import { goLookupIn, resolveGo } from './evaluate.ts';
import { packageFolder } from './packages.ts';

/** Follows the names of Go through packages, receivers and what structs embed to where they are declared. */
export const goLinker: Linker = {
  languages: ['go'],
  link(facts, world) {
    const file = facts as FileFacts<GoDetail>;
    const links = withoutRepeats(
      file.detail.mentions.flatMap((each) => mentionLinks(each, file, world)),
      file.path,
    );
    return [...importLinks(file, links, world), ...links];
  },
};

/** An import leads to the files of the package that are made use of; where there are none, to its main one. */
function importLinks(
  { path, detail }: FileFacts<GoDetail>,
  links: readonly FileLink[],
  world: LinkWorld,
): FileLink[] {
  const used = new Set(links.map(({ to }) => to.path));
  return detail.imports.flatMap(({ path: imported, line }) => {
    const folder = packageFolder(imported, path, world);
    if (folder === undefined) return [];
    const files = [...used].filter((each) => dirname(each) === folder);
    const main = [`${basename(folder)}.go`, 'doc.go', 'main.go']
      .map((name) => join(folder, name))
      .find((each) => world.exists(each));
    return (files.length > 0 ? files : main ? [main] : []).map(
      (to): FileLink => ({ from: -1, to: { path: to, symbol: -1 }, kind: 'imports', how: 'import', line }),
    );
  });
}

function mentionLinks(
  { expr, kind, from, line }: GoMention,
  { path }: FileFacts,
  world: LinkWorld,
): FileLink[] {
  const place = goLookupIn(path, world);
  const found = resolveGo(expr, place);
  return found?.to && fits(kind, found.to, world) ? [{ from, to: found.to, kind, how: found.how, line }] : [];
}

function fits(kind: GoMention['kind'], { path, symbol }: LinkTarget, world: LinkWorld): boolean {
  const target = world.facts(path)?.symbols[symbol]?.kind;
  const isType = target === 'class' || target === 'interface' || target === 'type';
  if (kind === 'calls') return !isType;
  return isType || kind === 'uses';
}
