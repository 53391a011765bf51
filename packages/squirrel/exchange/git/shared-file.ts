import { lstatSync, mkdirSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { readForeignFile } from '@sqrl/base/foreign-file.ts';
import { MAX_SHARED_BYTES, readLines, SHARED_FILE, type SharedLines } from '@sqrl/base/model/sync/lines.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { secretsIn } from '@sqrl/base/redact/secrets-in.ts';
import { replaceAsked } from '@sqrl/base/replace-file.ts';

/** The text of a work tree's shared file; empty where there is none. */
export function sharedText(root: string): string {
  const path = join(root, SHARED_FILE);
  const read = readForeignFile(path, { maxBytes: MAX_SHARED_BYTES, what: 'a shared file', below: root });
  if ('because' in read)
    throw new Problem(`${SHARED_FILE} is not read: ${read.because}.`, 'Nothing was changed.', 'invalid');
  return 'gone' in read ? '' : read.bytes.toString('utf8');
}

export function readSharedFile(root: string): SharedLines & { text: string } {
  const text = sharedText(root);
  return { text, ...readLines(text) };
}

/** Writes the shared file, the whole of it or nothing. */
export function writeSharedFile(root: string, text: string): void {
  const folder = join(root, '.ctx');
  const found = statOf(folder);
  if (found && !found.isDirectory())
    throw new Problem(
      '.ctx exists and is not a folder.',
      'Move it away first. Nothing was changed.',
      'usage',
    );
  mkdirSync(folder, { recursive: true });
  replaceAsked(join(root, SHARED_FILE), text, THEN_SYNC);
}

/** Names the merge driver for the shared file; true where the line had to be added. */
export function writeAttributes(root: string): boolean {
  const path = join(root, '.gitattributes');
  const found = statOf(path);
  if (found && !found.isFile()) return false;
  const before = found ? readFileSync(path, 'utf8') : '';
  if (before.split(/\r?\n/).some((line) => line.trim().split(/\s+/)[0] === SHARED_FILE)) return false;
  const end = before === '' || before.endsWith('\n') ? '' : '\n';
  replaceAsked(path, `${before}${end}${SHARED_FILE} merge=sqrl text eol=lf\n`, THEN_SYNC);
  return true;
}

const THEN_SYNC = '; then run `sqrl sync`';

const statOf = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** Looks for secrets in the shared file as it will be committed; conflict markers count as lines that are not memories. */
export function checkShared(text: string): {
  secrets: { line: number; found: string[] }[];
  wrong: { count: number; first: number } | null;
} {
  const lines = text.split('\n');
  const secrets = lines.flatMap((line, i) => {
    const found = line.trim() === '' ? [] : secretsIn(line);
    return found.length > 0 ? [{ line: i + 1, found }] : [];
  });
  const { wrong, hasMarkers } = readLines(text);
  const marker = lines.findIndex((line) => /^[<=>|]{7}/.test(line)) + 1;
  return { secrets, wrong: wrong ?? (hasMarkers ? { count: 1, first: marker } : null) };
}
