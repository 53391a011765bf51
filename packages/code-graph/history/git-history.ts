import { buffer } from 'node:stream/consumers';
import {
  commitsStillThere,
  type GitOptions,
  LOG_FLAGS,
  loggedCommits,
  startGit,
} from '@sqrl/base/git/process.ts';
import type { GitCommit, GitTouch } from '@sqrl/base/model/git.ts';
import { codeHashOf } from '../facts/hash.ts';

/**
 * The commits that lead to what is checked out and not to one of `tips`, parents before their children.
 * A repository without commits has none. Nothing in it is written, and nothing that its configuration names
 * is run.
 */
export async function* commitsSince(
  repository: string,
  tips: readonly string[],
  options: GitOptions,
): AsyncGenerator<GitCommit> {
  const { head, known } = await commitsStillThere(repository, tips, options);
  if (head === undefined) return;
  const stdin = [head, ...known.map((tip) => `^${tip}`), ''].join('\n');
  const asked = { args: [...LOG, '--stdin'], stdin, fields: FIELDS, most: MAX_WORDS };
  for await (const words of loggedCommits(repository, asked, options)) yield commitOf(words);
}

const LOG = [...LOG_FLAGS, '--date-order'];
const FIELDS = ['%H', '%P', '%ct', '%at %ae %s'];
/** Of an import of everything the first files will do. */
const MAX_WORDS = 1_000_000;
const TWO_PATHS = /^\n?[RC]/;

function commitOf([hash, parents, at, origin, ...rest]: readonly string[]): GitCommit {
  const commit: GitCommit = {
    hash: hash!,
    parents: parents!.split(' ').filter((parent) => parent !== ''),
    at: Number(at) * 1000,
    origin: codeHashOf(origin!),
    touches: [],
  };
  for (let i = 0; i + 1 < rest.length; ) {
    const count = TWO_PATHS.test(rest[i]!) ? 3 : 2;
    addTouch(commit, rest.slice(i, i + count));
    i += count;
  }
  return commit;
}

/** A letter and a path; after R and C two paths, of which the first is where it came from. */
function addTouch({ touches }: GitCommit, [letter, first, second]: readonly string[]): void {
  const way = WAYS[letter!.trim()[0] ?? ''];
  const path = second ?? first!;
  // A name that is no UTF-8 cannot be opened by it.
  if (way === undefined || path.includes('\ufffd')) return;
  touches.push({ path, way, from: way === 'renamed' ? first! : null });
}

const WAYS: Readonly<Record<string, GitTouch['way']>> = {
  A: 'added',
  C: 'added',
  M: 'changed',
  T: 'changed',
  D: 'deleted',
  R: 'renamed',
};

/** All that git says; a problem where it fails. */
export async function outputOfGit(
  repository: string,
  args: readonly string[],
  input: string,
  options: GitOptions,
): Promise<Buffer> {
  const { child, failure } = startGit(repository, args, options);
  child.stdin.end(input);
  const bytes = await buffer(child.stdout);
  await failure;
  return bytes;
}
