import type { StatementKind, StatementReach } from '../../model/judgement.ts';
import type { MemoryType, Scope } from '../../model/memory.ts';
import type { KeptSighting, Proposal } from '../../model/sighting.ts';
import { holdsFarEnough, isInEnglish, standingOf } from '../judgement/probability.ts';
import { standsAlone } from '../judgement/stands-alone.ts';
import type { Signal } from './signal.ts';
import { onlyStatementIn } from './statements/statement.ts';

/** A sentence of a person that is worth keeping, with what the models make of it. */
export interface SaidFacts {
  text: string;
  kind: StatementKind;
  reach: StatementReach;
  probability: number;
  /** The agent's words that the person agreed to or answered, where the sentence is not the person's own. */
  agreedTo?: string;
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
    const { text, kind, reach, agreedTo } = seen.at(-1)!.facts as unknown as SaidFacts;
    const likeliest = Math.max(...seen.map(({ facts }) => (facts as unknown as SaidFacts).probability));
    const sessions = new Set(seen.map(({ session }) => session)).size;
    const isAgreed = agreedTo !== undefined;
    const standing = standingOf(likeliest, sessions);
    const isPlain = holdsFarEnough(reach, sessions) && (sessions > 1 || isInEnglish(text));
    return {
      text,
      // What two agreed upon was decided, whatever sort of sentence it is.
      type: isAgreed && kind !== 'rule' ? 'decision' : TYPE_OF[kind],
      scope: SCOPE,
      source: 'user_said',
      ...(isAgreed && claimIn(text)),
      // Said once and not surely meant to stay: found when asked for, and told unasked when it is said again.
      confidence: standing.confidence,
      minSessions: isAgreed && likeliest < AGREED ? 2 : standing.minSessions,
      // Who confirms something means it, also of one part alone.
      needsReview: standing.needsReview || !standsAlone(text) || !(isAgreed || isPlain),
    };
  },
};

/** From here on an agreement becomes a memory that waits for a person: its form speaks for it, too. */
const AGREED = 0.35;

/** What a sentence that a pattern understands says of what, so that it finds what it replaces. */
function claimIn(text: string): Partial<Proposal> {
  const said = onlyStatementIn(text);
  if (!said) return {};
  const { key, subject, value, polarity, because } = said;
  return { key, subject, value, polarity, because };
}

/** Who says "everywhere" can say so with `sqrl remember --global`: one sentence is not enough for all projects. */
const SCOPE: Scope = 'project';

const TYPE_OF: Record<StatementKind, MemoryType> = {
  rule: 'preference',
  decision: 'decision',
  fact: 'module_insight',
  correction: 'gotcha',
};
