import { joined, type Message, message, readMessage, storedMessage } from '../../base/messages.ts';
import { hashOf } from '../../base/text/clean.ts';
import type { DraftReport, DraftReportFacts, Origin } from '../../model/draft-report.ts';
import type { Memory } from '../../model/memory.ts';
import { STEPS, type StepName } from '../../model/sighting.ts';
import type { CommitReport } from './commit.ts';
import { idOf } from './draft.ts';

/** Why a memory waits for a person; null where it does not. `waits`: the reason its own words give. */
export function reviewOf(
  { memory, against }: Pick<CommitReport, 'memory' | 'against'>,
  waits: Message | undefined,
): Message | null {
  if (!memory.needsReview) return null;
  if (against.length > 0) return message('wait.contradicts', { ids: against.join(', ') });
  if (memory.tainted) return message('wait.untrusted');
  return waits ?? message('wait.requested');
}

export function draftReportOf(
  told: Memory,
  report: CommitReport & { redacted: string[]; review: Message | null },
  about: Pick<DraftReportFacts, 'similarity'> & {
    origin: Origin;
    key: string | null;
    session: string | null;
    isEmbedded: boolean;
  },
): DraftReport | undefined {
  const { memory, did, superseded, redacted, review } = report;
  if (did === 'known') return undefined;
  const { origin, similarity, key, session, isEmbedded } = about;
  const facts: DraftReportFacts = {
    ...(redacted.length > 0 && { redacted }),
    ...(did === 'reinforced' && { reinforces: true, ...(similarity !== undefined && { similarity }) }),
    ...(did === 'revived' && { revived: true }),
    ...(key !== null && { key }),
    ...(superseded.length > 0 && { superseded }),
    ...(review !== null && { review: storedMessage(review) }),
    ...(memory.confidence < 1 && { confidence: memory.confidence }),
    ...(session !== null && { session }),
    ...(!isEmbedded && { unembedded: true }),
  };
  const isItsOwn = did !== 'reinforced';
  return {
    ...{ at: told.createdAt, origin, step: null, reason: null, memory: memory.id, facts },
    ...(isItsOwn ? { id: memory.id, text: null } : { id: draftReportId(told), text: told.text }),
  };
}

/** The same words in the same scope have the same id, however often they are told. */
export const draftReportId = ({ scope, scopeOf, text }: Pick<Memory, 'scope' | 'scopeOf' | 'text'>): string =>
  idOf(JSON.stringify(['told', scope, scopeOf, hashOf(text)]));

/** What each step did to a draft that was told, up to the one that dropped it. */
export function passageOf(telling: DraftReport): { step: StepName; did: Message }[] {
  const { step, reason } = telling;
  const last = step === null ? STEPS.length - 1 : STEPS.indexOf(step);
  return STEPS.slice(0, last + 1).map((each) => ({
    step: each,
    did: each === step ? message('step.dropped', { reason: reason! }) : DID[each](telling),
  }));
}

const DID: Record<StepName, (telling: DraftReport) => Message> = {
  validation: ({ facts: { redacted } }) =>
    redacted ? message('step.redacted', { kinds: [...new Set(redacted)].join(', ') }) : message('step.valid'),
  frequency: () => message('step.once'),
  novelty({ facts: { reinforces, similarity, revived }, memory }) {
    if (!reinforces) return message(revived ? 'step.restored' : 'step.new');
    const id = memory!;
    const duplicate =
      similarity === undefined
        ? message('drop.duplicate', { id })
        : message('drop.duplicateNear', { id, similarity: similarity.toFixed(2) });
    return message('step.reinforces', { duplicate });
  },
  trust: ({ origin, facts: { superseded = [], review } }) =>
    joined('join.sentences', [
      message(`origin.${origin}`),
      ...(superseded.length > 0 ? [message('step.replaces', { ids: superseded.join(', ') })] : []),
      ...(review ? [message('step.waits', { why: readMessage(review) })] : []),
    ]),
  scoring: ({ facts: { confidence } }) =>
    confidence === undefined
      ? message('step.unscored')
      : message('step.confidence', { confidence: confidence.toFixed(2) }),
  wording: ({ facts: { key } }) => (key ? message('step.keyed', { key }) : message('step.verbatim')),
  embedding: ({ facts: { unembedded } }) => message(unembedded ? 'step.deferred' : 'step.embedded'),
  commit: ({ memory, id }) =>
    memory === id ? message('step.written') : message('step.evidenceAdded', { id: memory! }),
};
