import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';

export type ImpactOutput = Output<'graphImpact'>;

/** The files that may break with a symbol, and over how many steps; the symbol's own stands at nought. */
export function impactReach(impact: ImpactOutput | undefined): ReadonlyMap<string, number> | undefined {
  if (!impact) return undefined;
  const reach = new Map([[impact.symbol.file, 0]]);
  for (const { symbol, depth } of impact.hits)
    reach.set(symbol.file, Math.min(depth, reach.get(symbol.file) ?? depth));
  return reach;
}
