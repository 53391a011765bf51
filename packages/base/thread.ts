import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { parentPort, Worker } from 'node:worker_threads';
import { Problem, type ProblemCode } from './problem.ts';

interface ThreadProtocol {
  /** Given to the thread when it starts. Plain data: everything is copied. */
  order: unknown;
  news?: unknown;
  message?: unknown;
  result: unknown;
}

export interface ThreadOptions<P extends ThreadProtocol> {
  order: P['order'];
  signal?: AbortSignal | undefined;
  /** Called for each message of the thread, in order. If it fails, the thread is terminated and `result` rejects. */
  onNews?: (news: P['news']) => void | Promise<void>;
  /** How long the thread may go on after the signal; without it the thread may take as long as it needs. */
  stopTimeoutMs?: number;
  /**
   * How long the thread stays after its work, for whoever starts the same program next: loading it often takes longer
   * than its work. Its memory is freed after that.
   */
  lingerMs?: number;
}

export interface Thread<P extends ThreadProtocol> {
  /** Settles after the thread has exited, or has done its work and lingers; its stores are closed. A `Problem` arrives as one. */
  result: Promise<P['result']>;
  send(message: P['message']): void;
  terminate(): void;
  /** CPU time of the thread so far; undefined once it has ended, and in Node before 24.6. */
  cpuMs(): Promise<number | undefined>;
}

/** The URL of a worker program, named by its source file: Node runs sources as they are, and the build has a `.js` there. */
export const workerProgram = (path: `${string}.ts`, importer: string): URL =>
  new URL(importer.endsWith('.ts') ? path : path.replace(/\.ts$/, '.js'), importer);

// Node 22 calls its SQLite experimental.
const QUIET = process.versions.node.startsWith('22.') ? ['--disable-warning=ExperimentalWarning'] : [];

/**
 * What is young in a thread's heap, and not collected until so much of it has come: by Node's default three times 16 MB, which stay
 * resident. A log of 300 MB took a fifth more memory by that, and no less time.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 6 };

/** Starts a worker without the Node flags of this process: those of a test runner or a profiler are not meant for it. */
export const startWorker = (program: URL, data: unknown, { inheritEnv = false } = {}): Worker =>
  new Worker(program, {
    ...{ workerData: data, execArgv: QUIET, resourceLimits },
    ...(!inheritEnv && { env: compiledBefore() }),
  });

/** Has a worker take compiled programs from where this process takes them; all that it gets of the environment. */
function compiledBefore(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir();
  // Node adds a folder for its version.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/** Runs a program that calls `serveThread` in a thread. */
export function startThread<P extends ThreadProtocol>(program: URL, options: ThreadOptions<P>): Thread<P> {
  const { order, signal, onNews, stopTimeoutMs, lingerMs } = options;
  const stopFlag = new SharedArrayBuffer(4);
  const worker = takeIdle(program) ?? startWorker(program, undefined);
  const { promise, resolve, reject } = Promise.withResolvers<P['result']>();
  let settle = (exitStatus: number) =>
    reject(new Error(`The thread ${program.pathname} exited with status ${exitStatus} without a result.`));
  let stopTimer: NodeJS.Timeout | undefined;
  /** From then on the worker may do another's work, which nothing of this one must reach. */
  let isOver = false;

  function terminate(): void {
    if (!isOver) void worker.terminate();
  }

  function fail(error: unknown): void {
    settle = () => reject(error);
    terminate();
  }

  function stop(): void {
    Atomics.store(new Int32Array(stopFlag), 0, 1);
    worker.postMessage({ stop: true } satisfies ToThread);
    if (stopTimeoutMs !== undefined) stopTimer = setTimeout(terminate, stopTimeoutMs);
  }

  const heard = async (news: P['news']) => onNews?.(news);

  function onMessage(said: FromThread): void {
    if ('news' in said) {
      void heard(said.news).catch(fail);
      return;
    }
    settle =
      'result' in said
        ? () => resolve(said.result)
        : () => reject(new Problem(said.problem.message, said.problem.hint, said.problem.code));
    if (said.exits) return;
    onEnd(0);
    keepIdle(program, worker, lingerMs!);
  }

  function onError(error: unknown): void {
    settle = () => reject(error);
  }

  function onEnd(exitStatus: number): void {
    isOver = true;
    clearTimeout(stopTimer);
    signal?.removeEventListener('abort', stop);
    worker.off('message', onMessage).off('error', onError).off('exit', onEnd);
    settle(exitStatus);
  }

  worker.on('message', onMessage).on('error', onError).on('exit', onEnd);
  worker.postMessage({ order, stopFlag, lingers: lingerMs !== undefined } satisfies ThreadOrder);
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop, { once: true });

  return {
    result: promise,
    send(message) {
      if (!isOver) worker.postMessage({ message } satisfies ToThread);
    },
    terminate,
    async cpuMs() {
      if (isOver) return undefined;
      try {
        const { user, system } = await worker.cpuUsage();
        return (user + system) / 1000;
      } catch {
        return undefined;
      }
    },
  };
}

