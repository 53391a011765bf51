import { readMessage } from '../../../base/messages.ts';
import type { DraftReport } from '../../../model/draft-report.ts';
import { STEPS, type StepName } from '../../../model/sighting.ts';
import { BEARINGS } from './origin.ts';

/** What a step did to a draft. */
export interface StepRecord {
  step: StepName;
  did: string;
}

/** What each step did to a draft that was told, up to the one that dropped it. */
export function passageOf(telling: DraftReport): StepRecord[] {
  const { step, reason } = telling;
  const last = step === null ? STEPS.length - 1 : STEPS.indexOf(step);
  return STEPS.slice(0, last + 1).map((each) => ({
    step: each,
    did: each === step ? `dropped: ${reason}` : DID[each](telling),
  }));
}

const DID: Record<StepName, (telling: DraftReport) => string> = {
  validation: ({ facts: { redacted } }) =>
    redacted ? `secrets were taken out: ${[...new Set(redacted)].join(', ')}` : 'nothing speaks against it',
  frequency: () => 'it was said, so once is enough',
  novelty({ facts: { reinforces, similarity, revived }, memory }) {
    const near = similarity === undefined ? '' : ` (${similarity.toFixed(2)})`;
    if (reinforces) return `says the same as ${memory}${near}, and reinforces it`;
    return revived ? 'it had been put away, and holds again' : 'nothing here says the same';
  },
  trust({ origin, facts: { superseded = [], review } }) {
    const replaces = superseded.length > 0 ? `; it takes the place of ${superseded.join(', ')}` : '';
    return `${BEARINGS[origin].whose}${replaces}${review ? `; it waits for review: ${readMessage(review).text}` : ''}`;
  },
  scoring: ({ facts: { confidence } }) =>
    confidence === undefined ? 'not weighed' : `its confidence is ${confidence.toFixed(2)}`,
  wording: ({ facts: { key } }) =>
    `kept as it was said${key ? `, under the key ${key} that its words have` : ''}`,
  embedding: ({ facts: { unembedded } }) =>
    unembedded
      ? 'left for later: the embedder did not answer, and words alone find it until `sqrl doctor reembed`'
      : 'embedded',
  commit: ({ memory, id }) => (memory === id ? 'written' : `its proof was added to ${memory}`),
};
