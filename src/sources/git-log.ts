import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { HARMLESS_SETTINGS, historyEnvironment } from '../model/harmless-git.ts';
import { Problem } from '../model/problem.ts';
import type { Piece } from '../model/reader.ts';
import { COMMIT_FORMAT, readBefore, tipsOf } from './git.ts';

export interface GitLogOptions {
  /** What `git`'s own reading left. */
  state?: unknown;
  /** The newest so many are enough. */
  most?: number;
  /** Where git is found, and what it needs to start; nothing else of the surroundings reaches it. */
  env: Readonly<Record<string, string | undefined>>;
  /** The program to run. */
  git?: string;
  signal?: AbortSignal;
}

/**
 * The commits of a repository's branches that are new since a state, parents before their children, a piece each.
 * Nothing in the repository is written, and nothing that its configuration names is run.
 */
export async function* commitsOf(repository: string, options: GitLogOptions): AsyncGenerator<Piece> {
  const { head, tips } = await present(repository, tipsOf(options.state), options);
  const most = `--max-count=${options.most ?? MOST}`;
  const child = start(repository, [...LOG, most, '--branches', '--stdin'], options);
  const failure = failureOf(child, repository);
  child.stdin.end([...head, ...tips.map((tip) => `^${tip}`), ''].join('\n'));
  try {
    let offset = readBefore(options.state);
    for await (const bytes of recordsIn(child.stdout)) yield { bytes, offset: offset++ };
    await failure;
  } finally {
    // Whoever stops listening must not leave git behind.
    child.kill('SIGKILL');
  }
}

const MOST = 50_000;

/** Begins each record: no field can hold it at its start, since the first is a hash. */
const MARK = 1;

const LOG = [
  'log',
  '-z',
  '--reverse',
  '--topo-order',
  '--name-status',
  '--find-renames',
  '-l400',
  '-O/dev/null',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-show-signature',
  '--no-notes',
  '--no-mailmap',
  '--ignore-missing',
  `--format=tformat:%x01${COMMIT_FORMAT}`,
];

type Git = ChildProcessByStdio<Writable, Readable, Readable>;

function start(
  repository: string,
  args: readonly string[],
  { env, git = 'git', signal }: GitLogOptions,
): Git {
  const settings = HARMLESS_SETTINGS.flatMap((setting) => ['-c', setting]);
  const child = spawn(git, ['--no-pager', '--no-replace-objects', ...settings, ...args], {
    cwd: repository,
    env: historyEnvironment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    signal,
  });
  // A git that ends before it has heard everything is told of by how it ended.
  child.stdin.on('error', () => {});
  return child;
}

/**
 * What is checked out, if anything was ever committed, and of some commits those that are still there: history may have
 * been rewritten, and what it left thrown away.
 */
async function present(
  repository: string,
  tips: readonly string[],
  options: GitLogOptions,
): Promise<{ head: string[]; tips: string[] }> {
  const child = start(repository, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], options);
  const failure = failureOf(child, repository);
  child.stdin.end(['HEAD', ...tips, ''].join('\n'));
  let said = '';
  for await (const chunk of child.stdout) said += chunk;
  await failure;
  const [head, ...rest] = said
    .split('\n')
    .map((line) => (line.endsWith(' commit') ? [line.slice(0, line.indexOf(' '))] : []));
  return { head: head ?? [], tips: rest.flat() };
}

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

// A commit that touches more than this is an import or a move of everything: the rest of its files is let go.
const LONGEST = 1 << 20;

/** Cuts the stream into records, without ever holding more than one. */
async function* recordsIn(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  let begun = false;
  let afterNul = true;
  const keep = (part: Buffer) => {
    if (begun && size < LONGEST && part.length > 0) held.push(Buffer.from(part.subarray(0, LONGEST - size)));
    size += part.length;
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(MARK); at >= 0; at = chunk.indexOf(MARK, at + 1)) {
      if (!(at === 0 ? afterNul : chunk[at - 1] === 0)) continue;
      keep(chunk.subarray(from, at));
      if (held.length > 0) yield whole(held, size);
      [held, size, begun, from] = [[], 0, true, at + 1];
    }
    keep(chunk.subarray(from));
    afterNul = chunk.at(-1) === 0;
  }
  if (held.length > 0) yield whole(held, size);
}

/** A record that was cut short ends with its last whole path. */
function whole(parts: readonly Buffer[], size: number): Buffer {
  const record = Buffer.concat(parts);
  return size <= LONGEST ? record : record.subarray(0, record.lastIndexOf(0));
}