/** Threads that have done their work and linger, one for each program. */
const idleThreads = new Map<string, { worker: Worker; leave: () => void; timer: NodeJS.Timeout }>();

function keepIdle({ href }: URL, worker: Worker, ms: number): void {
  if (idleThreads.has(href)) {
    void worker.terminate();
    return;
  }
  const leave = () => {
    clearTimeout(timer);
    if (idleThreads.get(href)?.worker === worker) idleThreads.delete(href);
    void worker.terminate();
  };
  const timer = setTimeout(leave, ms).unref();
  idleThreads.set(href, { worker, leave, timer });
  worker.unref();
  worker.on('error', leave).on('exit', leave);
}

function takeIdle({ href }: URL): Worker | undefined {
  const found = idleThreads.get(href);
  if (!found) return undefined;
  const { worker, leave, timer } = found;
  clearTimeout(timer);
  idleThreads.delete(href);
  worker.off('error', leave).off('exit', leave);
  worker.ref();
  return worker;
}

export interface ThreadContext<P extends ThreadProtocol> {
  order: P['order'];
  tell(news: P['news']): void;
  /** Replaces the handler of messages; none arrives while the thread computes. */
  onMessage(handler: (message: P['message']) => void): void;
  /** Whether the starter wants it to stop; true at once, also while the thread computes. */
  isStopped(): boolean;
  /** Aborts as soon as the thread waits for something. */
  signal: AbortSignal;
  /** Has the thread exit after this work: it is not fit for more. */
  doNotLinger(): void;
}

/** Does the work of a thread and hands its result, or the `Problem` that it throws, to the starter. */
export function serveThread<P extends ThreadProtocol>(
  work: (context: ThreadContext<P>) => P['result'] | Promise<P['result']>,
): void {
  const port = parentPort!;
  let abort = new AbortController();
  let handler: (message: P['message']) => void = () => {};
  const post = (said: FromThread) => port.postMessage(said);

  async function carryOut({ order, stopFlag, lingers }: ThreadOrder): Promise<void> {
    const flag = new Int32Array(stopFlag);
    abort = new AbortController();
    handler = () => {};
    let exits = !lingers;
    let isDone = false;
    try {
      const result = await work({
        order,
        tell(news) {
          if (!isDone) post({ news });
        },
        onMessage: (next) => {
          handler = next;
        },
        isStopped: () => Atomics.load(flag, 0) === 1,
        signal: abort.signal,
        doNotLinger: () => {
          exits = true;
        },
      });
      post({ result, exits });
    } catch (error) {
      // The class of an error does not survive the copy to the other thread.
      if (!(error instanceof Problem)) throw error;
      post({ problem: { message: error.message, hint: error.hint, code: error.code }, exits });
    } finally {
      isDone = true;
      if (exits) port.close();
    }
  }

  port.on('message', (said: ThreadOrder | ToThread) => {
    if ('order' in said) void carryOut(said);
    else if ('stop' in said) abort.abort();
    else handler(said.message);
  });
}

interface ThreadOrder {
  order: unknown;
  /** One int32: 1 once the thread is to stop. Shared memory, since a message waits while the thread computes. */
  stopFlag: SharedArrayBuffer;
  lingers: boolean;
}

type ToThread = { stop: true } | { message: unknown };

type FromThread =
  | { news: unknown }
  | { result: unknown; exits: boolean }
  | { problem: { message: string; hint: string; code: ProblemCode }; exits: boolean };
