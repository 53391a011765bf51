import type { FileFacts } from '../facts/facts.ts';
import type { LinkWorld } from '../facts/linker.ts';

/** Where something is looked for, and how much longer it may be. */
export interface Lookup {
  path: string;
  world: LinkWorld;
  depth: number;
  /** Shared by all that one mention leads to: types and names may lead to each other in circles, and circles branch. */
  steps: { left: number };
}

/** The start of a look from a file. */
export const lookupIn = (path: string, world: LinkWorld): Lookup => ({
  ...{ path, world, depth: 0, steps: { left: MAX_STEPS } },
});

const MAX_STEPS = 2_000;

/** One step further; undefined where enough were taken. */
export const deeper = <Place extends Lookup>(place: Place, maxDepth = 40): Place | undefined =>
  place.depth < maxDepth && place.steps.left-- > 0 ? { ...place, depth: place.depth + 1 } : undefined;

/** What only the linker of its language understands of a file. */
export const detailOf = <Detail>(path: string, { facts }: LinkWorld): Detail | undefined =>
  (facts(path) as FileFacts<Detail> | undefined)?.detail;

/** How deep an expression is, a list of a tag and its parts: those of some tags count as flat. */
export function depthOf(expr: readonly unknown[] | null, flat: ReadonlySet<string>): number {
  if (expr === null || flat.has(expr[0] as string)) return 0;
  const parts = expr
    .slice(1)
    .flatMap((part) => (Array.isArray(part) && typeof part[0] !== 'string' ? part : [part]));
  const inner = parts.filter((part) => Array.isArray(part)).map((part) => depthOf(part, flat));
  return inner.length === 0 ? 0 : 1 + Math.max(...inner);
}
