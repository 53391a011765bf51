import { DAY_MS } from '@sqrl/base/durations.ts';
import type { Memory, MemoryType } from '@sqrl/base/model/memory.ts';
import type { PrefetchRecord } from '@sqrl/base/model/record.ts';
import type { KeptSighting } from '@sqrl/base/model/sighting.ts';
import type { Signal } from './signal.ts';

/** What the Memory Writer's judge keeps of an operation. */
type ProposalFacts = Pick<Memory, 'text' | 'type' | 'scope' | 'scopeOf' | 'tier' | 'polarity' | 'key'> &
  Pick<Memory, 'confidence' | 'files'> & {
    op: 'ADD' | 'UPDATE' | 'DEPRECATE';
    ttlDays: number | null;
    /** The memory that an UPDATE or DEPRECATE is of. */
    replaces: string | null;
    /** A memory that it may contradict, where no key says so. */
    conflicts: string | null;
    grounds: 'person' | 'action' | 'agent';
  };

/** Not seen in the steps of a session. */
const ANSWERED = { begin: () => null, see() {}, finish: () => [] };

/** What a language model found in an episode. It is not seen in steps: its sightings are what was kept of its answers. */
export const written: Signal<null> = {
  name: 'written',
  worth: { diagnostic: 0.8, acrossSessions: 0.8, falseAlarms: 0.3 },
  minSessions: 1,
  ...ANSWERED,
  propose(seen: readonly KeptSighting[]) {
    const last = seen.at(-1)!;
    const facts = last.facts as unknown as ProposalFacts;
    const { text, type, scope, scopeOf, tier, polarity, key, files, replaces = null } = facts;
    const sessions = new Set(sinceContradicted(seen).map(({ session }) => session)).size;
    return {
      ...{ text, type, scope, scopeOf, tier, polarity, key, files },
      confidence: Math.min(0.9, facts.confidence + 0.05 * (sessions - 1)),
      // What takes the place of another in the person's own words is the person's word.
      source: replaces !== null && facts.grounds === 'person' ? 'user_said' : 'observer_inferred',
      replaces,
      // What only an agent said, or some text, is nobody's word yet, however often it is said.
      needsReview: facts.conflicts !== null || facts.grounds === 'agent',
      expiresAt: facts.ttlDays === null ? null : last.at + Math.round(facts.ttlDays * DAY_MS),
      ...(facts.conflicts !== null && {
        relations: [{ kind: 'conflicts', to: facts.conflicts, confidence: facts.confidence }],
      }),
    };
  },
};

/** What was seen before it was contradicted does not speak for what holds now. */
const sinceContradicted = (seen: readonly KeptSighting[]): readonly KeptSighting[] =>
  seen.slice(
    Math.max(
      0,
      seen.findLastIndex(({ facts }) => facts.op !== 'ADD'),
    ),
  );

/** What was counted in many sessions together, and what a language model says of them. It is not seen in the steps of one. */
export const synthesis: Signal<null> = {
  name: 'synthesis',
  worth: { diagnostic: 0.7, acrossSessions: 1, falseAlarms: 0.3 },
  // One sighting stands for all the sessions that it counts.
  minSessions: 1,
  ...ANSWERED,
  propose(seen: readonly KeptSighting[]) {
    const { what, ...facts } = seen.at(-1)!.facts;
    if (what !== 'told') return null;
    const { type, text, files, confidence, record } = facts as unknown as SynthesisFacts;
    const relations = files.map((to) => ({ kind: 'derived_from' as const, to, confidence: 1 }));
    return {
      ...{ type, text, files, relations },
      confidence: Math.min(0.7, confidence),
      // What was counted is so; what a model says of it waits.
      needsReview: record === undefined,
      ...(record && { record, module: record.module }),
    };
  },
};

interface SynthesisFacts {
  type: MemoryType;
  text: string;
  files: string[];
  confidence: number;
  record?: PrefetchRecord;
}
