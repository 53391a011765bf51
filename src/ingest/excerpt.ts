import { redactSync } from '../redact/redact.ts';
import { type Cutting, MARGIN, roomFor, type Said } from './cutting.ts';

/** What is kept of a text, without its secrets. */
export function excerptOf(cutting: Cutting & Omit<Said, 'text'>): string {
  const { rough, end, length } = cutting;
  if (end === null) return clean(rough);
  const { head, tail } = roomFor(cutting);
  const first = clean(rough);
  const last = clean(end);
  const kept = {
    first: first.slice(0, Math.max(0, Math.min(head, first.length - MARGIN))),
    last: last.slice(Math.max(MARGIN, last.length - tail)),
  };
  const out = length - kept.first.length - kept.last.length;
  return `${kept.first.toWellFormed()}\n… ${out} characters left out …\n${kept.last.toWellFormed()}`;
}

/** A line such as a command or a title, without its secrets and not longer than `most`. */
export function lineOf(text: string, most = 2000): string {
  if (text.length <= most) return clean(text);
  const safe = clean(text.slice(0, most + MARGIN));
  return `${safe.slice(0, Math.max(0, Math.min(most, safe.length - MARGIN))).toWellFormed()}…`;
}

/** A text without its secrets. SQLite ends one at a NUL, so that goes too. */
export const clean = (text: string): string => {
  const safe = redactSync(text).text;
  return safe.includes('\0') ? safe.replaceAll('\0', '␀') : safe;
};
