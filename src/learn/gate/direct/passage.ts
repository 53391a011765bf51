import { joined, type Message, message, readMessage } from '../../../base/messages.ts';
import type { DraftReport } from '../../../model/draft-report.ts';
import { STEPS, type StepName } from '../../../model/sighting.ts';

/** What a step did to a draft. */
export interface StepRecord {
  step: StepName;
  did: Message;
}

/** What each step did to a draft that was told, up to the one that dropped it. */
export function passageOf(telling: DraftReport): StepRecord[] {
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
