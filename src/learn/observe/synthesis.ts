import type { MemoryType } from '../../model/memory.ts';
import type { PrefetchRecord } from '../../model/record.ts';
import type { KeptSighting } from '../../model/sighting.ts';
import type { Signal } from './signal.ts';

/** What a language model says of many sessions together. It is not seen in the steps of one. */
export const synthesis: Signal<null> = {
  name: 'synthesis',
  worth: { diagnostic: 0.7, acrossSessions: 1, falseAlarms: 0.3 },
  // One sighting stands for all the sessions that it counts.
  minSessions: 1,
  begin: () => null,
  see() {},
  finish: () => [],
  propose(seen: readonly KeptSighting[]) {
    const { what, ...facts } = seen.at(-1)!.facts;
    if (what !== 'told') return null;
    const { type, text, files, confidence, record } = facts as unknown as SynthesisFacts;
    const relations = files.map((to) => ({ kind: 'derived_from' as const, to, confidence: 1 }));
    return {
      ...{ type, text, files, relations },
      confidence: Math.min(0.7, confidence),
      needsReview: true,
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
