import { createHash } from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';
import { type GitOptions, startGit } from '@sqrl/base/git/process.ts';
import { SHARED_FILE } from '@sqrl/base/model/sync/lines.ts';
import { personId } from '@sqrl/base/model/sync/person.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { askGit } from '../../workspace/branch-history.ts';

/** The shared file as the default branch has it, which is what others have agreed to. */
export interface ReviewedFile {
  ref: string;
  /** The blob's hash; null where the branch has no such file. */
  blob: string | null;
  bytes: number;
}

/** Where the default branch may be, what the remote says first. The first that exists is taken, with the file or without. */
const DEFAULT_REFS = [
  'refs/remotes/origin/HEAD',
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
  'refs/heads/trunk',
];

/** Finds the file on the default branch; undefined where the repository has no such branch. One process. */
export async function reviewedFile(root: string, options: GitOptions): Promise<ReviewedFile | undefined> {
  const ask = ['cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)'];
  const { child, failure } = startGit(root, ask, options);
  child.stdin.end(DEFAULT_REFS.map((ref) => `${ref}^{commit}\n${ref}:${SHARED_FILE}\n`).join(''));
  const said = (await textOf(child.stdout)).split('\n');
  await failure;
  for (const [i, ref] of DEFAULT_REFS.entries()) {
    const [commit = '', file = ''] = said.slice(2 * i, 2 * i + 2);
    if (!/^\w+ commit \d+$/.test(commit)) continue;
    const [, blob, bytes] = /^(\w+) blob (\d+)$/.exec(file) ?? [];
    return { ref, blob: blob ?? null, bytes: Number(bytes ?? 0) };
  }
  return undefined;
}

/** The text of the file; undefined where the branch has none. */
export async function blobText(
  root: string,
  { blob }: ReviewedFile,
  options: GitOptions,
): Promise<string | undefined> {
  if (blob === null) return undefined;
  const { child, failure } = startGit(root, ['cat-file', 'blob', blob], options);
  child.stdin.end();
  const text = await textOf(child.stdout);
  await failure;
  return text;
}

/** The id of the person whom git would name as the author of a commit here. */
export async function personOf(root: string, options: GitOptions): Promise<string> {
  // It fails where neither is set.
  const said =
    (await askGit({ root, env: options.env }, ['config', '--get-regexp', '^user\\.(name|email)$'])) ?? '';
  // The last one holds: that of the repository comes after that of the person.
  const value = (key: string) =>
    said
      .split('\n')
      .findLast((line) => line.startsWith(`${key} `))
      ?.slice(key.length + 1)
      .trim();
  const [name, mail] = [value('user.name'), value('user.email')];
  if (!name || !mail)
    throw new Problem(
      'Git does not know your name and mail address, so your teammates could not see whose memories these are.',
      'Run `git config --global user.name "Your Name"` and `git config --global user.email you@example.com`.',
      'usage',
    );
  return personId(name, createHash('sha256').update(mail.toLowerCase()).digest('hex'));
}

export const isIgnored = async (root: string, options: GitOptions): Promise<boolean> =>
  (await askGit({ root, env: options.env }, ['check-ignore', '-q', SHARED_FILE])) !== undefined;
