import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { GitCommit } from '@sqrl/base/model/git.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { changesWith } from '@sqrl/code-graph/history/cochange.ts';
import { type FileKinship, kinOf, MAX_FILES } from '@sqrl/code-graph/history/companions.ts';
import { commitsSince } from '@sqrl/code-graph/history/git-history.ts';
import { addGitCommit, sharedCommits, touchesIn } from '@sqrl/code-graph/tables/cochange.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import type { Bench } from './bench.ts';
import { type Imports, importsAt } from './cochange/imports.ts';

/** What else changes with a file: learned from the first commits of repositories, asked about the last. */
export const cochange: Bench = {
  summary:
    'Prediction of co-changed files on held-out commits (--data: a repository, or a folder of repositories)',
  async run({ data, flags, print }) {
    if (data === undefined) {
      print('cochange: skipped, --data is not a repository.');
      return undefined;
    }
    const repositories = existsSync(join(data, '.git'))
      ? [data]
      : readdirSync(data)
          .map((name) => join(data, name))
          .filter((folder) => existsSync(join(folder, '.git')));
    const figures: Record<string, Measured> = {};
    for (const repository of repositories) {
      const measured = await measure(repository, flags.imports !== 'false');
      figures[basename(repository)] = measured;
      print(line(basename(repository), measured));
    }
    const better = Object.values(figures).filter(({ recall }) => recall.all > recall.counts).length;
    print(`better than plain counts in ${better} of ${repositories.length}`);
    return { repositories: figures };
  },
};

interface Measured {
  commits: number;
  questions: number;
  /** To read and keep the whole history; of this process, and until it was done. */
  seconds: { cpu: number; wall: number };
  /** For one question. */
  milliseconds: number;
  recall: Record<Way, number>;
}

type Way = keyof ReturnType<typeof ways>;

const SHOWN = 10;

const line = (name: string, { commits, questions, seconds, milliseconds, recall }: Measured): string =>
  [
    `${name.padEnd(12)} ${commits} commits in ${seconds.cpu} s CPU, ${seconds.wall} s; ${questions} questions, ${milliseconds} ms each;`,
    `recall@${SHOWN}:`,
    ...Object.entries(recall).map(([way, share]) => `${way} ${share.toFixed(3)}`),
  ].join('  ');

async function measure(repository: string, withImports: boolean): Promise<Measured> {
  using store = openStore(':memory:', { now: Date.now });
  const { commits, seconds } = await readAll(repository);
  const telling = commits.filter(({ touches }) => touches.length > 0);
  const cut = commits.indexOf(telling[Math.floor(telling.length * 0.8)]!);
  store.transaction(() => {
    for (const commit of commits.slice(0, cut)) addGitCommit(store, commit);
  });
  const base = treeBefore(repository, commits, cut);
  const kin = kinOf(filesAt(repository, base));
  const imports = withImports ? await importsAt(repository, base) : NO_IMPORTS;
  const questions = questionsIn(commits.slice(cut), kin);
  const asked = ways(store, kin, imports);
  const recall = {} as Record<Way, number>;
  let milliseconds = 0;
  for (const way of Object.keys(asked) as Way[]) {
    const answers = new Map<string, string[]>();
    const start = performance.now();
    for (const { path } of questions) if (!answers.has(path)) answers.set(path, asked[way](path));
    milliseconds = (performance.now() - start) / answers.size;
    const shares = questions.map(({ path, others }) => {
      const found = answers.get(path)!.slice(0, SHOWN);
      return found.filter((other) => others.has(other)).length / Math.min(SHOWN, others.size);
    });
    recall[way] = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  }
  return {
    commits: commits.length,
    questions: questions.length,
    seconds,
    milliseconds: Math.round(milliseconds * 100) / 100,
    recall,
  };
}

const NO_IMPORTS: Imports = { imports: () => [], importedBy: () => [] };

/** The floors, and what is to be above them. */
function ways(store: Store, kin: FileKinship, graph: Imports) {
  const ranked = (scores: Map<string, number>): string[] =>
    [...scores].sort(([, a], [, b]) => b - a).map(([path]) => path);
  const alone = { has: kin.has, namesakes: () => [], neighbours: () => [] };
  const ask = (path: string, by: FileKinship, { imports, importedBy }: Imports): string[] =>
    changesWith(store, path, {
      kin: by,
      imports: imports(path),
      importedBy: importedBy(path),
      limit: SHOWN,
    }).map((companion) => companion.path);
  return {
    folder: (path: string): string[] => {
      const times = new Map(kin.neighbours(path).map((other) => [other, 0]));
      const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
      for (const touch of touchesIn(store, folder, MAX_FILES))
        if (times.has(touch.path)) times.set(touch.path, times.get(touch.path)! + 1);
      return ranked(times);
    },
    counts: (path: string): string[] => {
      const times = new Map<string, number>();
      for (const { others } of sharedCommits(store, path, { most: MAX_FILES, limit: 1e6 }))
        for (const other of others) if (kin.has(other)) times.set(other, (times.get(other) ?? 0) + 1);
      return ranked(times);
    },
    history: (path: string): string[] => ask(path, alone, NO_IMPORTS),
    names: (path: string): string[] => ask(path, kin, NO_IMPORTS),
    all: (path: string): string[] => ask(path, kin, graph),
  };
}

async function readAll(repository: string): Promise<{ commits: GitCommit[]; seconds: Measured['seconds'] }> {
  using store = openStore(':memory:', { now: Date.now });
  const commits: GitCommit[] = [];
  const cpu = process.cpuUsage();
  const start = performance.now();
  for await (const commit of commitsSince(repository, [], { env: process.env })) commits.push(commit);
  store.transaction(() => {
    for (const commit of commits) addGitCommit(store, commit);
  });
  const { user, system } = process.cpuUsage(cpu);
  const rounded = (seconds: number): number => Math.round(seconds * 10) / 10;
  return {
    commits,
    seconds: { cpu: rounded((user + system) / 1e6), wall: rounded((performance.now() - start) / 1000) },
  };
}

const git = (repository: string, ...args: string[]): string[] =>
  execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 1e9 })
    .split(args.includes('-z') ? '\0' : '\n')
    .filter((word) => word !== '');

/** The newest commit of the main line among those that are learned from. */
function treeBefore(repository: string, commits: readonly GitCommit[], cut: number): string {
  const main = new Set(git(repository, 'rev-list', '--first-parent', 'HEAD'));
  return commits.slice(0, cut).findLast(({ hash }) => main.has(hash))!.hash;
}

const filesAt = (repository: string, commit: string): string[] =>
  git(repository, 'ls-tree', '-r', '-z', '--name-only', commit);

/** Of each held-out commit, each file with the others; under the names they had when learning ended. */
function questionsIn(
  commits: readonly GitCommit[],
  kin: FileKinship,
): { path: string; others: Set<string> }[] {
  const before = new Map<string, string>();
  return commits.flatMap(({ touches }) => {
    for (const { path, from } of touches) if (from !== null) before.set(path, before.get(from) ?? from);
    if (touches.length > MAX_FILES) return [];
    const paths = [...new Set(touches.map(({ path }) => before.get(path) ?? path))].filter(kin.has);
    if (paths.length < 2) return [];
    return paths.map((path) => ({ path, others: new Set(paths.filter((other) => other !== path)) }));
  });
}
