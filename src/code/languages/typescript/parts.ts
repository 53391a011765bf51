import type { FileFacts } from '../../facts/facts.ts';
import { surfaceOf } from '../../facts/hash.ts';
import { type Closures, closuresOf } from './closures.ts';
import type { Export, TypeScriptDetail } from './detail.ts';

/** What of a file does not belong to one of its exports: what it exports from elsewhere, or as a whole. */
export const REST = '\0rest';
/** Which names it exports, and from where it exports all of them. */
export const NAMES = '\0names';

/** What tells of each export whether it, or anything it leads to, changed; and of the rest. */
export function partsOf(facts: FileFacts<TypeScriptDetail>): Map<string, string> {
  const { detail, surface } = facts;
  const parts = new Map<string, string>();
  const exports = Map.groupBy(detail.exports, nameOf);
  try {
    const closures = closuresOf(detail);
    for (const [name, each] of exports)
      parts.set(name, surfaceOf(each.map((one) => toldBy(closures, detail, one))));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // A chain of declarations longer than any real one: all get the same answer.
    for (const name of exports.keys()) parts.set(name, surface);
  }
  const isCommon = detail.exports.every(({ kind }) => kind === 'value' || kind === 'all');
  const isWhole = detail.exports.some(({ kind }) => kind === 'all');
  // A file without exports is a script: all of it can be seen.
  const isScript = detail.exports.length === 0;
  parts.set(REST, surfaceOf([parts.get(REST), isCommon, isScript && surface]));
  const stars = detail.exports.flatMap((each) => (each.kind === 'star' ? [each.specifier] : []));
  parts.set(NAMES, surfaceOf([[...exports.keys()].sort(), isWhole, stars]));
  return parts;
}

const nameOf = (each: Export): string => ('name' in each ? each.name : REST);

function toldBy(closures: Closures, { declarations }: TypeScriptDetail, each: Export): unknown {
  if (each.kind === 'local') return [each.kind, closures.ofName(each.local, 0)];
  if (each.kind === 'declaration') {
    const { name, scope } = declarations[each.declaration]!;
    // A type and a value may share the name, and only one of them say that it is exported.
    return [each.kind, closures.of(each.declaration), scope === -1 ? [] : closures.ofName(name, scope)];
  }
  return 'value' in each ? [each.kind, closures.ofValue(each.value, each.scope)] : each;
}
