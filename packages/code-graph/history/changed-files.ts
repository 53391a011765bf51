import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { GitOptions } from '@sqrl/base/git/process.ts';
import { outputOfGit } from './git-history.ts';

/** A file that a commit has otherwise, as it was there; undefined where it was not. */
export interface ChangedFile {
  path: string;
  before: string | undefined;
}

/**
 * Compares files with a commit. git's own comparison would run the filters that the repository's configuration names, so
 * git only tells the hashes and the old texts.
 */
export async function changedFiles(
  root: string,
  {
    commit,
    paths,
    read,
  }: { commit: string; paths: readonly string[]; read: (path: string) => Buffer | undefined },
  options: GitOptions,
): Promise<{ changed: ChangedFile[]; deleted: string[] }> {
  const blobs = blobsIn(
    (await outputOfGit(root, ['ls-tree', '-r', '-z', commit], '', options)).toString('utf8'),
  );
  const touched: { path: string; blob: string | undefined }[] = [];
  for (const [i, path] of paths.entries()) {
    if (i % FILES_AT_ONCE === 0) await setImmediate();
    const bytes = read(path);
    const blob = blobs.get(path);
    if (bytes && blob !== blobHash(bytes, blob)) touched.push({ path, blob });
  }
  const old = touched.flatMap(({ blob }) => blob ?? []);
  const texts =
    old.length === 0
      ? []
      : textsOf(await outputOfGit(root, ['cat-file', '--batch'], `${old.join('\n')}\n`, options));
  const changed = touched.map(({ path, blob }) => ({
    path,
    before: blob === undefined ? undefined : texts.shift(),
  }));
  const known = new Set(paths);
  return {
    changed,
    deleted: [...blobs.keys()].filter((path) => !known.has(path) && !existsSync(join(root, path))),
  };
}

/** The daemon answers others in between. */
const FILES_AT_ONCE = 64;

const blobsIn = (listing: string): Map<string, string> =>
  new Map(
    [...listing.matchAll(/100\d+ blob (\w+)\t([^\0]+)\0/g)].map(([, blob, path]): [string, string] => [
      path!,
      blob!,
    ]),
  );

/** As git names a content: by SHA-1, or SHA-256 where the repository is one of those. */
const blobHash = (bytes: Buffer, like: string | undefined): string =>
  createHash(like?.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');

/** The answer of `git cat-file --batch`: a line with the size, then the content. */
function textsOf(answer: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < answer.length; ) {
    const end = answer.indexOf(10, at);
    const size = answer.toString('utf8', at, end).split(' ')[2];
    // Of a partial clone a content may be missing.
    texts.push(size === undefined ? '' : answer.toString('utf8', end + 1, end + 1 + Number(size)));
    at = end + 1 + (size === undefined ? 0 : Number(size) + 1);
  }
  return texts;
}

/**
 * The lines of a text, from 1, that are not as they were: those that are new, and pairs of neighbors that did not follow
 * each other, where something was between them. Blank lines do not count.
 */
export function changedLines(before: string, now: string): [from: number, to: number][] {
  const [old, present] = [linesOf(before), linesOf(now)];
  const known = new Set(old.map(({ text }) => text));
  const pairs = new Set(old.map(({ text }, i) => `${old[i - 1]?.text}\n${text}`));
  return present.flatMap(({ text, line }, i): [number, number][] => {
    if (!known.has(text)) return [[line, line]];
    const above = present[i - 1];
    const isSame = pairs.has(`${above?.text}\n${text}`) || (above !== undefined && !known.has(above.text));
    return isSame ? [] : [[above?.line ?? line, line]];
  });
}

const linesOf = (text: string): { text: string; line: number }[] =>
  text
    .split('\n')
    .map((each, i) => ({ text: each.trimEnd(), line: i + 1 }))
    .filter((each) => each.text !== '');
