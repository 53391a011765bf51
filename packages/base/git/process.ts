import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { Problem } from '../problem.ts';
import { HARMLESS_SETTINGS, historyEnvironment } from './safe-config.ts';

export interface GitOptions {
  /** Where git is found, and what it needs to start; nothing else of the surroundings reaches it. */
  env: Readonly<Record<string, string | undefined>>;
  /** The program to run. */
  git?: string;
  signal?: AbortSignal;
}

type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Starts git in a repository, to be spoken to and listened to. `failure` settles when it has ended. Nothing in the
 * repository is written, and nothing that its configuration names is run.
 */
export function startGit(
  repository: string,
  args: readonly string[],
  { env, git = 'git', signal }: GitOptions,
): { child: GitProcess; failure: Promise<void> } {
  const settings = HARMLESS_SETTINGS.flatMap((setting) => ['-c', setting]);
  const child = spawn(git, ['--no-pager', '--no-replace-objects', ...settings, ...args], {
    cwd: repository,
    env: historyEnvironment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    signal,
  });
  // If git exits before it has read all input, its exit status says why.
  child.stdin.on('error', () => {});
  return { child, failure: failureOf(child, repository) };
}

/**
 * What is checked out, if anything was ever committed, and of some commits those that are still there: history may have
 * been rewritten, and what it left thrown away.
 */
export async function commitsStillThere(
  repository: string,
  commits: readonly string[],
  options: GitOptions,
): Promise<{ head: string | undefined; known: string[] }> {
  const ask = ['cat-file', '--batch-check=%(objectname) %(objecttype)'];
  const { child, failure } = startGit(repository, ask, options);
  child.stdin.end(['HEAD', ...commits, ''].join('\n'));
  let said = '';
  for await (const chunk of child.stdout) said += chunk;
  await failure;
  const [head, ...rest] = said
    .split('\n')
    .map((line) => (line.endsWith(' commit') ? line.slice(0, line.indexOf(' ')) : undefined));
  return { head, known: rest.filter((hash) => hash !== undefined) };
}

export interface LogRequest {
  args: readonly string[];
  stdin?: string;
  /** Placeholders of git, such as `%H`. */
  fields: readonly string[];
  /** Words of a commit that are kept: its fields, then letters and paths of its files. One that has more is a move of everything. */
  most: number;
}

export async function* loggedCommits(
  repository: string,
  { args, stdin = '', fields, most }: LogRequest,
  options: GitOptions,
): AsyncGenerator<string[]> {
  const format = `--format=tformat:%x01${fields.join('%x00')}`;
  const { child, failure } = startGit(repository, ['log', '-z', format, ...args], options);
  child.stdin.end(stdin);
  try {
    yield* commitWords(child.stdout, fields.length, most);
    await failure;
  } finally {
    // A caller that stops listening must not leave git behind.
    child.kill('SIGKILL');
  }
}

/** Begins each commit, before its hash; a file may have a name that begins so. */
const MARKED_HASH = /^\x01[0-9a-f]{40,64}$/;

export async function* commitWords(
  stream: AsyncIterable<Buffer>,
  fields: number,
  most: number,
): AsyncGenerator<string[]> {
  let words: string[] = [];
  for await (const more of betweenNuls(stream))
    for (const word of more) {
      if (words.length >= fields && MARKED_HASH.test(word)) {
        yield words;
        words = [];
      }
      if (words.length < most) words.push(words.length === 0 ? word.slice(1) : word);
    }
  if (words.length >= fields) yield words;
}

/** What git said between NULs, as it comes; a word may be of any length. */
async function* betweenNuls(stream: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest: Buffer[] = [];
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(0);
    if (end < 0) {
      rest.push(chunk);
      continue;
    }
    yield Buffer.concat([...rest, chunk.subarray(0, end)])
      .toString('utf8')
      .split('\0');
    rest = [chunk.subarray(end + 1)];
  }
}

function failureOf(child: GitProcess, repository: string): Promise<void> {
  const failure = endOf(child, repository);
  // It is asked for when what git said has been read; until then it must not end us.
  failure.catch(() => {});
  return failure;
}

async function endOf(child: GitProcess, repository: string): Promise<void> {
  let said = '';
  child.stderr.on('data', (chunk) => {
    if (said.length < 2000) said += chunk;
  });
  const [code] = await once(child, 'close').catch((cause) => {
    if (cause instanceof Error && cause.name === 'AbortError') throw cause;
    throw new Problem(
      `git could not be started in ${repository}.`,
      'Install git, or add it to PATH.',
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

/** Options of `git log` for reading commits with their files: in a form that no configuration changes, the oldest first. */
export const LOG_FLAGS = [
  '--reverse',
  '--name-status',
  '--find-renames',
  // Comparing everything with everything costs the square of this.
  '-l400',
  '-O/dev/null',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-show-signature',
  '--no-notes',
  '--no-mailmap',
  '--ignore-missing',
];
