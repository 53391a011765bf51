import { hash } from 'node:crypto';

/** Makes a text safe to keep: no NUL, control or invisible characters, no half ones, one kind of line end. */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2060\ufeff]/g, '')
    .trim();
}

/** The same for texts that differ in nothing but white space. */
export const hashOf = (text: string): string => hash('sha256', text.replace(/\s+/g, ' ').trim(), 'base64url');
