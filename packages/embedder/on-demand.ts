import type { Worker } from 'node:worker_threads';
import { startWorker } from '@sqrl/base/thread.ts';
import { EmbedderDown } from './embedder.ts';

export interface OnDemandOptions {
  /** The thread's program: answers every message it gets with exactly one, in order. */
  program: URL;
  /** What it is started with; asked at each start. */
  data: () => unknown;
  /** How long it may sit idle before it is stopped. */
  idleMs: number;
}

/** A thread that starts with the first job and stops when there has been none for a while. */
export interface OnDemand<Job, Answer> {
  /** `urgent` jobs go before those that wait, not before the one at work. */
  ask(job: Job, urgent?: boolean): Promise<Answer>;
  /** Stops the thread; what was asked and not answered fails. */
  stop(): Promise<void>;
  readonly running: boolean;
}

/** Makes a thread on demand. If it dies, all that was asked of it fails with EmbedderDown; the next job starts another. */
export function onDemand<Job, Answer>(options: OnDemandOptions): OnDemand<Job, Answer> {
  let worker: Worker | undefined;
  let current: QueuedJob<Job, Answer> | undefined;
  const urgent: QueuedJob<Job, Answer>[] = [];
  const patient: QueuedJob<Job, Answer>[] = [];
  let idle: NodeJS.Timeout | undefined;

  function next(): void {
    if (current) return;
    clearTimeout(idle);
    current = urgent.shift() ?? patient.shift();
    if (!current) {
      // Nobody waits: neither the thread nor the timer keeps the process alive.
      worker?.unref();
      idle = setTimeout(() => void stop('it was idle'), options.idleMs).unref();
      return;
    }
    worker ??= start();
    worker.ref();
    worker.postMessage(current.job);
  }

  function start(): Worker {
    const started = startWorker(options.program, options.data(), { inheritEnv: true });
    started.on('message', (answer: Answer) => {
      current?.resolve(answer);
      current = undefined;
      next();
    });
    started.on('error', (error) => fail(started, error.message, error));
    started.on('exit', (code) => fail(started, `its thread exited with status ${code}`));
    return started;
  }

  function fail(from: Worker, reason: string, cause?: unknown): void {
    if (worker !== from) return;
    worker = undefined;
    clearTimeout(idle);
    const all = [...(current ? [current] : []), ...urgent.splice(0), ...patient.splice(0)];
    current = undefined;
    for (const { reject } of all) reject(new EmbedderDown(`The local model stopped: ${reason}`, { cause }));
  }

  async function stop(reason: string): Promise<void> {
    const stopping = worker;
    if (!stopping) return;
    fail(stopping, reason);
    await stopping.terminate();
  }

  return {
    ask(job, first = false) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>();
      (first ? urgent : patient).push({ job, resolve, reject });
      next();
      return promise;
    },
    stop: () => stop('it was unloaded'),
    get running() {
      return worker !== undefined;
    },
  };
}

interface QueuedJob<Job, Answer> {
  job: Job;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}
