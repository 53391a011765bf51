import type { Notice, OnProgress } from '@sqrl/base/messages.ts';
import type { ClientFolders } from '@sqrl/base/model/reader.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { startThread, workerProgram } from '@sqrl/base/thread.ts';
import { NOWHERE } from '../../clients/folders.ts';
import { titleReadFrom } from '../../store/events/sessions.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { LogSelection } from './find-logs.ts';
import type { LogNews } from './follow-logs.ts';
import type { IngestNews, IngestOrder, IngestProtocol } from './ingest-order.ts';
import type { ReadResult } from './read-logs.ts';
import { nextChange } from './resting-logs.ts';
import type { SourceReport } from './survey.ts';

export interface IngestOptions extends Omit<LogSelection, 'project'> {
  /** Goes on reading what is written, until the signal says stop. */
  watch?: boolean;
  /** Reads from the beginning what was read before; nothing is kept twice. */
  again?: boolean;
  /** Looks every second or so instead of watching. */
  poll?: boolean;
  onProgress?: OnProgress | undefined;
  /** Told of what was new while it watches, and before that when all that was there is read. */
  onNews?: ((news: LogNews) => void) | undefined;
  onCaughtUp?: ((read: ReadResult) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** What reading logs came to, and what was met on the way. */
export type IngestReport = ReadResult & {
  /** What each file of a CI run came to; null where nothing in it could be used. */
  runs?: { path: string; told: string | null }[];
  notices: Notice[];
};

/** Reads the logs of clients into memory, in a thread of its own. Stopped by the signal it goes on from there next time. */
export async function ingest(engine: Engine, options: IngestOptions): Promise<IngestReport> {
  const { paths, clients, since, mine, ci, watch, again = false, poll = false, onProgress, signal } = options;
  if (watch && mine)
    throw new Problem(
      '--mine and --watch cannot be combined: --mine vouches only for the logs as they are now.',
      'Run `sqrl ingest PATH --mine` without --watch.',
      'usage',
    );
  const notices: IngestReport['notices'] = [];
  const wanted = { paths, clients, since, mine, ci, project: engine.project?.root };
  const report = await runIngest(
    engine,
    { do: watch ? 'follow' : 'read', wanted, again, poll },
    (news) => {
      if ('progress' in news) onProgress?.(...news.progress);
      if ('news' in news) onProgress?.(news.news.added, news.news.added, `new entries in ${news.news.path}`);
      if ('trouble' in news) notices.push({ message: news.trouble, hint: '' });
      tellNews(options, news);
    },
    { signal },
  );
  if (!('read' in report)) throw new Error(UNEXPECTED);
  const runs = paths?.map((path) => ({ path, told: titleReadFrom(engine.own.store, 'ci', path) }));
  return { ...report.read, ...(ci && runs && { runs }), notices: [...report.notices, ...notices] };
}

export interface FollowIngestOptions
  extends Pick<IngestOptions, 'onProgress' | 'onNews' | 'onCaughtUp' | 'signal'> {
  /** Told what makes it harder. */
  onTrouble?: (because: string) => void;
  /** Told when nothing was new for a while, and the thread that follows has ended until something changes. */
  onRest?: () => void;
  minLookMs?: number;
}

/** Follows the logs of all clients until the signal aborts; needs no open engine. */
export async function followAll(context: IngestContext, options: FollowIngestOptions): Promise<void> {
  const { onProgress, onTrouble, onRest, minLookMs, signal } = options;
  const onNews = (news: IngestNews): void => {
    if ('progress' in news) onProgress?.(...news.progress);
    if ('trouble' in news) onTrouble?.(news.trouble);
    tellNews(options, news);
  };
  const work = { wanted: {}, again: false };
  // Two pieces of work: after much was read another thread follows, and the memory that reading took is freed.
  const report = await runIngest(context, { ...work, do: 'read' }, onNews, { signal });
  if ('read' in report) tellNews(options, { caughtUp: report.read });
  while (!signal?.aborted) {
    const follow = { ...work, do: 'follow', rests: true, minLookMs } as const;
    const report = await runIngest(context, follow, onNews, { signal, lingers: false });
    if (!('resting' in report) || !report.resting) return;
    onRest?.();
    // The thread has ended meanwhile: an idle one would hold 26 MB.
    await nextChange(report.resting, signal);
  }
}

type IngestContext = Pick<Engine, 'home' | 'clients' | 'project' | 'env' | 'now'>;

function tellNews(
  { onNews, onCaughtUp }: Pick<IngestOptions, 'onNews' | 'onCaughtUp'>,
  news: IngestNews,
): void {
  if ('news' in news) onNews?.(news.news);
  if ('caughtUp' in news) onCaughtUp?.(news.caughtUp);
}

/** Tells for every client what was found, read and passed over, and why. */
export async function sources(engine: Engine): Promise<{ sources: SourceReport[] }> {
  const report = await runIngest(engine, { do: 'survey' }, () => {});
  if (!('surveyed' in report)) throw new Error(UNEXPECTED);
  return { sources: report.surveyed };
}

const UNEXPECTED = 'The thread that reads logs returned the result of other work.';

/** While agents work, what they did is read at the end of each turn. */
const LINGER_MS = 60_000;

function runIngest(
  context: IngestContext,
  work: IngestOrder['work'],
  onNews: (news: IngestNews) => void,
  { signal, lingers = true }: { signal?: AbortSignal | undefined; lingers?: boolean } = {},
): Promise<IngestProtocol['result']> {
  const { home, env, now } = context;
  const order: IngestOrder = { home: home.root, folders: foldersOf(context), env, now: now(), work };
  const linger = lingers ? { lingerMs: LINGER_MS } : {};
  return startThread<IngestProtocol>(PROGRAM, { order, signal, onNews, ...linger }).result;
}

/** Where logs are looked for: in the clients' folders, and in the repository at hand. */
const foldersOf = ({ clients = NOWHERE, project }: IngestContext): ClientFolders => ({
  ...clients,
  repositories: [...new Set([...clients.repositories, ...(project ? [project.root] : [])])],
});

const PROGRAM = workerProgram('../../learn/verbs/ingest-worker.ts', import.meta.url);
