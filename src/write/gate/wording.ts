import type { Candidate } from '../../model/sighting.ts';
import { clean } from '../clean.ts';

/** A draft's text as it would stand in a memory: one line, ended like a sentence. */
export function worded({ proposal: { text } }: Candidate): string {
  const line = clean(text)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/ {2,}/g, ' ');
  return /[.!?:…`)\]"'»”]$/.test(line) ? line : `${line}.`;
}
