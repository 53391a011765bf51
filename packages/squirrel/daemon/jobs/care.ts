import { DAY_MS } from '@sqrl/base/durations.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { startThread, type Thread, workerProgram } from '@sqrl/base/thread.ts';
import { EMBED_PASSAGES_JOB } from '../../workspace/embed-passages.ts';
import { zoneOf } from '../../workspace/workspace.ts';
import type { MachineContext } from '../engine-parts.ts';
import type { LogFile } from '../log-file.ts';
import type { JobBoard } from './board.ts';
import type { CareOrder, CareProtocol } from './care-worker.ts';

/** How long news are collected before learning starts. */
const GATHER_MS = 1500;
const STOP_TIMEOUT_MS = 1000;
/** While agents work there is something to learn every few seconds; to load program and models takes longer than most of that. */
const LINGER_MS = 15_000;

/** Looks after memories as news come, and once a day, in one thread at a time. */
export function takeCare({
  surroundings,
  board,
  log,
}: {
  surroundings: MachineContext;
  board: JobBoard;
  log: LogFile;
}) {
  const due = new Set<string>();
  let wanted: 'some' | 'unlearned' | 'all' | undefined;
  let timer: NodeJS.Timeout | undefined;
  let tomorrow: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let thread: Thread<CareProtocol> | undefined;
  // Those of all projects are looked at when the daemon starts.
  let leftPassages = true;
  const stopping = new AbortController();

  function later(): void {
    if (stopping.signal.aborted) return;
    if (running) thread?.send('work waits');
    else
      timer ??= setTimeout(() => {
        timer = undefined;
        running = run().finally(() => {
          running = undefined;
          if (wanted !== undefined) later();
        });
      }, GATHER_MS);
  }

  async function run(): Promise<void> {
    const { now: _, timeZone, ...rest } = surroundings;
    const order: CareOrder = {
      surroundings: { ...rest, timeZone: zoneOf(timeZone) },
      projects: [...due],
      all: wanted === 'all' || wanted === 'unlearned',
      unlearnedOnly: wanted === 'unlearned',
      embedAll: leftPassages,
    };
    due.clear();
    wanted = undefined;
    try {
      const { signal } = stopping;
      const timing = { stopTimeoutMs: STOP_TIMEOUT_MS, lingerMs: LINGER_MS };
      thread = startThread<CareProtocol>(PROGRAM, { order, signal, onNews: show, ...timing });
      const result = await thread.result;
      leftPassages = result.leftPassages;
      if (leftPassages) wanted ??= 'some';
      if (result.dailyAt !== undefined) plan(result.dailyAt);
    } catch (error) {
      if (error instanceof Problem) log.line(`learning stopped: ${error.message}`);
      else if (!stopping.signal.aborted) log.line(`learning failed: ${(error as Error).stack}`);
    }
    for (const { name, project, state, note } of board.list()) {
      // A thread that was terminated leaves jobs marked as running.
      if (state === 'running' && OWN.has(name))
        board.set(name, project, { state: 'waiting', note: 'stopped' });
      // There was nothing to learn.
      if (state === 'waiting' && note === NEXT) board.set(name, project, { state: 'done', note: null });
    }
  }

  function show(news: CareProtocol['news']): void {
    const { job, project, ...change } = news;
    board.set(job, project, change);
    if (change.note && change.state !== 'running')
      log.line(`${job} ${project ?? 'all projects'}: ${change.note}`);
  }

  /** Once a day everything is looked after, whatever came or did not. */
  function plan(dailyAt: number): void {
    clearTimeout(tomorrow);
    const wait = Math.min(Math.max(dailyAt + DAY_MS - surroundings.now(), 60_000), DAY_MS);
    tomorrow = setTimeout(() => all({ unlearnedOnly: true }), wait).unref();
  }

  function all({ unlearnedOnly }: { unlearnedOnly: boolean }): void {
    wanted = wanted === 'all' || !unlearnedOnly ? 'all' : 'unlearned';
    later();
  }

  return {
    news(projects: readonly string[]): void {
      for (const project of projects) {
        due.add(project);
        // From reading to learning is a moment in which a page must not say that nothing is known.
        if (!running) board.set('learn', project, { state: 'waiting', note: NEXT });
      }
      // A run that is already scheduled picks up these projects as well.
      wanted ??= 'some';
      later();
    },
    /** Looks after all projects, or only those with unfinished work. */
    all,
    isBusy: (): boolean => running !== undefined || timer !== undefined,
    async stop(): Promise<void> {
      stopping.abort();
      clearTimeout(timer);
      await running;
      clearTimeout(tomorrow);
    },
  };
}

const NEXT = 'next';

const OWN = new Set(['learn', 'embed', EMBED_PASSAGES_JOB, 'copy']);

const PROGRAM = workerProgram('./care-worker.ts', import.meta.url);
