import type { Sighting } from '../../../model/sighting.ts';
import { type ModuleSummary, startingFiles } from './thresholds.ts';
import type { ModulePair } from './weekly.ts';

/** What the first sessions in a part of the code show by themselves; undefined where nothing that is worth a word. */
export function sightingOfModule(summary: ModuleSummary): Sighting | undefined {
  const files = startingFiles(summary);
  if (files.length === 0) return undefined;
  return sighting(`start:${summary.module}`, summary.at, {
    what: 'start',
    module: summary.module,
    sessions: summary.sessions,
    files,
  });
}

/** What two parts show that change together. */
export const sightingOfPair = ({ modules, both, of, at }: ModulePair): Sighting =>
  sighting(`pair:${modules.join(' + ')}`, at, { what: 'pair', modules, both, of });

/** A sighting that many sessions make together. */
export const sighting = (matter: string, at: number, facts: Sighting['facts']): Sighting => ({
  signal: 'synthesis',
  matter,
  at,
  episode: null,
  events: [],
  quote: null,
  proof: 'repeated_behaviour',
  tainted: false,
  agents: 1,
  strength: 0.8,
  branch: null,
  facts,
});
