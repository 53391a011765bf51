import type { FileFacts } from '../../facts/facts.ts';
import type { Link, Linker, Target, World } from '../../facts/linker.ts';
import { withoutRepeats } from '../../parse/repeats.ts';
import type { Mention, PythonDetail } from './detail.ts';
import { evaluate, find } from './evaluate.ts';
import { filesImported } from './linked-files.ts';
import { onlyMethod } from './unique.ts';
import type { Found, Looking } from './value.ts';

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

function importLinks({ path, detail }: FileFacts<PythonDetail>, world: World): Link[] {
  return detail.imports.flatMap((each) =>
    filesImported(path, each, world).map(
      (to): Link => ({
        from: -1,
        to: { path: to, symbol: -1 },
        kind: 'imports',
        how: 'import',
        line: each.line,
      }),
    ),
  );
}

function mentionLinks({ expr, kind, from, line }: Mention, { path }: FileFacts, world: World): Link[] {
  const looking: Looking = { world, steps: STEPS };
  const place = { path, depth: 0 };
  const found = find(expr, place, looking);
  const links = found.flatMap(({ to, how }): Link[] =>
    to && to.symbol !== -1 && fits(kind, to, world) ? [{ from, to, kind, how, line }] : [],
  );
  if (links.length > 0 || kind !== 'calls' || expr?.[0] !== 'get' || isKnown(found)) return links;
  // Of a class that is here all members are known; only where nothing is known of the object may the name decide.
  if (evaluate(expr[1], place, { world, steps: STEPS }).length > 0) return [];
  const to = onlyMethod(expr[2], path, looking);
  // What passes a call on to a method of the same name means that of another class.
  return to && !(to.path === path && to.symbol === from)
    ? [{ from, to, kind, how: 'unique name', line }]
    : [];
}

const isKnown = (found: readonly Found[]): boolean => found.length > 0;

function fits(kind: Mention['kind'], { path, symbol }: Target, world: World): boolean {
  const target = world.facts(path)?.symbols[symbol]?.kind;
  if (kind === 'inherits') return target === 'class';
  return kind !== 'references' || target === 'class' || target === 'variable';
}

const STEPS = 2_000;
