import type { LinkTarget } from '../../facts/linker.ts';
import { importedFiles } from './modules.ts';
import { type PythonLinking, pythonDetailOf } from './value.ts';

/** The only method of a name in the files that are reached in three imports; common names do not count. */
export function onlyPythonMethod(name: string, from: string, looking: PythonLinking): LinkTarget | undefined {
  if (COMMON.has(name) || name.startsWith('__')) return undefined;
  const methods = looking.world
    .named(name, ['python'])
    .filter(({ path, symbol }) => looking.world.facts(path)?.symbols[symbol]?.kind === 'method');
  if (methods.length === 0) return undefined;
  const near = reach(from, looking);
  const candidates = methods.filter(({ path }) => near.has(path));
  // Overloads and properties define a method several times.
  const [first] = candidates;
  const same = candidates.every(
    ({ path, symbol }) =>
      path === first!.path && parentOf(symbol, path, looking) === parentOf(first!.symbol, path, looking),
  );
  const last = candidates.at(-1);
  return last && same && !pythonDetailOf(last.path, looking)?.functions[last.symbol]?.property
    ? last
    : undefined;
}

const parentOf = (symbol: number, path: string, { world }: PythonLinking): number | undefined =>
  world.facts(path)?.symbols[symbol]?.parent;

function reach(from: string, { world }: PythonLinking): ReadonlySet<string> {
  return new Set(
    world.memo(`python reach ${from}`, () => {
      const seen = new Set([from]);
      let edge = [from];
      for (let hop = 0; hop < HOPS; hop++) {
        edge = [...new Set(edge.flatMap((path) => importedFiles(path, world)))].filter(
          (path) => !seen.has(path),
        );
        for (const path of edge) seen.add(path);
      }
      return [...seen];
    }),
  );
}

const HOPS = 3;

/** Names of methods that built-in types and common libraries have as well. */
const COMMON = new Set(
  `append add update get pop items keys values split join strip format encode decode read write close open lower upper
   replace startswith endswith copy clear extend insert remove sort index count find setdefault send next iter seek tell
   flush match search group sub findall compile cursor execute fetchone fetchall commit now isoformat partition rsplit
   rstrip lstrip discard union exists mkdir setattr loads dumps load dump readline readlines run start stop wait acquire
   release put set info debug error warning exception log save delete filter all first create url path name`.split(
    /\s+/,
  ),
);
