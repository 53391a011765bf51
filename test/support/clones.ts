import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './home.ts';

/** Runs git as a person would, whatever the machine's own settings are. */
export const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      // For the merge driver.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_MERGE_AUTOEDIT: 'no',
    },
  });

const DRIVER = fileURLToPath(new URL('./merge-shared.ts', import.meta.url));

/** A bare repository with one commit, and a clone of it for each person, with the merge driver or without. */
export function clonesOf<N extends string>(
  names: readonly N[],
  { driver }: { driver: boolean },
): Record<N, string> & { origin: string } {
  const folder = temporaryFolder();
  const origin = join(folder, 'origin.git');
  mkdirSync(origin);
  git(origin, 'init', '-q', '--bare', '-b', 'main');
  const clones = Object.fromEntries(
    names.map((name) => {
      const clone = join(folder, name, 'shop');
      mkdirSync(join(folder, name));
      const settings = {
        'user.name': name,
        'user.email': `${name.toLowerCase()}@example.com`,
        'pull.rebase': 'false',
        ...(driver && { 'merge.sqrl.driver': `'${process.execPath}' '${DRIVER}' %O %A %B` }),
      };
      const config = Object.entries(settings).flatMap(([key, value]) => ['--config', `${key}=${value}`]);
      git(folder, 'clone', '-q', ...config, origin, clone);
      return [name, clone];
    }),
  ) as Record<N, string>;
  const first = clones[names[0]!];
  git(first, 'checkout', '-q', '-B', 'main');
  git(first, 'commit', '-q', '--allow-empty', '-m', 'Begin');
  git(first, 'push', '-q', '-u', 'origin', 'main');
  for (const name of names.slice(1)) git(clones[name], 'pull', '-q', 'origin', 'main');
  return { ...clones, origin };
}
