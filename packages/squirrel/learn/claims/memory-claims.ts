import { remembered } from '@sqrl/base/memo.ts';
import type { Memory, MemoryType } from '@sqrl/base/model/memory.ts';
import { piecesOf, withoutPieces } from '@sqrl/base/text/pieces.ts';
import { type Claim, claimIn } from './claim.ts';
import { commandsIn } from './commands.ts';
import { isOfKey } from './names.ts';

export interface TextClaim extends Omit<Claim, 'subject'> {
  subject: string | null;
  /** The pieces of its text that say so, the first of them by itself; null for the whole text. */
  pieces: readonly string[] | null;
}

type ClaimedText = Pick<Memory, 'text' | 'key' | 'polarity'>;

/** The claim of a memory as a whole: under its own key, or that of its one claim. */
export function claimOf({ text, key, polarity }: ClaimedText): TextClaim {
  const only = onlyClaim(text);
  return {
    key: key ?? only?.key ?? null,
    polarity: polarity || (only?.polarity ?? 0),
    subject: only?.subject ?? null,
    value: only?.value ?? null,
    because: only?.because ?? null,
    pieces: null,
  };
}

/**
 * Every claim of a memory: as a whole, or of each of its sentences, so that one of them can be replaced without the others.
 * Two claims of one matter in one text are meant to hold side by side, so neither counts.
 */
export function claimsOf(memory: ClaimedText): TextClaim[] {
  if (memory.key !== null || piecesOf(memory.text).length === 1) return [claimOf(memory)];
  const beside = besideIn(memory.text);
  const [first] = beside;
  const isWhole = first ? withoutPieces(memory.text, first.pieces) === '' : onlyClaim(memory.text) !== null;
  if (isWhole) return [claimOf(memory)];
  return beside
    .filter(
      ({ claim }) => !beside.some((other) => other.claim !== claim && isOfOneMatter(other.claim, claim)),
    )
    .map(({ claim, pieces }) => ({ ...claim, pieces }));
}

/** The key that a text as a whole is a claim under; null if there is none. */
export const claimKeyOf = (text: string): string | null =>
  claimsOf({ text, key: null, polarity: 0 }).find(({ pieces }) => pieces === null)?.key ?? null;

/** The type of a text that makes a claim under a key; undefined if it makes none. */
export const typeIn = (text: string): MemoryType | undefined =>
  onlyClaim(text)?.key == null ? undefined : CHANGED.test(text) ? 'decision' : 'preference';

const CHANGED =
  /\b(?:decided|decision|agreed|chose|chosen|settled|opted|picked|moved|switched|migrated|replaced|dropped|revisited)\b/i;

/** The claim of a text that tells nothing else: a text about a second matter is not replaced for one half of it. */
const onlyClaim = remembered((text): Claim | null => {
  const pieces = piecesOf(text);
  const claimed = pieces.flatMap((piece) => claimIn(piece) ?? []);
  const [claim] = claimed;
  if (!claim || claimed.length > 1) return null;
  return pieces.some((piece) => claimIn(piece) === undefined && tells(piece)) ? null : claim;
}, 100_000);

/** The claims that a text makes side by side, each with its sentence and those that go on about it. */
const besideIn = remembered((text): { claim: Claim; pieces: string[] }[] => {
  const beside: { claim: Claim; pieces: string[] }[] = [];
  if (text.length > MAX_RULE_CHARS) return beside;
  for (const each of piecesOf(text)) {
    const piece = each.trim();
    const claim = claimIn(piece);
    const last = beside.at(-1);
    if (claim) beside.push({ claim, pieces: [piece] });
    else if (last?.claim.key && !tells(piece) && isOfKey(last.claim.key, piece)) last.pieces.push(piece);
  }
  return beside;
}, 100_000);

/** A longer text is a report, and the sentences in it are not rules. */
const MAX_RULE_CHARS = 600;

const tells = (text: string): boolean =>
  commandsIn(text).length > 0 || /\b(?:must|should|never|always|don't|do not)\b/i.test(text);

const isOfOneMatter = (a: Claim, b: Claim): boolean =>
  (a.key !== null && a.key === b.key) || a.subject === b.subject;
