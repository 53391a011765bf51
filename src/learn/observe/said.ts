import type { StatementKind, StatementReach } from '../../model/judgement.ts';
import type { MemoryType, Scope } from '../../model/memory.ts';
import type { KeptSighting, Proposal } from '../../model/sighting.ts';
import { holdsFarEnough, standingOf } from '../judgement/probability.ts';
import { standsAlone } from '../judgement/stands-alone.ts';
import type { Signal } from './signal.ts';

/** A sentence of a person that is worth keeping, with what the models make of it. */
export interface SaidFacts {
  text: string;
  kind: StatementKind;
  reach: StatementReach;
  probability: number;
}

/** What a person said that holds beyond the task. The models of judgement find it, not the steps of a session. */
export const said: Signal<null> = {
  name: 'said',
  worth: { diagnostic: 0.9, acrossSessions: 0.9, falseAlarms: 0.2 },
  minSessions: 1,
  begin: () => null,
  see() {},
  finish: () => [],
  propose(seen: readonly KeptSighting[]): Proposal {
    const { text, kind, reach } = seen.at(-1)!.facts as unknown as SaidFacts;
    const likeliest = Math.max(...seen.map(({ facts }) => (facts as unknown as SaidFacts).probability));
    const sessions = new Set(seen.map(({ session }) => session)).size;
    const standing = standingOf(likeliest, sessions);
    return {
      text,
      type: TYPE_OF[kind],
      scope: SCOPE,
      source: 'user_said',
      // Said once and not surely meant to stay: found when asked for, and told unasked when it is said again.
      ...standing,
      needsReview: standing.needsReview || !standsAlone(text) || !holdsFarEnough(reach, sessions),
    };
  },
};

/** Who says "everywhere" can say so with `sqrl remember --global`: one sentence is not enough for all projects. */
const SCOPE: Scope = 'project';

const TYPE_OF: Record<StatementKind, MemoryType> = {
  rule: 'preference',
  decision: 'decision',
  fact: 'module_insight',
  correction: 'gotcha',
};
