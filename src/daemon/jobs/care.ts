import { Worker } from 'node:worker_threads';
import type { Surroundings } from '../furnish.ts';
import type { LogFile } from '../log-file.ts';
import type { Board } from './board.ts';
import type { CareOrder, CareSaid } from './care-worker.ts';

export interface CareOptions {
  surroundings: Surroundings;
  board: Board;
  log: LogFile;
  /** How long news gather before they are learnt from. */
  gatherMs?: number;
}

/** Looks after memories as news come, and once a day. */
export interface Care {
  /** Something came into projects, or outside of all of them. */
  news(projects: readonly string[]): void;
  /** Looks after all projects, or only where somebody left something undone. */
  all(options: { unlearntOnly: boolean }): void;
  isBusy(): boolean;
  stop(): Promise<void>;
}

const GATHER_MS = 1500;
const DAY_MS = 24 * 3600_000;
/** How long a thread may take to stop by itself. */
const STOPPING_MS = 1000;

/** Runs one thread at a time, which ends when there is nothing left to learn. */
export function takeCare(options: CareOptions): Care {
  const { surroundings, board, log, gatherMs = GATHER_MS } = options;
  const due = new Set<string>();
  let wanted: 'some' | 'unlearnt' | 'all' | undefined;
  let timer: NodeJS.Timeout | undefined;
  let tomorrow: NodeJS.Timeout | undefined;
  let worker: Worker | undefined;
  let ended = Promise.resolve();
  let over = false;

  function later(): void {
    if (over || worker) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      ended = run();
    }, gatherMs);
  }

  async function run(): Promise<void> {
    const { now: _, ...rest } = surroundings;
    const order: CareOrder = {
      surroundings: rest,
      projects: [...due],
      all: wanted === 'all' || wanted === 'unlearnt',
      unlearntOnly: wanted === 'unlearnt',
    };
    due.clear();
    wanted = undefined;
    // The flags of whoever runs us (a test runner's, a profiler's) are not meant for this thread.
    const thread = new Worker(PROGRAM, { workerData: order, execArgv: [], env: {} });
    worker = thread;
    await new Promise<void>((resolve) => {
      thread.on('message', hear);
      thread.on('error', (error) => log.line(`learning failed: ${error.stack ?? error.message}`));
      thread.on('exit', () => resolve());
    });
    worker = undefined;
    // What it was at when it ended without a word is not being done any more.
    for (const { name, project, state } of board.list())
      if (state === 'running' && OWN.has(name))
        board.set(name, project, { state: 'waiting', note: 'stopped' });
    if (wanted !== undefined) later();
  }

  function hear(said: CareSaid): void {
    if ('dailyAt' in said) plan(said.dailyAt);
    else if ('problem' in said) log.line(`learning: ${said.problem}`);
    else {
      const { job, project, ...change } = said;
      board.set(job, project, change);
      if (change.note && change.state !== 'running')
        log.line(`${job} ${project ?? 'for everywhere'}: ${change.note}`);
    }
  }

  /** Once a day everything is looked after, whatever came or did not. */
  function plan(dailyAt: number): void {
    clearTimeout(tomorrow);
    const wait = Math.min(Math.max(dailyAt + DAY_MS - surroundings.now(), 60_000), DAY_MS);
    tomorrow = setTimeout(() => all({ unlearntOnly: true }), wait).unref();
  }

  function all({ unlearntOnly }: { unlearntOnly: boolean }): void {
    wanted = wanted === 'all' || !unlearntOnly ? 'all' : 'unlearnt';
    later();
  }

  return {
    news(projects) {
      for (const project of projects) due.add(project);
      // Whoever looks where something is left finds what has just come, too.
      wanted ??= 'some';
      later();
    },
    all,
    isBusy: () => worker !== undefined || timer !== undefined,
    async stop() {
      over = true;
      clearTimeout(timer);
      clearTimeout(tomorrow);
      const thread = worker;
      if (!thread) return;
      thread.postMessage('stop');
      const hard = setTimeout(() => void thread.terminate(), STOPPING_MS);
      await ended;
      clearTimeout(hard);
    },
  };
}

const OWN = new Set(['learn', 'embed', 'copy']);

// Compiled, this file has a compiled neighbour; from source, Node runs the neighbour as it is.
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './care-worker.ts' : './care-worker.js',
  import.meta.url,
);
