import { redactSync } from '../redact/redact.ts';
import { keptEnd, keptStart, redactedStart } from '../redact/shorten.ts';
import { type Cutting, roomFor, type Said } from './cutting.ts';

/** What is kept of a text, without its secrets. */
export function excerptOf(cutting: Cutting & Omit<Said, 'text'>): string {
  const { rough, end, length } = cutting;
  if (end === null) return clean(rough);
  const { head, tail } = roomFor(cutting);
  const first = keptStart(clean(rough), head);
  const last = keptEnd(clean(end), tail);
  return `${first}\n… ${length - first.length - last.length} characters left out …\n${last}`;
}

/** A line such as a command or a title, without its secrets and not longer than `most`. */
export const lineOf = (text: string, most = 2000): string => withoutNul(redactedStart(text, most));

/** A text without its secrets. */
export const clean = (text: string): string => withoutNul(redactSync(text).text);

/** SQLite ends a text at a NUL. */
const withoutNul = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '␀') : text);
