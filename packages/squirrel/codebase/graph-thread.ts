import { startThread, workerProgram } from '@sqrl/base/thread.ts';
import type { IndexReport } from '@sqrl/code-graph/index.ts';
import type { CurrentFile } from '@sqrl/code-graph/reader.ts';
import type { Engine } from '../workspace/workspace.ts';
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
  const order: GraphOrder = { ...work.order, env: engine.env, now: engine.now(), stuck };
  let reading: { file: CurrentFile; cpuMs?: number; checks: number } | undefined;
  let isStuck = false;
  let timer: NodeJS.Timeout | undefined;
  const thread = startThread<GraphProtocol>(PROGRAM, {
    order,
    signal,
    lingerMs: LINGER_MS,
    onNews(news) {
      if ('reading' in news) {
        clearInterval(timer);
        reading = news.reading && { file: news.reading, checks: 0 };
        if (reading) timer = setInterval(check, CHECK_MS);
        return;
      }
      onNews(news);
      // The thread has no clock: it checks the memories when it is told the time.
      if ('news' in news) thread.send({ checkMemoriesAt: engine.now() });
    },
  });

  /** Ends the thread where it has been too long at the same file. */
  async function check(): Promise<void> {
    const at = reading;
    if (!at) return;
    const cpuMs = await thread.cpuMs();
    // Checks are counted instead of time: while the machine sleeps, no file is to blame.
    const waitedMs = ++at.checks * CHECK_MS;
    at.cpuMs ??= cpuMs;
    const spentMs = cpuMs === undefined ? waitedMs : cpuMs - at.cpuMs!;
    // On a busy machine elapsed time says nothing about a file; once the work is to stop, it counts all the same.
    if (reading !== at || (spentMs < maxFileMs && !(signal?.aborted && waitedMs >= STOP_TIMEOUT_MS))) return;
    isStuck = true;
    thread.terminate();
  }

  try {
    return await thread.result;
  } catch (error) {
    if (isStuck && reading) return { stuck: reading.file };
    throw error;
  } finally {
    clearInterval(timer);
  }
}

const STOP_TIMEOUT_MS = 2_000;
const CHECK_MS = 500;
/** To load the program and its grammars takes longer than to read what changed in a small repository. */
const LINGER_MS = 15_000;

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
