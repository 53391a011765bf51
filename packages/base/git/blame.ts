import { join } from 'node:path';
import { foreignText } from '../foreign-file.ts';
import { type GitOptions, startGit } from './process.ts';

export interface BlamedLine {
  hash: string;
  /** The line's number in that commit, and the file's path there. */
  line: number;
  path: string;
  author: string;
  /** In milliseconds: when it was written, which a rebase keeps. */
  authoredAt: number;
  committedAt: number;
  /** The commit that changed the file before it. */
  previous: string | null;
}

/** In bytes. A longer file is data. */
const MAX_FILE_BYTES = 5_000_000;
/** In bytes. Of a longer file the lines are not told one by one. */
const MAX_BLAMED_BYTES = 500_000;

/**
 * A line of a file in the work tree: its text, and the commit it comes from; null where it is not committed. Undefined
 * where there is no such line. The file is compared with the last commit here, since git would run the filters that the
 * repository's configuration names.
 */
export async function blameLine(
  repository: string,
  { path, line }: { path: string; line: number },
  options: GitOptions,
): Promise<{ text: string; commit: BlamedLine | null } | undefined> {
  const now = foreignText(join(repository, path), { below: repository, maxBytes: MAX_FILE_BYTES })?.split(
    '\n',
  );
  const text = now?.[line - 1];
  if (now === undefined || text === undefined) return undefined;
  const committed = await outputOf(repository, ['cat-file', 'blob', `HEAD:${path}`], options);
  const before = committed === undefined ? undefined : lineBefore(committed.split('\n'), now, line - 1);
  if (before === undefined) return { text, commit: null };
  const range = `${before + 1},${before + 1}`;
  const said = await outputOf(
    repository,
    ['blame', '--porcelain', '--no-textconv', '-w', '-M', '-L', range, 'HEAD', '--', path],
    options,
  );
  return { text, commit: said === undefined ? null : blamed(said) };
}

/** The lines of the present file that each commit wrote, by its hash; empty where git knows no such file. */
export async function linesByCommit(
  repository: string,
  path: string,
  options: GitOptions,
): Promise<Map<string, number[]>> {
  const lines = new Map<string, number[]>();
  const now = foreignText(join(repository, path), { below: repository, maxBytes: MAX_BLAMED_BYTES })?.split(
    '\n',
  );
  const [committed, said] = await Promise.all([
    outputOf(repository, ['cat-file', 'blob', `HEAD:${path}`], options),
    outputOf(repository, ['blame', '--porcelain', '--no-textconv', '-w', '-M', 'HEAD', '--', path], options),
  ]);
  if (now === undefined || committed === undefined || said === undefined) return lines;
  const before = committed.split('\n');
  for (const [, hash, line, count] of said.matchAll(/^([0-9a-f]{40,64}) \d+ (\d+) (\d+)$/gm)) {
    const from = lineBefore(now, before, Number(line) - 1);
    if (from === undefined) continue;
    const its = lines.get(hash!) ?? [];
    lines.set(hash!, its);
    for (let i = 1; i <= Number(count); i++) its.push(from + i);
  }
  return lines;
}

/** Where a line of the present file stood in the committed one; undefined where it is new. Linear in both. */
export function lineBefore(
  committed: readonly string[],
  now: readonly string[],
  at: number,
): number | undefined {
  const shorter = Math.min(committed.length, now.length);
  let head = 0;
  while (head < shorter && plain(committed[head]!) === plain(now[head]!)) head++;
  if (at < head) return at;
  let tail = 0;
  while (tail < shorter - head && plain(committed.at(-1 - tail)!) === plain(now.at(-1 - tail)!)) tail++;
  if (at >= now.length - tail) return at - now.length + committed.length;
  // Between the first and the last change a line is the same one only where its text occurs once on each side.
  const wanted = plain(now[at]!);
  const places = (lines: readonly string[]): number[] =>
    lines.slice(head, lines.length - tail).flatMap((line, i) => (plain(line) === wanted ? [head + i] : []));
  const [place, ...others] = places(committed);
  return others.length === 0 && places(now).length === 1 ? place : undefined;
}

/** Windows' line ends are not a change. */
const plain = (line: string): string => line.replace(/\r$/, '');

async function outputOf(
  repository: string,
  args: readonly string[],
  options: GitOptions,
): Promise<string | undefined> {
  const { child, failure } = startGit(repository, args, options);
  child.stdin.end();
  let said = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) said += chunk;
  return failure.then(
    () => said,
    () => undefined,
  );
}

/** Reads the answer of `git blame --porcelain` about one line. */
function blamed(said: string): BlamedLine | null {
  const [first = '', ...rest] = said.split('\n');
  const [hash = '', line = ''] = first.split(' ');
  const field = (name: string): string | undefined =>
    rest.find((each) => each.startsWith(`${name} `))?.slice(name.length + 1);
  if (!/^[0-9a-f]{40,64}$/.test(hash)) return null;
  return {
    hash,
    line: Number(line),
    path: field('filename') ?? '',
    author: field('author') ?? '',
    authoredAt: Number(field('author-time')) * 1000,
    committedAt: Number(field('committer-time')) * 1000,
    previous: field('previous')?.split(' ')[0] ?? null,
  };
}
