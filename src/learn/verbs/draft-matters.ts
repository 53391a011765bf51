import { hash } from 'node:crypto';
import type { DraftCandidate } from '../../model/sighting.ts';
import {
  clearUnlearned,
  draftOf,
  putDraft,
  removeDraft,
  unlearnedMatters,
} from '../../store/drafts/drafts.ts';
import { textOfEvent } from '../../store/drafts/judged-prompts.ts';
import { sightingsOf } from '../../store/drafts/sightings.ts';
import type { Store } from '../../store/store.ts';
import { redactDraft } from '../gate/redact-draft.ts';
import { candidateOf } from '../observe/candidate.ts';
import { signalNamed } from '../observe/signals.ts';
import { withoutCopies } from '../statements/copies.ts';

/** Makes drafts of every matter whose sightings changed; returns the ids of the memories that have none any more. */
export function draftAnew(store: Store, project: string | null): string[] {
  const matters = unlearnedMatters(store);
  const gone: string[] = [];
  for (const matter of matters) {
    const before = draftOf(store, matter);
    const signal = signalNamed(matter.slice(0, matter.indexOf(':')) as DraftCandidate['signal']);
    const seen = withoutCopies(sightingsOf(store, matter), (event) => textOfEvent(store, event));
    const candidate = signal ? candidateOf(signal, seen) : null;
    if (candidate === null) {
      const id = removeDraft(store, matter);
      if (id !== undefined) gone.push(id);
      continue;
    }
    const { draft: proposal } = redactDraft(candidate.proposal);
    const id = idOf(proposal.scope === 'global' ? null : project, matter);
    // What held in the project and is now said to hold everywhere is another memory, in another file.
    const moved = before && before.id !== id ? removeDraft(store, matter) : undefined;
    putDraft(store, id, { ...candidate, proposal });
    if (moved !== undefined) gone.push(moved);
  }
  clearUnlearned(store, matters);
  return gone;
}

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The same matter of the same project has the same id, on whatever day and in whatever order it is learned. */
function idOf(project: string | null, matter: string): string {
  const bytes = hash('sha256', `${project ?? ''}\0${matter}`, 'buffer');
  return Array.from(bytes.subarray(0, 12), (byte) => LETTERS[byte & 31]).join('');
}
