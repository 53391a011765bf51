import type { KeptSighting } from '../../model/sighting.ts';
import { promptWithReadings } from '../../store/drafts/judged-prompts.ts';
import type { Store } from '../../store/store.ts';

/**
 * The sightings of a statement without those of other sessions that do not say it again: a prompt that an earlier session
 * has word for word is a copied log, a template or a program's, and the same sentence within the hour is one task begun anew.
 */
export function withoutCopies(store: Store, seen: readonly KeptSighting[]): KeptSighting[] {
  const kept: { session: string; at: number; prompt: string }[] = [];
  return seen.filter(({ events, session, at }) => {
    const prompt = promptWithReadings(store, events[0] ?? '')?.text.trim();
    if (prompt === undefined) return true;
    const isCopy = kept.some(
      (other) =>
        other.session !== session &&
        (at - other.at < MIN_APART_MS || (prompt.length >= MIN_COPIED_CHARS && other.prompt === prompt)),
    );
    if (!isCopy) kept.push({ session, at, prompt });
    return !isCopy;
  });
}

/** A shorter prompt may well be typed twice. */
const MIN_COPIED_CHARS = 60;
const MIN_APART_MS = 3_600_000;
