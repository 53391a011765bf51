import type { Notice, OnProgress } from '@sqrl/base/messages.ts';
import type { ClientFolders } from '@sqrl/base/model/reader.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { startThread, workerProgram } from '@sqrl/base/thread.ts';
import { NOWHERE } from '../../clients/folders.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { titleReadFrom } from '../../store/events/sessions.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { LogFollower } from './follow-logs.ts';
import type { IngestOrder, IngestProtocol } from './ingest-work.ts';
import { mergeResults, type ReadResult } from './read-logs.ts';
import type { SourceReport } from './survey.ts';

/** `poll`: looks every second or so instead of watching. */
export type IngestOptions = Partial<Parsed<'ingest'>> & FollowIngestOptions & { poll?: boolean };

export interface FollowIngestOptions {
  onProgress?: OnProgress | undefined;
  /** Told of what was new while it watches, and before that when all that was there is read. */
  onNews?: ((news: ReadResult) => void) | undefined;
  onCaughtUp?: ((read: ReadResult) => void) | undefined;
  /** Told what makes watching harder. */
  onTrouble?: ((because: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export type IngestReport = ReadResult & {
  /** What each file of a CI run came to; null where nothing in it could be used. */
  runs?: { path: string; told: string | null }[];
  notices: Notice[];
};

/** Reads the logs of clients into memory, in a thread of its own. Stopped by the signal it goes on from there next time. */
export async function ingest(engine: Engine, options: IngestOptions): Promise<IngestReport> {
  const { paths, clients, since, mine, ci, watch, again = false, poll } = options;
  if (watch && mine)
    throw new Problem(
      '--mine and --watch cannot be combined: --mine vouches only for the logs as they are now.',
      'Run `sqrl ingest PATH --mine` without --watch.',
      'usage',
    );
  const wanted = { paths, clients, since, mine, ci, project: engine.project?.root };
  const report = await (watch
    ? follow(engine, { wanted, again, poll }, options)
    : runRead(engine, { wanted, again }, options));
  const runs = paths?.map((path) => ({ path, told: titleReadFrom(engine.own.store, 'ci', path) }));
  return { ...report.read, ...(ci && runs && { runs }), notices: report.notices };
}

/** Follows the logs of all clients until the signal aborts; needs no open engine. */
export async function followAll(context: IngestContext, options: FollowIngestOptions): Promise<void> {
  await follow(context, { wanted: {}, again: false }, options);
}

/** Reads logs, and then what is new in them until the signal aborts; says what came of it in all. */
async function follow(
  context: IngestContext,
  { poll, again, ...work }: Omit<ReadWork, 'do'> & { poll?: boolean | undefined },
  options: FollowIngestOptions,
): Promise<ReadReport> {
  const { onProgress, onNews, onCaughtUp, onTrouble, signal = new AbortController().signal } = options;
  const { watched, ...all } = await runRead(context, { ...work, again, watches: true }, options);
  onCaughtUp?.(all.read);
  await new LogFollower({
    ...{ signal, poll },
    async read(logs) {
      const some = await runRead(context, { ...work, again: false, logs, watches: !logs }, { signal });
      // It may run for weeks: one sum, not a list.
      all.read = mergeResults([all.read, some.read]);
      all.notices.push(...some.notices);
      const { added, byClient } = some.read;
      const clients = Object.entries(byClient).flatMap(([client, news]) => (news.added > 0 ? [client] : []));
      if (added > 0) onProgress?.(added, added, `new entries in logs of ${clients.join(', ')}`);
      if (added > 0) onNews?.(some.read);
      return some;
    },
    trouble(because) {
      all.notices.push({ message: because, hint: '' });
      onTrouble?.(because);
    },
  }).run(watched);
  return all;
}

type IngestContext = Pick<Engine, 'home' | 'clients' | 'project' | 'env' | 'now'>;
type ReadWork = Extract<IngestOrder['work'], { do: 'read' }>;
type ReadReport = Extract<IngestProtocol['result'], { read: ReadResult }>;

async function runRead(
  context: IngestContext,
  work: Omit<ReadWork, 'do'>,
  options: Pick<IngestOptions, 'onProgress' | 'signal'>,
): Promise<ReadReport> {
  const report = await runIngest(context, { do: 'read', ...work }, options);
  if (!('read' in report)) throw new Error(UNEXPECTED);
  return report;
}

export async function sources(engine: Engine): Promise<{ sources: SourceReport[] }> {
  const report = await runIngest(engine, { do: 'survey' });
  if (!('surveyed' in report)) throw new Error(UNEXPECTED);
  return { sources: report.surveyed };
}

const UNEXPECTED = 'The thread that reads logs returned the result of other work.';

/** While agents work, what they did is read at the end of each turn. */
const LINGER_MS = 60_000;

function runIngest(
  context: IngestContext,
  work: IngestOrder['work'],
  { onProgress, signal }: Pick<IngestOptions, 'onProgress' | 'signal'> = {},
): Promise<IngestProtocol['result']> {
  const { home, env, now } = context;
  const order: IngestOrder = { home: home.root, folders: foldersOf(context), env, now: now(), work };
  const onNews = ({ progress }: IngestProtocol['news']) => onProgress?.(...progress);
  return startThread<IngestProtocol>(PROGRAM, { order, signal, onNews, lingerMs: LINGER_MS }).result;
}

const foldersOf = ({ clients = NOWHERE, project }: IngestContext): ClientFolders => ({
  ...clients,
  repositories: [...new Set([...clients.repositories, ...(project ? [project.root] : [])])],
});

const PROGRAM = workerProgram('../../learn/verbs/ingest-worker.ts', import.meta.url);
