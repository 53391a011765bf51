import { spawn } from 'node:child_process';
import { posix } from 'node:path';
import type { GitOptions } from '@sqrl/base/git/process.ts';
import { gitEnvironment } from '@sqrl/base/git/safe-config.ts';

/**
 * The paths that git tracks below a folder, and those it would; undefined where it knows of no repository there. Sorted.
 * Nothing in the repository is written, and nothing that its configuration names is run.
 */
export async function listByGit(
  folder: string,
  options: GitOptions & { only?: readonly string[] },
): Promise<string[] | undefined> {
  const args = [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '-z',
    '--',
    ...(options.only ?? []),
  ];
  const said = await outputOf(folder, args, options);
  options.signal?.throwIfAborted();
  if (said === undefined) return undefined;
  const paths = said.toString('utf8').split('\0');
  // A folder is a repository within this one; a name that is no UTF-8 cannot be opened by it.
  const usable = paths.filter((path) => path !== '' && !path.endsWith('/') && !path.includes('\ufffd'));
  return [...new Set(usable.map((path) => posix.normalize(path)))].sort();
}

const HARMLESS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'protocol.allow=never',
  'safe.bareRepository=explicit',
];

async function outputOf(folder: string, args: string[], options: GitOptions): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
  const settings = HARMLESS.flatMap((setting) => ['-c', setting]);
  const child = spawn(options.git ?? 'git', ['--no-pager', '--literal-pathspecs', ...settings, ...args], {
    cwd: folder,
    env: gitEnvironment(options.env),
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
    signal: options.signal,
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  // No git, no repository, or another user's repository that git refuses to read: the folder is walked instead.
  child.on('error', () => resolve(undefined));
  child.on('close', (code) => resolve(code === 0 ? Buffer.concat(parts) : undefined));
  return promise;
}
