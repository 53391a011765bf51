import { type Message, message } from '../../../base/messages.ts';
import { clean } from '../../../base/text/clean.ts';
import type { DraftCandidate } from '../../../model/sighting.ts';

/** A draft's text as it would stand in a memory: one line, ended like a sentence. */
export function draftWording({ proposal: { text } }: DraftCandidate): string {
  const line = clean(text)
    .replace(/\s*\n\s*/g, ' ')
    .replace(/ {2,}/g, ' ');
  return /[.!?:…`)\]"'»”]$/.test(line) ? line : `${line}.`;
}

/** Why a draft cannot be said in a sentence or two; undefined where it can. */
export function wording(text: string): Message | undefined {
  if (isEmptied(text)) return message('drop.emptied');
  return text.length > MAX_TEXT_CHARS ? message('drop.longForMemory', { n: MAX_TEXT_CHARS }) : undefined;
}

const MAX_TEXT_CHARS = 600;

/** Whether a text has no letter and no digit besides the marks that say where a secret was. */
export const isEmptied = (text: string): boolean =>
  !/[\p{L}\p{N}]/u.test(text.replace(/\[redacted: [^\][]*\]/g, ''));
