import { clean } from '../../../base/text/clean.ts';
import type { Candidate } from '../../../model/sighting.ts';

/** A draft's text as it would stand in a memory: one line, ended like a sentence. */
export function worded({ proposal: { text } }: Candidate): string {
  const line = clean(text)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/ {2,}/g, ' ');
  return /[.!?:…`)\]"'»”]$/.test(line) ? line : `${line}.`;
}

/** Why a draft cannot be said in a sentence or two; undefined where it can. */
export function wording(text: string): string | undefined {
  if (isEmptied(text)) return 'nothing is left of it once secrets are taken out';
  return text.length > LONGEST
    ? `longer than ${LONGEST} characters: a memory is a sentence or two`
    : undefined;
}

const LONGEST = 600;

/** Whether a text has no letter and no digit besides the marks that say where a secret was. */
export const isEmptied = (text: string): boolean =>
  !/[\p{L}\p{N}]/u.test(text.replace(/\[redacted: [^\][]*\]/g, ''));
