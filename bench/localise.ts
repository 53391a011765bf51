import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { codeFiles } from '@sqrl/code-graph/tables/files.ts';
import { knownFor } from '@sqrl/squirrel/recall/files/files-for.ts';
import { type EvidenceSource, rank, WEIGHTS } from '@sqrl/squirrel/recall/files/rank.ts';
import type { Bench } from './bench.ts';
import { Baselines } from './localise/baselines.ts';
import { type Figures, figuresOf, type Guess, leftOut } from './localise/figures.ts';
import { type Task, tasksAt, tasksIn } from './localise/occasions.ts';
import { isCode, ownTasks } from './localise/own-tasks.ts';
import { line } from './ways.ts';

/** From an issue's text to the files that were changed for it, with code, graph and history of the commit before. */
export const localise: Bench = {
  summary:
    'Issue text → files to change, at a commit (--repo DIR --tasks FILE, or --git DIR[,DIR…] [--tasks N] for fixes in its history)',
  async run({ flags, print }) {
    const all = repositoriesIn(flags);
    if (all.length === 0) {
      print(
        'localise: needs --repo DIR and --tasks FILE (a line each: base_commit, problem_statement, files), or --git DIR[,DIR…]; skipped.',
      );
      return undefined;
    }
    const repositories: Record<string, RepositoryFigures> = {};
    for (const { repository, tasks } of all) {
      const { guesses, p50 } = await guessAll(repository, tasks);
      const name = nameOf(repository);
      repositories[name] = { tasks: tasks.length, p50, recall: figuresOf(guesses) };
      tell(name, repositories[name], print);
    }
    if (all.length < 2) return { repositories };
    const chosen = leftOut(
      Object.fromEntries(Object.entries(repositories).map(([name, { recall }]) => [name, recall])),
      (way) => way === ALL || VARIED.test(way),
    );
    tellAll(repositories, chosen, print);
    return { repositories, leftOut: chosen };
  },
};

interface RepositoryFigures {
  tasks: number;
  p50: number;
  recall: Record<string, Figures>;
}

/** The repositories that are there, each with its tasks. */
function repositoriesIn({
  repo,
  git,
  tasks,
}: Record<string, string>): { repository: string; tasks: Task[] }[] {
  if (git !== undefined)
    return git
      .split(',')
      .filter((repository) => existsSync(repository))
      .map((repository) => ({ repository, tasks: ownTasks(repository, Number(tasks ?? MAX_TASKS)) }))
      .filter(({ tasks }) => tasks.length > 0);
  if (repo === undefined || tasks === undefined || !existsSync(repo) || !existsSync(tasks)) return [];
  return [{ repository: repo, tasks: tasksIn(tasks) }];
}

const MAX_TASKS = 30;

/** A bare repository is often called as all others are; its folder then tells which it is. */
const nameOf = (repository: string): string =>
  /^(?:repo|\.git)$/.test(basename(repository)) ? basename(dirname(repository)) : basename(repository);

/** What each way guesses for each task. */
async function guessAll(
  repository: string,
  tasks: readonly Task[],
): Promise<{ guesses: Record<string, Guess[]>; p50: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-'));
  try {
    const guesses: Record<string, Guess[]> = {};
    const baselines = new Baselines();
    const milliseconds: number[] = [];
    for await (const { task, engine, root } of tasksAt(repository, tasks, folder)) {
      const files = codeFiles(engine.own.store);
      const there = new Set(files.map(({ path }) => path));
      const begun = performance.now();
      const known = await knownFor(engine, task.problem_statement);
      const wanted = { task: task.problem_statement, files: [], now: engine.now() };
      const ranked = (weights: Record<EvidenceSource, number>): string[] =>
        rank(wanted, known, weights)
          .files.map(({ path }) => path)
          .filter((path) => there.has(path));
      const ours: Record<string, string[]> = { [ALL]: ranked(WEIGHTS) };
      milliseconds.push(performance.now() - begun);
      for (const part of PARTS)
        for (const times of TIMES)
          ours[`${part} × ${times}`] = ranked({ ...WEIGHTS, [part]: times * WEIGHTS[part] });
      const plain = baselines.guess(task.problem_statement, { root, files, work: known.work }, isCode);
      for (const [way, guess] of Object.entries({ ...plain, ...ours }))
        guesses[way] = [...(guesses[way] ?? []), { guess, files: task.files }];
    }
    const p50 = Math.round(milliseconds.sort((a, b) => a - b)[Math.floor(milliseconds.length / 2)] ?? 0);
    return { guesses, p50 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ALL = 'all parts';
const PARTS = (Object.keys(WEIGHTS) as EvidenceSource[]).filter((part) => part !== 'given');
const TIMES = [0, 0.5, 2];
const VARIED = / × /;

function tell(name: string, { tasks, p50, recall }: RepositoryFigures, print: (line: string) => void): void {
  print(`${name}: ${tasks} tasks, ${p50} ms for one answer (P50)`);
  print(line('', ['@1', '@5', '@10', 'MRR']));
  for (const [way, { at1, at5, at10, mrr }] of Object.entries(recall))
    if (!VARIED.test(way) || way.endsWith('× 0')) print(line(way, [at1, at5, at10, mrr]));
}

/** Recall@10 of the ways that are compared, by repository; the weights of the last are chosen on all the others. */
function tellAll(
  repositories: Record<string, RepositoryFigures>,
  chosen: Record<string, { way: string; at10: number }>,
  print: (line: string) => void,
): void {
  const names = Object.keys(repositories);
  const ways = Object.keys(repositories[names[0]!]!.recall).filter((way) => !VARIED.test(way));
  const mean = (figures: number[]) => figures.reduce((sum, each) => sum + each, 0) / figures.length;
  print('recall@10 by repository');
  print(line('', ['mean', ...names.map((name) => name.slice(-8))]));
  for (const way of ways) {
    const figures = names.map((name) => repositories[name]!.recall[way]!.at10);
    print(line(way, [mean(figures), ...figures]));
  }
  const figures = names.map((name) => chosen[name]!.at10);
  print(line('left out', [mean(figures), ...figures]));
  print(`left out, with: ${names.map((name) => chosen[name]!.way).join(', ')}`);
}
