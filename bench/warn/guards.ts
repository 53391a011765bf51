import { errorRetry } from '../../src/learn/observe/behaviour/error-retry.ts';
import { candidateOf } from '../../src/learn/observe/candidate.ts';
import type { KeptSighting } from '../../src/model/sighting.ts';
import type { Trigger } from '../../src/model/trigger.ts';
import type { PastSession } from './past.ts';

/** A guard as it would stand in memory at some moment. */
export interface Guard {
  /** Its matter. */
  id: string;
  text: string;
  trigger: Trigger;
  confidence: number;
}

/** Something that learns as sessions end, one after the other. */
export interface Learner {
  guards: ReadonlyMap<string, Guard>;
  /** Takes in what a session showed. */
  add(session: PastSession): void;
}

/** The comparison: every command that once failed is warned of. */
export function naive(): Learner {
  const guards = new Map<string, Guard>();
  return {
    guards,
    add({ failures }) {
      for (const { tool, command } of failures.values())
        if (tool === 'run' && command !== null)
          guards.set(command, {
            id: command,
            text: `\`${command}\` has failed before.`,
            trigger: { tool: 'run', command, match: 'same', file: null, given: null, expects: null },
            confidence: 0.5,
          });
    },
  };
}

/** Guards by their matter, from what was seen until then, by the functions that the product itself uses. */
export class Learned implements Learner {
  readonly #seen = new Map<string, KeptSighting[]>();
  readonly guards = new Map<string, Guard>();

  /** Takes in what a session showed. */
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
