import type { Memory } from '../../model/memory.ts';
import type { KeptSighting } from '../../model/sighting.ts';
import type { Signal } from './signal.ts';

/** What was kept of a proposal of the Memory Writer, or of a synthesis. */
interface ProposalFacts {
  text: string;
  type: Memory['type'];
  scope: Memory['scope'];
  scopeOf: string | null;
  tier: Memory['tier'];
  polarity: Memory['polarity'];
  key: string | null;
  ttlDays: number | null;
  confidence: number;
  files: string[];
  /** A memory that it may contradict, where no key says so. */
  conflicts: string | null;
  grounds: 'person' | 'deed' | 'agent';
}

/** What a language model found in an episode. It is not seen in steps: its sightings are what was kept of its answers. */
export const written: Signal<null> = {
  name: 'written',
  worth: { diagnostic: 0.8, acrossSessions: 0.8, falseAlarms: 0.3 },
  minSessions: 1,
  begin: () => null,
  see() {},
  finish: () => [],
  propose(seen: readonly KeptSighting[]) {
    const last = seen.at(-1)!;
    const facts = last.facts as unknown as ProposalFacts;
    const sessions = new Set(seen.map(({ session }) => session)).size;
    return {
      text: facts.text,
      type: facts.type,
      scope: facts.scope,
      scopeOf: facts.scopeOf,
      tier: facts.tier,
      polarity: facts.polarity,
      key: facts.key,
      files: facts.files,
      confidence: Math.min(0.9, facts.confidence + 0.05 * (sessions - 1)),
      source: 'observer_inferred',
      // What only an agent said, or some text, is nobody's word yet, however often it is said.
      needsReview: facts.conflicts !== null || facts.grounds === 'agent',
      expiresAt: facts.ttlDays === null ? null : last.at + Math.round(facts.ttlDays * DAY_MS),
      ...(facts.conflicts !== null && {
        relations: [{ kind: 'conflicts', to: facts.conflicts, confidence: facts.confidence }],
      }),
    };
  },
};

const DAY_MS = 24 * 60 * 60 * 1000;
