import { hash } from 'node:crypto';

/**
 * Makes a text safe to keep: no NUL, control or invisible characters, none that turn what follows around, no half ones, one
 * kind of line end. What is read by a person must be what is told to an agent.
 */
export function clean(text: string): string {
  // What most people type needs no more; it is cleaned more than once on its way into a store.
  if (!/[^\t\n -~]/.test(text)) return text.trim();
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu,
      '',
    )
    .normalize('NFC')
    .trim();
}

/** The same for texts that differ in nothing but white space. */
export const hashOf = (text: string): string => hash('sha256', singleSpaced(text), 'base64url');

/** Looks before it replaces: to put a space for a space costs as much as the hash. */
const singleSpaced = (text: string): string =>
  (/[^\S ]| {2}/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
