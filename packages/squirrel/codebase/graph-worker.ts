import type { OnProgress } from '@sqrl/base/messages.ts';
import { messageOf, Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { serveThread, type ThreadContext } from '@sqrl/base/thread.ts';
import { type IndexReport, openGraph } from '@sqrl/code-graph/index.ts';
import {
  type CurrentFile,
  carefulReader,
  followCode,
  openCodeReader,
  openIndexer,
} from '@sqrl/code-graph/reader.ts';
import { holdLock } from '../store/lock.ts';
import { openStore } from '../store/open.ts';
import { followAnchors } from './follow-anchors.ts';

// The thread that reads code: scans, parses, links and stores, so that no request ever waits for it.

export interface GraphOrder {
  store: string;
  root: string;
  env: Readonly<Record<string, string | undefined>>;
  now: number;
  /** Goes on reading what changes. */
  watch: boolean;
  /** The file that an earlier thread was terminated for: it is not parsed. */
  stuck: CurrentFile | undefined;
}

export type GraphNews =
  | { progress: Parameters<OnProgress> }
  | { news: IndexReport & { paths: string[] } }
  | { trouble: string }
  /** The file that is being read; told before each, and without one after it. */
  | { reading: CurrentFile | undefined }
  /** Whether the system says at once what changes. */
  | { watched: boolean };

export interface GraphProtocol {
  order: GraphOrder;
  news: GraphNews;
  /** Compares the memories with the code that was read. */
  message: { checkMemoriesAt: number };
  /** `again`: a file broke the parser, and another thread has to read the rest. */
  result: { done: IndexReport | 'busy' } | { again: IndexReport };
}

serveThread<GraphProtocol>(work);

async function work(thread: ThreadContext<GraphProtocol>): Promise<GraphProtocol['result']> {
  const { order, tell, isStopped, signal } = thread;
  const { root, env, stuck } = order;
  const now = () => order.now;
  using lock = holdLock(`${order.store}.indexing`);
  if (!lock) return { done: 'busy' };
  using store = openStore(order.store, { now });
  const reading = (file: CurrentFile | undefined) => tell({ reading: file });
  const openReader = async () => carefulReader(store, await openCodeReader(), { reading, stuck });
  using indexer = openIndexer(store, { root, env, now, openReader });
  let told = 0;
  const done = await indexer.update({
    stopped: isStopped,
    onProgress: (...progress) => {
      if (progress[0] === progress[1] || told++ % 16 === 0) tell({ progress });
    },
  });
  if (indexer.spent) return again(done);
  if (done.added + done.changed + done.removed + done.linked > 0) openGraph(store);
  let checking = Promise.resolve();
  let ended = false;
  const checkMemories = (at: number) => {
    checking = checking.then(() => (ended ? undefined : checkMemoriesAt(at, store, thread)));
  };
  thread.onMessage((message) => checkMemories(message.checkMemoriesAt));
  // An update that was stopped cannot tell which files are gone.
  if (!done.stopped) checkMemories(order.now);
  await checking;
  if (order.watch && !isStopped())
    await followCode(store, indexer, {
      root,
      stop: signal,
      tell: (news) => tell({ news }),
      watching: () => {
        tell({ progress: [0, 0, 'watching'] });
        tell({ watched: true });
      },
      polled: () => tell({ watched: false }),
      trouble: (trouble) => tell({ trouble }),
    });
  await checking;
  // A message that arrived meanwhile, or comes yet, would read a closed store.
  ended = true;
  return indexer.spent ? again(done) : { done };

  function again(read: IndexReport): GraphProtocol['result'] {
    thread.doNotLinger();
    return { again: read };
  }
}

/** Trouble with the memories does not end the reading. */
async function checkMemoriesAt(
  at: number,
  store: Store,
  { order, tell, signal }: ThreadContext<GraphProtocol>,
): Promise<void> {
  const { root, env } = order;
  const onProgress = (...progress: Parameters<OnProgress>) => tell({ progress });
  try {
    await followAnchors(store, { root, env, at, signal, onProgress });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    tell({ trouble: messageOf(error) });
  }
}
