import type { FileFacts } from '../../facts/facts.ts';
import {
  type FileLink,
  type Linker,
  type LinkTarget,
  type LinkWorld,
  withoutRepeats,
} from '../../facts/linker.ts';
import type { PythonDetail, PythonMention } from './detail.ts';
import { pythonLinking } from './evaluate.ts';
import { filesImported } from './modules.ts';

/** Follows the names of Python through modules, classes and annotations to where they are defined. */
export const pythonLinker: Linker = {
  languages: ['python'],
  link(facts, world) {
    const file = facts as FileFacts<PythonDetail>;
    const links = [
      ...importLinks(file, world),
      ...file.detail.mentions.flatMap((each) => mentionLinks(each, file, world)),
    ];
    return withoutRepeats(links, file.path);
  },
};

function importLinks({ path, detail }: FileFacts<PythonDetail>, world: LinkWorld): FileLink[] {
  return detail.imports.flatMap((each) =>
    filesImported(path, each, world).map(
      (to): FileLink => ({
        from: -1,
        to: { path: to, symbol: -1 },
        kind: 'imports',
        how: 'import',
        line: each.line,
      }),
    ),
  );
}

function mentionLinks(
  { expr, kind, from, line }: PythonMention,
  { path }: FileFacts,
  world: LinkWorld,
): FileLink[] {
  const looking = pythonLinking(world);
  const place = { path, depth: 0 };
  const found = looking.resolve(expr, place);
  return found.flatMap(({ to, how }): FileLink[] =>
    to && to.symbol !== -1 && fits(kind, to, world) ? [{ from, to, kind, how, line }] : [],
  );
}

function fits(kind: PythonMention['kind'], { path, symbol }: LinkTarget, world: LinkWorld): boolean {
  const target = world.facts(path)?.symbols[symbol]?.kind;
  if (kind === 'inherits') return target === 'class';
  return kind !== 'references' || target === 'class' || target === 'variable';
}
