import type { FileFacts } from '../../facts/facts.ts';
import {
  type FileLink,
  type Linker,
  type LinkTarget,
  type LinkWorld,
  withoutRepeats,
} from '../../facts/linker.ts';
import type { RustDetail, RustMention } from './detail.ts';
import { resolveRust } from './evaluate.ts';
import { macroNamed } from './macro-names.ts';
import { resolve, rustLookupIn } from './paths.ts';

/** Follows the paths of Rust through modules and crates, and methods through impls and light types. */
export const rustLinker: Linker = {
  languages: ['rust'],
  link(facts, world) {
    const file = facts as FileFacts<RustDetail>;
    const links = [
      ...importLinks(file, world),
      ...file.detail.mentions.flatMap((each) => mentionLinks(each, file, world)),
    ];
    return withoutRepeats(links, file.path);
  },
};

function importLinks({ path, detail }: FileFacts<RustDetail>, world: LinkWorld): FileLink[] {
  return detail.imports.flatMap(({ path: segments, module, line }): FileLink[] => {
    const found = resolve(segments, rustLookupIn(path, module, world));
    const to = found?.is === 'module' ? found.at.path : found?.is === 'symbol' ? found.path : undefined;
    return to === undefined || to === path
      ? []
      : [{ from: -1, to: { path: to, symbol: -1 }, kind: 'imports', how: 'import', line }];
  });
}

function mentionLinks(
  { expr, kind, from, line, module }: RustMention,
  { path }: FileFacts,
  world: LinkWorld,
): FileLink[] {
  const place = rustLookupIn(path, module, world);
  const found = resolveRust(expr, place);
  if (found?.to)
    return fits(kind, found.to, world) ? [{ from, to: found.to, kind, how: found.how, line }] : [];
  if (expr?.[0] === 'path' && expr[1].at(-1)!.endsWith('!')) {
    const to = macroNamed(expr[1], place, world);
    return to && !(to.path === path && to.symbol === from) ? [{ from, to, kind, how: 'import', line }] : [];
  }
  return [];
}

function fits(kind: RustMention['kind'], { path, symbol }: LinkTarget, world: LinkWorld): boolean {
  const target = world.facts(path)?.symbols[symbol]?.kind;
  if (kind === 'calls' || kind === 'uses') return true;
  return target === 'class' || target === 'interface' || target === 'enum' || target === 'type';
}
