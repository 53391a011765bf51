import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** A copy of a repository that shows one commit after another, and no branch that leads further. */
export interface Tree {
  root: string;
  /** Shows a commit; its time comes back. */
  show(commit: string): number;
}

/** Makes a copy that shares the objects of the repository, which itself is left alone. */
export function openTree(repository: string, folder: string): Tree {
  const root = join(folder, 'tree');
  execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', repository, root]);
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root, '-c', 'advice.detachedHead=false', ...args], {
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
  git(
    'checkout',
    '--quiet',
    '--force',
    '--detach',
    git('rev-list', '--max-parents=0', 'HEAD').trim().split('\n')[0]!,
  );
  for (const ref of git('for-each-ref', '--format=%(refname)').split('\n'))
    if (ref !== '') git('update-ref', '-d', ref);
  return {
    root,
    show(commit) {
      git('checkout', '--quiet', '--force', '--detach', commit);
      git('clean', '-fdq');
      return 1000 * Number(git('show', '-s', '--format=%ct', commit));
    },
  };
}

/** When a commit came to stand where it stands. */
export const timeOf = (repository: string, commit: string): number =>
  1000 *
  Number(execFileSync('git', ['-C', repository, 'show', '-s', '--format=%ct', commit], { encoding: 'utf8' }));
