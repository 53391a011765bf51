import type { KeptSighting } from '@sqrl/base/model/sighting.ts';

/**
 * The sightings of a statement without those of other sessions that do not say it again: a prompt that an earlier session
 * has word for word is a copied log, a template or a program's, and the same sentence within the hour is one task begun anew.
 * `promptOf`: the text of a prompt by its event.
 */
export function withoutCopies(
  seen: readonly KeptSighting[],
  promptOf: (event: string) => string | undefined,
): KeptSighting[] {
  const kept: { session: string; at: number; prompt: string }[] = [];
  return seen.filter(({ signal, events, session, at }) => {
    const prompt = signal === 'said' ? promptOf(events[0] ?? '')?.trim() : undefined;
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
