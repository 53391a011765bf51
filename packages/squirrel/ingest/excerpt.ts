import { redactSync } from '@sqrl/base/redact/redact.ts';
import { keptEnd, keptStart, redactedStart } from '@sqrl/base/redact/shorten.ts';
import { type CuttableText, roomFor, type TextCut } from './cutting.ts';

/** What is kept of a text, without its secrets. */
export function excerptOf(cutting: TextCut & Omit<CuttableText, 'text'>): string {
  const { rough, end, length } = cutting;
  if (end === null) return withoutSecrets(rough);
  const { head, tail } = roomFor(cutting, length);
  const first = keptStart(withoutSecrets(rough), head);
  const last = keptEnd(withoutSecrets(end), tail);
  return `${first}\n… ${length - first.length - last.length} characters left out …\n${last}`;
}

/** A line such as a command or a title, without its secrets and not longer than `most`. */
export const redactedLine = (text: string, most = 2000): string => withoutNul(redactedStart(text, most));

export const withoutSecrets = (text: string): string => withoutNul(redactSync(text).text);

/** SQLite ends a text at a NUL. */
const withoutNul = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '␀') : text);
