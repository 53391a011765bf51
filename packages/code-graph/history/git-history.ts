import { commitsStillThere, type GitOptions, LOG_FLAGS, startGit, wordsOf } from '@sqrl/base/git/process.ts';
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
  const { child, failure } = startGit(repository, [...LOG, '--stdin'], options);
  child.stdin.end([head, ...known.map((tip) => `^${tip}`), ''].join('\n'));
  try {
    yield* commitsIn(child.stdout);
    await failure;
  } finally {
    // Whoever stops listening must not leave git behind.
    child.kill('SIGKILL');
  }
}

const MARK = '\x01';

const LOG = [
  'log',
  ...LOG_FLAGS,
  '--date-order',
  // The mark stands where otherwise a letter would.
  `--format=tformat:${['%x01%H', '%P', '%ct', '%at %ae %s'].join('%x00')}`,
];

/** Reads git's answer word by word, so that a commit of any size takes no more room than its files. */
async function* commitsIn(stream: AsyncIterable<Buffer>): AsyncGenerator<GitCommit> {
  let commit: GitCommit | undefined;
  let words: string[] = [];
  for await (const more of wordsOf(stream))
    for (const word of more) {
      if (words.length === 0 && word.startsWith(MARK)) {
        if (commit) yield commit;
        commit = undefined;
      }
      words.push(word);
      if (!commit && words.length === FIELDS) commit = headOf(words);
      else if (commit && words.length === (TWO_PATHS.test(words[0]!) ? 3 : 2)) addTouch(commit, words);
      else continue;
      words = [];
    }
  if (commit) yield commit;
}

const FIELDS = 4;
const TWO_PATHS = /^\n?[RC]/;

function headOf([hash, parents, at, origin]: readonly string[]): GitCommit {
  return {
    hash: hash!.slice(MARK.length),
    parents: parents!.split(' ').filter((parent) => parent !== ''),
    at: Number(at) * 1000,
    origin: codeHashOf(origin!),
    touches: [],
  };
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
