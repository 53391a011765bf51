import { startThread, type Thread, workerProgram } from '@sqrl/base/thread.ts';
import type { IndexReport } from '@sqrl/code-graph/index.ts';
import type { CurrentFile } from '@sqrl/code-graph/reader.ts';
import type { Engine } from '../workspace/workspace.ts';
import { newBeat, seenReading } from './graph-beat.ts';
import type { GraphNews, GraphOrder, GraphProtocol } from './graph-worker.ts';

/** How a thread ended: with its work done, with its parser broken, or terminated because of one file. */
type ThreadEnd = GraphProtocol['result'] | { stuck: CurrentFile };

export interface ThreadWork {
  order: Pick<GraphOrder, 'store' | 'root' | 'watch'>;
  onNews: (news: GraphNews) => void;
  signal?: AbortSignal | undefined;
  /** CPU time that one file may take. */
  maxFileMs?: number;
}

/** The report of an update that read nothing. */
export const NOTHING: IndexReport = {
  files: 0,
  added: 0,
  changed: 0,
  removed: 0,
  linked: 0,
  stopped: false,
  troubles: [],
};

/** A source file of a megabyte, the largest that is parsed, takes half a second. */
const MAX_FILE_MS = 10_000;

/** Reads the code in a thread. A file that breaks the parser or does not end costs that file alone. */
export async function readInThread(engine: Engine, work: ThreadWork): Promise<IndexReport | 'busy'> {
  let before = NOTHING;
  let stuck: CurrentFile | undefined;
  while (true) {
    const end = await runThread(engine, work, stuck);
    work.onNews({ watched: false });
    if ('done' in end) return end.done === 'busy' ? 'busy' : together(before, end.done);
    if ('again' in end) before = together(before, end.again);
    else stuck = end.stuck;
    if (work.signal?.aborted) return { ...before, stopped: true };
  }
}

async function runThread(engine: Engine, work: ThreadWork, stuck?: CurrentFile): Promise<ThreadEnd> {
  const { onNews, signal, maxFileMs = MAX_FILE_MS } = work;
  const beat = newBeat();
  const order: GraphOrder = { ...work.order, env: engine.env, now: engine.now(), beat, stuck };
  let stuckNow: CurrentFile | undefined;
  const thread = startThread<GraphProtocol>(PROGRAM, {
    order,
    signal,
    lingerMs: LINGER_MS,
    onNews(news) {
      if ('working' in news) return watchdog[news.working ? 'start' : 'stop']();
      onNews(news);
      // The thread has no clock: it checks the memories when it is told the time.
      if ('news' in news) thread.send({ checkMemoriesAt: engine.now() });
    },
  });
  const watchdog = watchReading(thread, beat, (file, { cpuMs, waitedMs }) => {
    // On a busy machine elapsed time says nothing about a file; once the work is to stop, it counts all the same.
    if (cpuMs < maxFileMs && !(signal?.aborted && waitedMs >= STOP_TIMEOUT_MS)) return;
    stuckNow = file;
    thread.terminate();
  });
  try {
    return await thread.result;
  } catch (error) {
    if (stuckNow) return { stuck: stuckNow };
    throw error;
  } finally {
    watchdog.stop();
  }
}

const STOP_TIMEOUT_MS = 2_000;
/** To load the program and its grammars takes longer than to read what changed in a small repository. */
const LINGER_MS = 15_000;

/** Reports every now and then, while the thread reads, how long it has been at the same file. */
function watchReading(
  thread: Thread<GraphProtocol>,
  beat: SharedArrayBuffer,
  report: (file: CurrentFile, spent: { cpuMs: number; waitedMs: number }) => void,
) {
  let timer: NodeJS.Timeout | undefined;
  let since = { serial: -1, cpuMs: 0, checks: 0 };

  async function check(): Promise<void> {
    const now = seenReading(beat);
    const cpu = await thread.cpuMs();
    if (!now || seenReading(beat)?.serial !== now.serial) return;
    if (now.serial !== since.serial) since = { serial: now.serial, cpuMs: cpu ?? 0, checks: 0 };
    else since.checks++;
    // Checks are counted instead of time: while the machine sleeps, no file is to blame.
    const waitedMs = since.checks * CHECK_MS;
    report(now.file, { cpuMs: cpu === undefined ? waitedMs : cpu - since.cpuMs, waitedMs });
  }

  const stop = () => clearInterval(timer);
  return {
    start() {
      stop();
      timer = setInterval(check, CHECK_MS);
    },
    stop,
  };
}

const CHECK_MS = 500;

const together = (a: IndexReport, b: IndexReport): IndexReport => ({
  files: b.files,
  added: a.added + b.added,
  changed: a.changed + b.changed,
  removed: a.removed + b.removed,
  linked: a.linked + b.linked,
  stopped: b.stopped,
  troubles: [...a.troubles, ...b.troubles],
});

const PROGRAM = workerProgram('./graph-worker.ts', import.meta.url);
