import { execFileSync } from 'node:child_process';
import type { Task } from './occasions.ts';

/**
 * Tasks from a repository's own history: what the message of a fix says, its parent as the commit it was met at, and the
 * code that it changed. Evenly over the later half of the history, so that there is a past to every one.
 */
export function ownTasks(repository: string, most: number): Task[] {
  const fixes = new Map<string, Task>();
  for (const commit of commitsOf(repository)) {
    const task = taskOf(commit);
    // A fix that was picked from another branch may be known already; the first is kept.
    if (task && !fixes.has(titleOf(task))) fixes.set(titleOf(task), task);
  }
  const later = [...fixes.values()].slice(Math.floor(fixes.size / 2));
  const step = Math.max(1, later.length / most);
  return Array.from({ length: Math.min(most, later.length) }, (_, i) => later[Math.floor(i * step)]!);
}

const titleOf = ({ problem_statement }: Task): string => problem_statement.split('\n', 1)[0]!;

interface Commit {
  parents: string[];
  message: string;
  /** Neither new nor gone. */
  changed: string[];
  hasTest: boolean;
}

/** Oldest first, without merges. */
function commitsOf(repository: string): Commit[] {
  const flags = [
    '--no-merges',
    '--reverse',
    '--no-renames',
    '--name-status',
    '--format=%x01%P%x00%B%x00',
    'HEAD',
  ];
  const log = execFileSync('git', ['-C', repository, '-c', 'core.quotePath=off', 'log', ...flags], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  return log.split('\x01').flatMap((each) => {
    const [parents, message, files] = each.split('\0');
    if (files === undefined) return [];
    const touched = [...files.matchAll(/^([AM])\t(.+)$/gm)].map(([, how, path]) => ({ how, path: path! }));
    const changed = touched.filter(({ how }) => how === 'M').map(({ path }) => path);
    const hasTest = touched.some(({ path }) => TEST.test(path));
    return [{ parents: parents!.split(' '), message: message!, changed, hasTest }];
  });
}

/** A tested fix of a little code, said in enough words, none of which is the name of a file that it changed. */
function taskOf({ parents, message, changed, hasTest }: Commit): Task | undefined {
  const files = changed.filter(isCode);
  const isLittle = files.length > 0 && files.length <= MAX_FILES;
  if (parents[0] === '' || !isLittle || !hasTest || !FIX.test(message)) return undefined;
  const said = bare(message);
  if (said.split(/\s+/).length < MIN_WORDS || files.some((path) => said.includes(nameOf(path))))
    return undefined;
  return { base_commit: parents[0]!, problem_statement: said, files };
}

/** A message without what only commits have: its scope, numbers of issues, and who wrote it. */
const bare = (message: string): string =>
  message
    .trim()
    .replace(/^\w+(?:\([^)]*\))?!?:\s+/, '')
    .replace(/\(?#\d+\)?/g, '')
    .replace(/^\W*[\w-]+-by:.*$/gim, '')
    .trim();

/** Whether a file is code, and no test of it. */
export const isCode = (path: string): boolean => CODE.test(path) && !TEST.test(path);

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const FIX =
  /\b(?:fix(?:e[sd]|ing)?|bug(?:fix)?|regression|resolve[sd]?|correct(?:s|ed|ly)?|crash(?:e[sd])?)\b/i;
const CODE = /(?<!\.d)\.(?:py|[cm]?[jt]sx?|go|rs|java|kt|rb|php|cs|c|h|cc|cpp|hpp|swift|scala|vue|svelte)$/;
const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|testdata|fixtures|playground|examples?|docs?|docs_src|benchmarks?)\/|(?:^|\/)(?:test_[^/]*|conftest)\.py$|[._-](?:test|spec|bench)\.\w+$/;
const MAX_FILES = 5;
const MIN_WORDS = 8;
