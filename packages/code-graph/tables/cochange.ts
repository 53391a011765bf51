import type { GitCommit, GitTouch } from '@sqrl/base/model/git.ts';
import { dropMarks, markNames, putMark } from '@sqrl/base/sqlite/marks.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';

/** A commit that a file changed in, with what else did. */
export interface SharedCommit {
  at: number;
  files: number;
  /** The newest paths of the others. */
  others: string[];
}

/** The commits up to which git's history was read. */
export const gitTips = (store: Store): string[] => markNames(store, 'git tip');

export function setGitTips(store: Store, tips: Iterable<string>): void {
  dropMarks(store, 'git tip');
  for (const hash of tips) putMark(store, 'git tip', hash);
}

/** Keeps what a commit changed; parents are to come before their children, so that names are followed. */
export function addGitCommit(store: Store, commit: GitCommit): void {
  const renamed = follow(store, commit.touches);
  if (commit.touches.length === 0) return;
  forgetOrigin(store, commit.origin);
  const { lastInsertRowid: row } =
    store.run`insert into git_commit (hash, origin, at, files) values (${commit.hash}, ${commit.origin},
      ${commit.at}, ${commit.touches.length})`;
  if (commit.touches.length > MAX_KEPT_ENTRIES) return;
  for (const touch of commit.touches) {
    const file = renamed.get(touch.path) ?? fileOf(store, touch);
    store.run`insert or ignore into git_touch (file, in_commit) values (${file}, ${row})`;
  }
}

// Such a one is an import or a move of everything, and would fill the store to tell nothing.
const MAX_KEPT_ENTRIES = 1000;

/** Of the latest commits, the share that changed a file. */
export function shareOfCommits(store: Store, path: string, latest: number): number {
  const found = store.row`with recent as (select row from git_commit order by at desc limit ${latest})
    select (select count(*) from recent) as commits,
           (select count(*) from git_touch where file = ${knownFile(store, path) ?? -1}
            and in_commit in recent) as changed`!;
  // The first few commits of a repository change everything.
  return (found.changed as number) / Math.max(MIN_COMMITS, found.commits as number);
}

const MIN_COMMITS = 20;

/** The newest commits in which a file changed with others, `most` files in all at most. */
export function sharedCommits(
  store: Store,
  path: string,
  { most, limit }: { most: number; limit: number },
): SharedCommit[] {
  const rows = store.rows`select c.row, c.at, c.files, f.path from (
      select c.row, c.at, c.files, t.file from git_touch t join git_commit c on c.row = t.in_commit
       where t.file = ${knownFile(store, path) ?? -1} and c.files between 2 and ${most} order by c.at desc
         limit ${limit}) c
    join git_touch t on t.in_commit = c.row and t.file <> c.file
    join git_file f on f.row = t.file`;
  const commits = new Map<number, SharedCommit>();
  for (const { row, at, files, path } of rows) {
    const commit = commits.get(row as number) ?? { at: at as number, files: files as number, others: [] };
    commits.set(row as number, commit);
    commit.others.push(path as string);
  }
  return [...commits.values()];
}

/** The commits of at most that many files that changed anything directly in a folder: a line for each file and commit. */
export function touchesIn(
  store: Store,
  folder: string,
  most: number,
): { path: string; at: number; files: number }[] {
  const start = folder === '.' ? '' : `${folder}/`;
  return store.rows`select f.path, c.at, c.files from git_file f
     join git_touch t on t.file = f.row join git_commit c on c.row = t.in_commit
    where f.path >= ${start} and f.path < ${`${start}\u{10ffff}`} and instr(substr(f.path,
      ${start.length + 1}), '/') = 0 and c.files <= ${most}`;
}

/** When the newest commit that was read was made; 0 where there is none. */
export const newestCommitAt = (store: Store): number =>
  store.value`select ifnull(max(at), 0) as at from git_commit`;

/** The commits after a time that changed a file, whatever its name was then; newest first. */
export function commitsOn(store: Store, path: string, since: number): { hash: string; at: number }[] {
  return store.rows`select c.hash, c.at from git_touch t join git_commit c on c.row = t.in_commit
    where t.file = ${knownFile(store, path) ?? -1} and c.at > ${since} order by c.at desc, c.row desc`;
}

/** The newest name of a file, by any name it ever had; undefined where history does not know it. */
export function newestName(store: Store, path: string): string | undefined {
  const found = store.row`select path from git_file where row = ${knownFile(store, path) ?? -1}`;
  return found?.path as string | undefined;
}

/** Gives files their new names, all at once, since one may take the name that another gives up; says which got which. */
function follow(store: Store, touches: readonly GitTouch[]): Map<string, number> {
  const renamed = new Map<string, number>();
  for (const { path, from } of touches) {
    if (from === null) continue;
    const file = knownFile(store, from) ?? newFile(store, from);
    renamed.set(path, file);
    // A name nothing can have, until all are given.
    store.run`update git_file set path = char(0) || row where row = ${file}`;
    store.put('git_name', { path: from, file });
  }
  for (const [path, file] of renamed) {
    // Only a file that has this name now: one that had it once may be renamed in the same commit.
    const before = fileNamed(store, path);
    if (before !== undefined && before !== file) merge(store, before, file);
    store.run`delete from git_name where path = ${path}`;
    store.run`update git_file set path = ${path} where row = ${file}`;
  }
  return renamed;
}

/** Makes what happened to one file a part of what happened to another. */
function merge(store: Store, from: number, into: number): void {
  store.run`insert or ignore into git_touch (file, in_commit) select ${into}, in_commit from git_touch
    where file = ${from}`;
  store.run`delete from git_touch where file = ${from}`;
  store.run`update git_name set file = ${into} where file = ${from}`;
  store.run`delete from git_file where row = ${from}`;
}

function fileOf(store: Store, { path, way }: GitTouch): number {
  // Something new under the name that another file gave up.
  if (way === 'added') store.run`delete from git_name where path = ${path}`;
  return knownFile(store, path) ?? newFile(store, path);
}

const fileNamed = (store: Store, path: string): number | undefined =>
  store.value`select row from git_file where path = ${path}`;

const knownFile = (store: Store, path: string): number | undefined =>
  fileNamed(store, path) ?? store.value<number | undefined>`select file from git_name where path = ${path}`;

const newFile = (store: Store, path: string): number => store.insert('git_file', { path });

function forgetOrigin(store: Store, origin: string): void {
  const found = store.row`select row from git_commit where origin = ${origin}`;
  if (!found) return;
  store.run`delete from git_touch where in_commit = ${found.row}`;
  store.run`delete from git_commit where row = ${found.row}`;
}

/**
 * How many commits changed a file since a commit was checked out: those that were read after it, whatever their date,
 * since a merge brings older ones. Where that commit is not known, those after a time.
 */
export function countCommitsSince(
  store: Store,
  path: string,
  { seenIn, seenAt }: { seenIn: string | null; seenAt: number },
): number {
  const seen = store.value<number | undefined>`select row from git_commit where hash = ${seenIn}`;
  if (seen === undefined) return commitsOn(store, path, seenAt).length;
  const found = store.row`select count(*) as n from git_touch t
    where t.in_commit > ${seen}
      and t.file = ifnull((select row from git_file where path = ${path}), (select file from git_name
        where path = ${path}))`;
  return found!.n as number;
}
