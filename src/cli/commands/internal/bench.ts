import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { VerbClient } from '../../../protocol/client.ts';
import { argumentsOf, type Options, positionalsOf } from '../../arguments.ts';
import { EXIT, type ExitCode } from '../../exit.ts';
import { answer, type CommandRun, openMemory } from '../../task.ts';
import { optionNumber } from '../../usage.ts';
import { pad } from '../../width.ts';

export const summary = 'Measure speed on this machine with your memories';
export const help = `
Usage: sqrl bench [--runs N]

  --runs N    Runs of each measurement (20)

Measures a search, a recall with and without reranking, and a hook compared with a bare Node process. The questions are
taken from your memories; nothing is changed, and the hits do not count as use.

Examples:
  $ sqrl bench
  $ sqrl bench --runs 100 --json
`;
export const options = { runs: { type: 'string' } } as const satisfies Options;

interface Measured {
  what: string;
  p50: number;
  p95: number;
}

export async function run(task: CommandRun): Promise<ExitCode> {
  const { values, words } = argumentsOf('bench', task.argv, options);
  positionalsOf('bench', words, { what: 'options', from: 0, to: 0 });
  const runs = optionNumber('--runs', values.runs, { from: 3, to: 1000, whole: true }) ?? 20;
  await using client = await openMemory(task, values);
  const { memories, total } = await client.call('list', { limit: 50 });
  const questions = memories.map(({ text }) => text.split(/\s+/).slice(0, 12).join(' '));
  const measured = [
    ...(questions.length === 0 ? [] : await ofCalls(client, questions, runs)),
    ...ofHook(task, runs),
  ];
  answer(task, { memories: total, runs, measured }, () => show(task, measured, { total, runs }));
  return EXIT.done;
}

async function ofCalls(client: VerbClient, questions: readonly string[], runs: number): Promise<Measured[]> {
  const question = (i: number) => questions[i % questions.length]!;
  const ways: [string, (i: number) => Promise<unknown>][] = [
    ['search', (i) => client.call('find', { question: question(i), rerank: false })],
    ['recall, fast', (i) => client.call('recall', { question: question(i), fast: true })],
    ['recall', (i) => client.call('recall', { question: question(i) })],
  ];
  const measured: Measured[] = [];
  for (const [what, work] of ways) {
    // The first call warms the caches.
    await work(0);
    const times: number[] = [];
    for (let i = 0; i < runs; i++) {
      const start = performance.now();
      await work(i);
      times.push(performance.now() - start);
    }
    measured.push({ what, ...percentiles(times) });
  }
  return measured;
}

/** Alternating, so that other load on the machine affects both. */
function ofHook({ world }: CommandRun, runs: number): Measured[] {
  const program = world.mcp?.program;
  const hook = program && join(dirname(dirname(program.script)), 'dist', 'hooks', 'hook.js');
  if (!hook || !existsSync(hook)) return [];
  const bare: number[] = [];
  const hooked: number[] = [];
  for (let i = 0; i < runs; i++) {
    bare.push(timeOf(program.node, ['-e', '0']));
    // An unknown event: it goes to the daemon and back without changing anything.
    hooked.push(timeOf(program.node, [hook, 'claude-code', 'Bench'], '{"session_id":"bench"}'));
  }
  return [
    { what: 'a bare Node process', ...percentiles(bare) },
    { what: 'a hook', ...percentiles(hooked) },
  ];
}

function timeOf(program: string, args: string[], input = ''): number {
  const start = performance.now();
  spawnSync(program, args, { input, stdio: ['pipe', 'ignore', 'ignore'] });
  return performance.now() - start;
}

function percentiles(times: readonly number[]): { p50: number; p95: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]! * 10) / 10;
  return { p50: at(0.5), p95: at(0.95) };
}

function show(
  { out, err }: CommandRun,
  measured: readonly Measured[],
  { total, runs }: { total: number; runs: number },
): void {
  const widest = Math.max(...measured.map(({ what }) => what.length));
  for (const { what, p50, p95 } of measured)
    out.line(
      `${pad(what, widest)}  ${p50.toFixed(1).padStart(7)} ms  ${out.paint('dim', `95 %: ${p95.toFixed(1)} ms`)}`,
    );
  if (total === 0) err.line('No memories here yet, so searches were not measured.');
  out.line(
    out.paint('dim', `${runs} runs each, with ${total.toLocaleString('en')} memories of this project.`),
  );
}
