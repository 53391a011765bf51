import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { GitOptions } from './process.ts';
import { HARMLESS_SETTINGS, historyEnvironment } from './safe-config.ts';

/**
 * The commit with which a repository begins, the oldest where there are several; null where there is none, in a shallow
 * clone, and where git takes too long. It blocks, and is asked for once a repository.
 */
export function rootCommit(repository: string, { env, git = 'git' }: GitOptions): string | null {
  if ([repository, join(repository, '.git')].some((at) => existsSync(join(at, 'shallow')))) return null;
  const settings = HARMLESS_SETTINGS.flatMap((setting) => ['-c', setting]);
  const asked = ['--no-pager', '--no-replace-objects', ...settings, 'rev-list', '--max-parents=0', 'HEAD'];
  const { status, stdout } = spawnSync(git, asked, {
    cwd: repository,
    env: historyEnvironment(env),
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
    windowsHide: true,
  });
  const oldest = status === 0 ? stdout.trimEnd().split('\n').at(-1)! : '';
  return /^[0-9a-f]{40,64}$/.test(oldest) ? oldest : null;
}

/** A million commits take several seconds; without an answer such a clone stays a project of its own. */
const TIMEOUT_MS = 1500;
const MAX_OUTPUT_BYTES = 2 ** 16;
