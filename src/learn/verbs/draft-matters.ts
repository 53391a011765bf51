import { hash } from 'node:crypto';
import type { DraftCandidate } from '../../model/sighting.ts';
import { clearUnlearnt, draftOf, putDraft, removeDraft, unlearntMatters } from '../../store/drafts/drafts.ts';
import { sightingsOf } from '../../store/drafts/sightings.ts';
import type { Store } from '../../store/store.ts';
import { redactDraft } from '../gate/redact-draft.ts';
import { candidateOf } from '../observe/candidate.ts';
import { signalNamed } from '../observe/signals.ts';

/** Makes drafts of every matter whose sightings changed; the ids of memories whose draft is gone. */
export function draftAnew(store: Store, project: string | null): string[] {
  const matters = unlearntMatters(store);
  const gone = matters.flatMap((matter) => {
    const signal = signalNamed(matter.slice(0, matter.indexOf(':')) as DraftCandidate['signal']);
    const candidate = signal ? candidateOf(signal, sightingsOf(store, matter)) : null;
    if (candidate === null) return removeDraft(store, matter) ?? [];
    const { draft: proposal } = redactDraft(candidate.proposal);
    const id = idOf(proposal.scope === 'global' ? null : project, matter);
    // What held in the project and is now said to hold everywhere is another memory, in another file.
    const before = draftOf(store, matter);
    const moved = before && before.id !== id ? removeDraft(store, matter) : undefined;
    putDraft(store, id, { ...candidate, proposal });
    return moved ?? [];
  });
  clearUnlearnt(store, matters);
  return gone;
}

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The same matter of the same project has the same id, on whatever day and in whatever order it is learnt. */
function idOf(project: string | null, matter: string): string {
  const bytes = hash('sha256', `${project ?? ''}\0${matter}`, 'buffer');
  return Array.from(bytes.subarray(0, 12), (byte) => LETTERS[byte & 31]).join('');
}
