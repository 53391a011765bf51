import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type EvidenceSource, rank, WEIGHTS } from '../src/recall/files/rank.ts';
import { knownFor } from '../src/recall/verbs/files-for.ts';
import { codeFiles } from '../src/store/code/files.ts';
import type { Bench } from './bench.ts';
import { Baselines } from './localise/baselines.ts';
import { tasksAt, tasksIn } from './localise/occasions.ts';
import { line } from './ways.ts';

/** From an issue's text to the files that were changed for it, with code, graph and history of the commit before. */
export const localise: Bench = {
  summary: 'Issue text → files to change, at a commit (--repo DIR --tasks FILE)',
  async run({ flags, print }) {
    const { repo, tasks: file } = flags;
    if (repo === undefined || file === undefined || !existsSync(repo) || !existsSync(file)) {
      print(
        'localise: needs --repo DIR and --tasks FILE (a line each: base_commit, problem_statement, files); skipped.',
      );
      return undefined;
    }
    const folder = mkdtempSync(join(tmpdir(), 'sqrl-bench-'));
    try {
      const results: Record<string, { guess: string[]; files: readonly string[] }[]> = {};
      const baselines = new Baselines();
      const milliseconds: number[] = [];
      for await (const { task, engine, root } of tasksAt(repo, tasksIn(file), folder)) {
        const there = new Set(codeFiles(engine.own.store).map(({ path }) => path));
        const begun = performance.now();
        const known = await knownFor(engine, task.problem_statement);
        const wanted = { task: task.problem_statement, files: [], now: engine.now() };
        const ranked = (weights?: Record<EvidenceSource, number>) =>
          rank(wanted, known, weights)
            .files.map(({ path }) => path)
            .filter((path) => there.has(path));
        const guesses: Record<string, string[]> = { 'all parts': ranked() };
        milliseconds.push(performance.now() - begun);
        for (const part of PARTS) guesses[`without ${part}`] = ranked({ ...WEIGHTS, [part]: 0 });
        const plain = baselines.guess(task.problem_statement, {
          root,
          files: codeFiles(engine.own.store),
          work: known.work,
        });
        for (const [way, guess] of [...Object.entries(plain), ...Object.entries(guesses)])
          results[way] = [...(results[way] ?? []), { guess, files: task.files }];
      }
      return tell(basename(repo), results, milliseconds, print);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const PARTS = (Object.keys(WEIGHTS) as EvidenceSource[]).filter((part) => part !== 'given');

function tell(
  repo: string,
  results: Record<string, { guess: string[]; files: readonly string[] }[]>,
  milliseconds: number[],
  print: (line: string) => void,
) {
  const tasks = Object.values(results)[0]?.length ?? 0;
  const p50 = Math.round(milliseconds.sort((a, b) => a - b)[Math.floor(milliseconds.length / 2)] ?? 0);
  print(`${repo}: ${tasks} tasks, ${p50} ms for one answer (P50)`);
  print(line('', ['@1', '@5', '@10', 'MRR']));
  const recall: Record<string, Record<string, number>> = {};
  for (const [way, all] of Object.entries(results)) {
    const mean = (of: (one: (typeof all)[number]) => number) =>
      Math.round((1000 * all.reduce((sum, one) => sum + of(one), 0)) / all.length) / 10;
    const at = (k: number) =>
      mean(
        ({ guess, files }) => files.filter((file) => guess.slice(0, k).includes(file)).length / files.length,
      );
    const mrr = mean(({ guess, files }) => {
      const place = guess.findIndex((path) => files.includes(path));
      return place < 0 ? 0 : 1 / (place + 1);
    });
    recall[way] = { at1: at(1), at5: at(5), at10: at(10), mrr };
    print(line(way, Object.values(recall[way])));
  }
  return { repo, tasks, p50, recall };
}
