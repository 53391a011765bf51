import type { DraftReport } from '@sqrl/base/model/draft-report.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import type { CommitReport } from './commit.ts';
import { idOf } from './draft.ts';

/** Why a memory waits for a person; null where it does not. `waits`: the reason its own words give. */
export function reviewOf(
  { memory, against }: Pick<CommitReport, 'memory' | 'against'>,
  waits: string | undefined,
): string | null {
  if (!memory.needsReview) return null;
  if (against.length > 0) return `it contradicts ${against.join(', ')}, which is more trusted`;
  if (memory.tainted) return 'it repeats text from outside, such as a web page or an external tool';
  return waits ?? 'its author requested a review';
}

/** What is noted of a draft that became, or reinforces, a memory; undefined where the same words were known. */
export const draftReportOf = (
  told: Memory,
  { memory, did }: Pick<CommitReport, 'memory' | 'did'>,
  by: Pick<DraftReport, 'origin' | 'session'>,
): DraftReport | undefined =>
  did === 'known'
    ? undefined
    : {
        ...{ at: told.createdAt, step: null, reason: null, memory: memory.id, ...by },
        ...(did === 'reinforced'
          ? { id: draftReportId(told), text: told.text }
          : { id: memory.id, text: null }),
      };

/** The same words in the same scope have the same id, however often they are told. */
export const draftReportId = ({ scope, scopeOf, text }: Pick<Memory, 'scope' | 'scopeOf' | 'text'>): string =>
  idOf(JSON.stringify(['told', scope, scopeOf, hashOf(text)]));
