import { createHash } from 'node:crypto';

/** Makes a text safe to keep: no NUL and no control characters, no half characters, one kind of line end. */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .trim();
}

/** What two texts share that say the same in the same words: white space and case of nothing else matter. */
export const hashOf = (text: string): string =>
  createHash('sha256').update(text.replace(/\s+/g, ' ').trim()).digest('base64url');
