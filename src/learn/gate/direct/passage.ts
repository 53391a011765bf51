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
    redacted ? `redacted: ${[...new Set(redacted)].join(', ')}` : 'valid',
  frequency: () => 'stated, so once is enough',
  novelty({ facts: { reinforces, similarity, revived }, memory }) {
    const near = similarity === undefined ? '' : ` (${similarity.toFixed(2)})`;
    if (reinforces) return `duplicate of ${memory}${near}, which it reinforces`;
    return revived ? 'it was archived and is restored' : 'new';
  },
  trust({ origin, facts: { superseded = [], review } }) {
    const replaces = superseded.length > 0 ? `; it replaces ${superseded.join(', ')}` : '';
    return `${BEARINGS[origin].whose}${replaces}${review ? `; it waits for review: ${readMessage(review).text}` : ''}`;
  },
  scoring: ({ facts: { confidence } }) =>
    confidence === undefined ? 'not scored' : `confidence ${confidence.toFixed(2)}`,
  wording: ({ facts: { key } }) => `kept verbatim${key ? `, with the key ${key}` : ''}`,
  embedding: ({ facts: { unembedded } }) =>
    unembedded
      ? 'deferred: the embedder did not respond; search uses words only until `sqrl doctor reembed`'
      : 'embedded',
  commit: ({ memory, id }) => (memory === id ? 'written' : `its evidence was added to ${memory}`),
};
