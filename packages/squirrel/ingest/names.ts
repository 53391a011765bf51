import { hash } from 'node:crypto';
import { remembered } from '@sqrl/base/memo.ts';
import { redactedLine, withoutSecrets } from './excerpt.ts';

/** Whether a name is of a shape that no secret has. Nearly all are; to look for secrets in each would cost more than to read it. */
export const isUsual = (name: string): boolean => USUAL.test(name);

const USUAL = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:toolu|msg)_01[A-Za-z0-9]{22})$/i;

/**
 * A client's own name for something, as it is; what is longer than any real one is cut, and what holds a secret goes
 * without it, and each is still only itself.
 */
export function safeName(id: string): string {
  if (isUsual(id)) return id;
  const safe = short(id, MAX_NAME_CHARS);
  return safe === id ? id : `${safe.slice(0, MAX_NAME_CHARS / 2)}…${hash('sha256', id).slice(0, 16)}`;
}

const MAX_NAME_CHARS = 200;

/** Texts that come again and again, each kind cut at a length of its own; a call and its result have one command. */
const shortened = new Map<number, (text: string) => string>();
const WORTH_KEEPING = 4000;

/** A name or a line without secrets. Most are the same as in the event before. */
export function short<T extends string | null>(text: T, most = MAX_NAME_CHARS): T {
  if (text === null || text.length < 8) return text;
  return (text.length > WORTH_KEEPING ? redactedLine(text, most) : cutTo(most, text)) as T;
}

/** A text without secrets, however long; what is to be known to go on with one log is much the same for the next. */
export const safeText = (text: string): string =>
  text.length > WORTH_KEEPING ? withoutSecrets(text) : cutTo(WORTH_KEEPING, text);

/** A path without secrets. Few files are touched many times. */
export const safePath: (path: string) => string = remembered((path) => redactedLine(path, 1000), 2000);

function cutTo(most: number, text: string): string {
  const cut = shortened.get(most) ?? remembered((each: string) => redactedLine(each, most), 2000);
  shortened.set(most, cut);
  return cut(text);
}
