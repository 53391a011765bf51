import { commitsStillThere, commitWords, type GitOptions, loggedCommits } from './process.ts';

export interface LoggedCommit {
  hash: string;
  at: number;
  author: string;
  subject: string;
  /** Without the subject. */
  body: string;
  files: string[];
}

export interface CommitLogRequest {
  /** At most so many, the latest first. */
  limit: number;
  /** From, up to and not including, in milliseconds. */
  time?: { from: number; to: number } | undefined;
  /** Only those that changed this path. */
  path?: string | undefined;
}

/** The latest commits that lead to what is checked out; none where nothing was ever committed. */
export async function* latestCommits(
  repository: string,
  { limit, time, path }: CommitLogRequest,
  options: GitOptions,
): AsyncGenerator<LoggedCommit> {
  const { head } = await commitsStillThere(repository, [], options);
  if (head === undefined) return;
  const asked = [
    `--max-count=${limit}`,
    ...(time ? [`--since=${seconds(time.from)}`, `--until=${seconds(time.to - 1000)}`] : []),
    head,
    '--',
    ...(path === undefined ? [] : [`:(top,literal)${path}`]),
  ];
  yield* logged(repository, asked, options);
}

/** One commit by its hash or the first digits of it; undefined where none or several begin so. */
export async function commitAt(
  repository: string,
  digits: string,
  options: GitOptions,
): Promise<LoggedCommit | undefined> {
  const { known } = await commitsStillThere(repository, [digits], options);
  if (known.length === 0) return undefined;
  for await (const commit of logged(repository, ['--max-count=1', known[0]!, '--'], options)) return commit;
  return undefined;
}

const seconds = (ms: number): string => `@${Math.floor(ms / 1000)}`;

const FLAGS = [
  '--name-only',
  '--no-renames',
  '-O/dev/null',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-show-signature',
  '--no-notes',
  '--no-mailmap',
];
const FIELDS = ['%H', '%ct', '%an', '%s', '%b'];
const MAX_FILES = 200;
const MAX_WORDS = FIELDS.length + MAX_FILES;

async function* logged(
  repository: string,
  args: readonly string[],
  options: GitOptions,
): AsyncGenerator<LoggedCommit> {
  const asked = { args: [...FLAGS, ...args], fields: FIELDS, most: MAX_WORDS };
  for await (const words of loggedCommits(repository, asked, options)) yield commitOf(words);
}

/** Reads git's answer: five fields of each commit, then its files. */
export async function* commitsLogged(stream: AsyncIterable<Buffer>): AsyncGenerator<LoggedCommit> {
  for await (const words of commitWords(stream, FIELDS.length, MAX_WORDS)) yield commitOf(words);
}

function commitOf([hash, at, author, subject, body, ...files]: readonly string[]): LoggedCommit {
  return {
    hash: hash!,
    at: Number(at) * 1000,
    author: author!,
    subject: subject!,
    body: body!.trim(),
    files: files.map((file) => file.replace(/^\n/, '')).filter((file) => file !== ''),
  };
}
