import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { Problem } from '../model/problem.ts';
import type { GitOptions } from './git-files.ts';

type Git = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Starts git in a repository, to be spoken to and listened to. `failure` settles when it has ended. Nothing in the
 * repository is written, and nothing that its configuration names is run.
 */
export function startGit(
  repository: string,
  args: readonly string[],
  { env, git = 'git', signal }: GitOptions,
): { child: Git; failure: Promise<void> } {
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  const child = spawn(git, ['--no-pager', '--no-replace-objects', ...settings, ...args], {
    cwd: repository,
    env: environment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    signal,
  });
  // A git that ends before it has heard everything is told of by how it ended.
  child.stdin.on('error', () => {});
  return { child, failure: failureOf(child, repository) };
}

// A repository may have been brought by anybody: what its configuration would have git run, must not run.
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.pager=cat',
  'core.askPass=',
  'core.sshCommand=false',
  'credential.helper=',
  'diff.external=',
  'gpg.program=false',
  'log.showSignature=false',
  'protocol.allow=never',
  'core.attributesFile=/dev/null',
  'core.quotePath=false',
  'i18n.logOutputEncoding=UTF-8',
  'log.follow=false',
  'diff.renames=true',
  'diff.ignoreSubmodules=all',
  'diff.relative=false',
];

const PASSED = ['PATH', 'Path', 'PATHEXT', 'SystemRoot', 'SYSTEMROOT', 'TEMP', 'TMP', 'HOME', 'USERPROFILE'];

/** Without the variables by which a hook or a shell would lead git to another repository. */
const environment = (env: GitOptions['env']): Record<string, string> => ({
  ...Object.fromEntries(PASSED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
});

function failureOf(child: Git, repository: string): Promise<void> {
  const failure = endOf(child, repository);
  // It is asked for when what git said has been read; until then it must not end us.
  failure.catch(() => {});
  return failure;
}

async function endOf(child: Git, repository: string): Promise<void> {
  let said = '';
  child.stderr.on('data', (chunk) => {
    if (said.length < 2000) said += chunk;
  });
  const [code] = await once(child, 'close').catch((cause) => {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause;
    throw new Problem(
      `git could not be started in ${repository}.`,
      'Check that it is installed.',
      'not_found',
      cause,
    );
  });
  if (code === 0) return;
  throw new Problem(
    `git could not read ${repository}: ${said.trim().split('\n').at(-1) ?? ''}`,
    '',
    'not_found',
  );
}
