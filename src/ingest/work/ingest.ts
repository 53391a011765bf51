import { Worker } from 'node:worker_threads';
import type { Notice } from '../../base/messages.ts';
import { Problem } from '../../base/problem.ts';
import { NOWHERE } from '../../clients/folders.ts';
import type { ClientFolders } from '../../model/reader.ts';
import { anyReading } from '../../store/events/readings.ts';
import { titleReadFrom } from '../../store/events/sessions.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { Wanted } from './find-logs.ts';
import type { LogNews } from './follow-logs.ts';
import type { IngestOrder, Said } from './ingest-order.ts';
import type { ReadResult } from './read-logs.ts';
import type { SourceReport } from './survey.ts';

export interface IngestOptions extends Omit<Wanted, 'ciOf'> {
  /** The paths are what CI runs of this project left. */
  ci?: boolean;
  /** Goes on reading what is written, until the signal says stop. */
  watch?: boolean;
  /** Reads from the beginning what was read before; nothing is kept twice. */
  again?: boolean;
  /** Looks every second or so instead of watching. */
  poll?: boolean;
  onProgress?: ((done: number, total: number, what: string) => void) | undefined;
  /** Told of what was new while it watches, and before that when all that was there is read. */
  onNews?: ((news: LogNews) => void) | undefined;
  onCaughtUp?: ((read: ReadResult) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** What reading logs came to, and what was met on the way. */
export type Ingested = ReadResult & {
  /** What each file of a CI run came to; null where nothing in it could be used. */
  runs?: { path: string; told: string | null }[];
  notices: Notice[];
};

/** Reads the logs of clients into memory, in a thread of its own. Stopped by the signal it goes on from there next time. */
export async function ingest(engine: Engine, options: IngestOptions): Promise<Ingested> {
  const { paths, clients, since, mine, watch, again = false, poll = false, onProgress, signal } = options;
  if (watch && mine)
    throw new Problem(
      '--mine vouches for the logs as they are now; they cannot be followed with --watch.',
      'Run `sqrl ingest PATH --mine` without --watch.',
      'usage',
    );
  const notices: Ingested['notices'] = [];
  const wanted = { paths, clients, since, mine, ...(options.ci && { ciOf: engine.project?.root ?? null }) };
  const said = await ask(
    engine,
    { do: watch ? 'follow' : 'read', wanted, again, poll, first: !anyReading(engine.user.store) },
    (said) => {
      if ('progress' in said) onProgress?.(...said.progress);
      if ('news' in said) onProgress?.(said.news.added, said.news.added, `new from ${said.news.path}`);
      if ('trouble' in said) notices.push({ message: said.trouble, hint: '' });
      tellNews(options, said);
    },
    signal,
  );
  if (!('read' in said)) throw new Error('The thread that reads logs answered something else');
  const runs = paths?.map((path) => ({ path, told: titleReadFrom(engine.own.store, 'ci', path) }));
  return { ...said.read, ...(options.ci && runs && { runs }), notices: [...said.notices, ...notices] };
}

export interface Following extends Pick<IngestOptions, 'onProgress' | 'onNews' | 'onCaughtUp' | 'signal'> {
  /** Told, in a sentence, what makes it harder. */
  onTrouble?: (sentence: string) => void;
}

/** Follows the logs of all clients until the signal says stop, for whoever has no engine open. */
export async function followAll(around: Around, options: Following): Promise<void> {
  const { onProgress, onTrouble, signal } = options;
  const heard = (said: Said): void => {
    if ('progress' in said) onProgress?.(...said.progress);
    if ('trouble' in said) onTrouble?.(said.trouble);
    tellNews(options, said);
  };
  const order = { wanted: {}, again: false, first: false };
  // A thread of its own for all there is: with its end goes the memory that a whole history takes to read.
  const said = await ask(around, { ...order, do: 'read' }, heard, signal);
  if ('read' in said) tellNews(options, { caughtUp: said.read });
  if (!signal?.aborted) await ask(around, { ...order, do: 'follow' }, heard, signal);
}

/** What the thread needs to know of its surroundings. */
type Around = Pick<Engine, 'home' | 'clients' | 'project' | 'env' | 'now'>;

function tellNews({ onNews, onCaughtUp }: Pick<IngestOptions, 'onNews' | 'onCaughtUp'>, said: Said): void {
  if ('news' in said) onNews?.(said.news);
  if ('caughtUp' in said) onCaughtUp?.(said.caughtUp);
}

/** Tells for every client what was found, read and passed over, and why. */
export async function sources(engine: Engine): Promise<{ sources: SourceReport[] }> {
  const said = await ask(engine, { do: 'survey' }, () => {});
  if (!('surveyed' in said)) throw new Error('The thread that reads logs answered something else');
  return { sources: said.surveyed };
}

/** Runs the thread and gives its last word. */
async function ask(
  engine: Around,
  work: IngestOrder['work'],
  heard: (said: Said) => void,
  signal?: AbortSignal,
): Promise<Said> {
  const stop = new SharedArrayBuffer(4);
  const workerData: IngestOrder = {
    home: engine.home.root,
    folders: foldersOf(engine),
    env: engine.env,
    now: engine.now(),
    stop,
    work,
  };
  // The flags of whoever runs us (a test runner's, a profiler's) are not meant for this thread.
  const worker = new Worker(PROGRAM, { workerData, execArgv: [], env: {} });
  const halt = () => {
    Atomics.store(new Int32Array(stop), 0, 1);
    worker.postMessage('stop');
  };
  if (signal?.aborted) halt();
  signal?.addEventListener('abort', halt, { once: true });
  try {
    return await new Promise<Said>((resolve, reject) => {
      worker.on('message', (said: Said) => {
        if ('problem' in said)
          reject(new Problem(said.problem.message, said.problem.hint, said.problem.code));
        else if ('read' in said || 'surveyed' in said) resolve(said);
        else heard(said);
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`The thread that reads logs ended with code ${code}.`)));
    });
  } finally {
    signal?.removeEventListener('abort', halt);
    // It closes its stores by itself; to end it before would leave their logs behind.
    await new Promise((gone) => (worker.threadId === -1 ? gone(0) : worker.once('exit', gone)));
  }
}

/** Where logs are looked for: in the clients' folders, and in the repository at hand. */
const foldersOf = ({ clients = NOWHERE, project }: Around): ClientFolders => ({
  ...clients,
  repositories: [...new Set([...clients.repositories, ...(project ? [project.root] : [])])],
});

// Compiled, this file has a compiled neighbour; from source, Node runs the neighbour as it is.
const PROGRAM = new URL(
  import.meta.url.endsWith('.ts')
    ? '../../learn/verbs/ingest-worker.ts'
    : '../../learn/verbs/ingest-worker.js',
  import.meta.url,
);
