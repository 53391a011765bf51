import type { SecretFinding } from './rule.ts';

const marker = (what: string): string => `[redacted: ${what}]`;

const MARKER = /\[redacted: [^\]\n]{1,60}\]/g;

export const hasMarker = (text: string): boolean => text.search(MARKER) >= 0;

/** A finding with its rule's place in the list: where two overlap, the earlier rule names the whole. */
export interface RankedFinding extends SecretFinding {
  rank: number;
}

/** Joins findings that overlap, in the order of the text, and drops what touches an earlier redaction. */
export function settleFindings(text: string, findings: readonly RankedFinding[]): SecretFinding[] {
  const joined: RankedFinding[] = [];
  for (const next of findings.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1);
    if (last === undefined || next.start >= last.end) joined.push({ ...next });
    else join(last, next);
  }
  return text.includes('[redacted: ') ? untouched(text, joined) : joined;
}

/** The text with every finding replaced by its marker, followed by what `after` makes of the secret. */
export function replace(
  text: string,
  findings: readonly SecretFinding[],
  after: (secret: string) => string,
): string {
  let out = '';
  let from = 0;
  for (const { start, end, what } of findings) {
    out += text.slice(from, start) + marker(what) + after(text.slice(start, end));
    from = end;
  }
  return out + text.slice(from);
}

/** A part of a text without the secrets that were found in the whole, those at its edges included. */
export function partWithout(
  text: string,
  findings: readonly SecretFinding[],
  { start, end }: { start: number; end: number },
): string {
  const inside = findings
    .filter((finding) => finding.start < end && finding.end > start)
    .map((finding) => ({
      what: finding.what,
      start: Math.max(finding.start, start) - start,
      end: Math.min(finding.end, end) - start,
    }));
  return replace(text.slice(start, end), inside, () => '');
}

function join(into: RankedFinding, other: RankedFinding): void {
  into.end = Math.max(into.end, other.end);
  if (other.rank < into.rank) Object.assign(into, { what: other.what, rank: other.rank });
}

/** Both go through the text from left to right, so one walk over the markers serves all findings. */
function untouched(text: string, findings: readonly SecretFinding[]): SecretFinding[] {
  const markers = [...text.matchAll(MARKER)].map((m) => ({ start: m.index, end: m.index + m[0].length }));
  let i = 0;
  return findings.filter(({ start, end }) => {
    while (i < markers.length && markers[i]!.end < start) i++;
    return i === markers.length || markers[i]!.start > end;
  });
}
