import { Worker } from 'node:worker_threads';
import { Problem } from '../../base/problem.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { ReadingNow } from '../index/careful-reader.ts';
import type { Updated } from '../index/work.ts';
import { newBeat, seenReading } from './graph-beat.ts';
import type { GraphHeard, GraphOrder, GraphSaid } from './graph-worker.ts';

/** How a thread came to its end: with its work done, with its parser broken, or held up by one file. */
type End = { done: Updated | 'busy' } | { again: Updated } | { stuck: ReadingNow };

export interface ThreadWork {
  order: Pick<GraphOrder, 'store' | 'root' | 'watch'>;
  heard: (said: GraphSaid) => void;
  signal?: AbortSignal | undefined;
  /** How long one file may keep the thread at work. */
  longestMs?: number;
}

/** What nothing came of. */
export const NOTHING: Updated = {
  files: 0,
  added: 0,
  changed: 0,
  removed: 0,
  linked: 0,
  stopped: false,
  troubles: [],
};

/** Code of a megabyte, the longest that is parsed, takes half a second. */
const LONGEST_MS = 10_000;

/** Has the code be read in a thread of its own. A file that breaks its parser or holds it up costs that file alone. */
export async function readInThread(engine: Engine, work: ThreadWork): Promise<Updated | 'busy'> {
  let before = NOTHING;
  let stuck: ReadingNow | undefined;
  while (true) {
    const end = await runThread(engine, work, stuck);
    if ('done' in end) return end.done === 'busy' ? 'busy' : together(before, end.done);
    if ('again' in end) before = together(before, end.again);
    else stuck = end.stuck;
    if (work.signal?.aborted) return { ...before, stopped: true };
  }
}

/** Runs one thread to its end. */
async function runThread(engine: Engine, work: ThreadWork, stuck?: ReadingNow): Promise<End> {
  const { order, heard, signal, longestMs = LONGEST_MS } = work;
  const [stop, beat] = [new SharedArrayBuffer(4), newBeat()];
  const workerData: GraphOrder = { ...order, env: engine.env, now: engine.now(), stop, beat, stuck };
  // The flags of whoever runs us (a test runner's, a profiler's) are not meant for this thread.
  const worker = new Worker(PROGRAM, { workerData, execArgv: [], env: {} });
  const halt = () => {
    Atomics.store(new Int32Array(stop), 0, 1);
    worker.postMessage('stop' satisfies GraphHeard);
  };
  if (signal?.aborted) halt();
  signal?.addEventListener('abort', halt, { once: true });
  // On a busy machine the clock says nothing about a file; whoever wants it to stop goes by the clock all the same.
  const guard = watchOver(
    worker,
    beat,
    ({ cpuMs, waitedMs }) => cpuMs >= longestMs || (signal?.aborted === true && waitedMs >= STOPPING_MS),
  );
  try {
    return await new Promise<End>((resolve, reject) => {
      worker.on('message', (said: GraphSaid) => {
        if ('problem' in said)
          reject(new Problem(said.problem.message, said.problem.hint, said.problem.code));
        else if ('working' in said) guard[said.working ? 'start' : 'stop']();
        else if ('done' in said || 'again' in said) resolve(said);
        else heard(said);
        // The thread has no clock: it looks at the memories when it is told what time it is.
        if ('news' in said) worker.postMessage({ look: engine.now() } satisfies GraphHeard);
      });
      guard.stuck.then((file) => worker.terminate().then(() => resolve({ stuck: file })), reject);
      worker.on('error', reject);
      // Said after what it said last, and after its end was found to be our doing.
      worker.on('exit', (code) =>
        setImmediate(() => reject(new Error(`The thread that reads code ended with code ${code}.`))),
      );
    });
  } finally {
    guard.stop();
    signal?.removeEventListener('abort', halt);
    // It closes its store by itself; to end it before would leave its log behind.
    await new Promise((gone) => (worker.threadId === -1 ? gone(0) : worker.once('exit', gone)));
  }
}

/** Whoever wants it to stop does not wait as long for a file as the work itself. */
const STOPPING_MS = 2_000;

/** Looks now and then, while there is work, whether the thread is still at the same file. */
function watchOver(worker: Worker, beat: SharedArrayBuffer, isTooLong: (spent: Spent) => boolean) {
  const { promise: stuck, resolve } = Promise.withResolvers<ReadingNow>();
  let timer: NodeJS.Timeout | undefined;
  let since = { serial: -1, cpuMs: 0, looks: 0 };

  async function look(): Promise<void> {
    const now = seenReading(beat);
    const cpu = await cpuOf(worker);
    if (!now || seenReading(beat)?.serial !== now.serial) return;
    if (now.serial !== since.serial) since = { serial: now.serial, cpuMs: cpu ?? 0, looks: 0 };
    else since.looks++;
    // Looks are counted, not measured: while the machine sleeps, no file is to blame.
    const waitedMs = since.looks * LOOK_MS;
    const cpuMs = cpu === undefined ? waitedMs : cpu - since.cpuMs;
    if (isTooLong({ cpuMs, waitedMs })) resolve(now.file);
  }

  const stop = () => clearInterval(timer);
  return {
    stuck,
    start() {
      stop();
      timer = setInterval(look, LOOK_MS);
    },
    stop,
  };
}

/** What a file has taken so far. */
interface Spent {
  cpuMs: number;
  waitedMs: number;
}

/** The time that a thread has worked; undefined where Node cannot tell, which it does since 24.6, or it has ended. */
async function cpuOf(worker: Worker): Promise<number | undefined> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return undefined;
  }
}

const LOOK_MS = 500;

const together = (a: Updated, b: Updated): Updated => ({
  files: b.files,
  added: a.added + b.added,
  changed: a.changed + b.changed,
  removed: a.removed + b.removed,
  linked: a.linked + b.linked,
  stopped: b.stopped,
  troubles: [...a.troubles, ...b.troubles],
});

// Compiled, this file has a compiled neighbour; from source, Node runs the neighbour as it is.
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts') ? './graph-worker.ts' : './graph-worker.js',
  import.meta.url,
);
