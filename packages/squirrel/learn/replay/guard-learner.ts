import type { KeptSighting } from '@sqrl/base/model/sighting.ts';
import type { Trigger } from '@sqrl/base/model/trigger.ts';
import { errorRetry } from '../observe/behavior/error-retry.ts';
import { candidateOf } from '../observe/candidate.ts';
import type { PastSession } from './past-session.ts';

export interface Guard {
  /** Its matter. */
  id: string;
  text: string;
  trigger: Trigger;
  confidence: number;
}

export interface Learner {
  guards: ReadonlyMap<string, Guard>;
  add(session: PastSession): void;
}

/** Guards by their matter, from what was seen until then, by the functions that the product itself uses. */
export class GuardLearner implements Learner {
  readonly #seen = new Map<string, KeptSighting[]>();
  readonly guards = new Map<string, Guard>();

  add({ sightings }: PastSession): void {
    const touched = new Set<string>();
    for (const sighting of sightings) {
      if (!sighting.matter.startsWith('try ')) continue;
      const known = this.#seen.get(sighting.matter) ?? [];
      this.#seen.set(
        sighting.matter,
        [...known, sighting].sort((a, b) => a.at - b.at),
      );
      touched.add(sighting.matter);
    }
    for (const matter of touched) {
      const found = candidateOf(errorRetry, this.#seen.get(matter)!);
      const trigger = found?.proposal.trigger;
      if (!found || !trigger || found.tainted) this.guards.delete(matter);
      else
        this.guards.set(matter, {
          id: matter,
          text: found.proposal.text,
          trigger,
          confidence: found.proposal.confidence ?? 0,
        });
    }
  }
}
