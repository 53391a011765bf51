// The thread that reads code: scans, parses, links and keeps, so that nobody else ever waits for it.
import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../../base/problem.ts';
import { holdLock } from '../../store/hold-lock.ts';
import { openStore } from '../../store/open.ts';
import type { Store } from '../../store/store.ts';
import { openGraph } from '../graph/graph.ts';
import { carefulReader, type ReadingNow } from '../index/careful-reader.ts';
import { openIndexer } from '../index/indexer.ts';
import type { Updated } from '../index/work.ts';
import { openCodeReader } from '../parse/parse.ts';
import { followAnchors } from './follow-anchors.ts';
import { followCode } from './follow-code.ts';
import { showReading } from './graph-beat.ts';

/** What the thread is started with. */
export interface GraphOrder {
  store: string;
  root: string;
  env: Readonly<Record<string, string | undefined>>;
  now: number;
  /** Set to 1, it ends the work after the batch at hand. */
  stop: SharedArrayBuffer;
  /** Goes on reading what changes. */
  watch: boolean;
  /** Where it shows which file it is at. */
  beat: SharedArrayBuffer;
  /** The file that held up a thread before this one: it is not parsed. */
  stuck: ReadingNow | undefined;
}

/** What it hears: to stop, or to bring the memories up to what it has read, at a time. */
export type GraphHeard = 'stop' | { look: number };

/** What it says. */
export type GraphSaid =
  | { progress: [done: number, total: number, what: string] }
  | { news: Updated & { paths: string[] } }
  | { trouble: string }
  /** Whether it reads files now, or waits for them to change. */
  | { working: boolean }
  | { done: Updated | 'busy' }
  /** A file broke the parser: the rest is for another thread. */
  | { again: Updated }
  | { problem: { message: string; hint: string; code: Problem['code'] } };

const order = workerData as GraphOrder;
const flag = new Int32Array(order.stop);
const stop = new AbortController();
const stopped = () => Atomics.load(flag, 0) === 1;
const say = (said: GraphSaid) => parentPort!.postMessage(said);
// Only while it waits does it hear; while it reads it looks at the flag.
parentPort!.on('message', (heard: GraphHeard) => (heard === 'stop' ? stop.abort() : look(heard.look)));
let look = (_at: number): void => {};

try {
  say(await work());
} catch (error) {
  if (!(error instanceof Problem)) throw error;
  say({ problem: { message: error.message, hint: error.hint, code: error.code } });
} finally {
  parentPort!.close();
}

async function work(): Promise<{ done: Updated | 'busy' } | { again: Updated }> {
  const { root, env, beat, stuck } = order;
  const now = () => order.now;
  using lock = holdLock(`${order.store}.indexing`);
  if (!lock) return { done: 'busy' };
  using store = openStore(order.store, { now });
  const reading = (file: ReadingNow | undefined) => showReading(beat, file);
  const openReader = async () => carefulReader(store, await openCodeReader(), { reading, stuck });
  using indexer = openIndexer(store, { root, env, now, openReader });
  const working = (yes: boolean) => say({ working: yes });
  let told = 0;
  working(true);
  const done = await indexer.update({
    stopped,
    onProgress: (...progress) => {
      if (progress[0] === progress[1] || told++ % 16 === 0) say({ progress });
    },
  });
  working(false);
  if (indexer.spent) return { again: done };
  if (done.added + done.changed + done.removed + done.linked > 0) openGraph(store);
  let looking = Promise.resolve();
  look = (at) => {
    looking = looking.then(() => lookAt(store, at));
  };
  // Of what was read by half nobody can say what is gone.
  if (!done.stopped) look(order.now);
  await looking;
  if (order.watch && !stopped())
    await followCode(store, indexer, {
      root,
      stop: stop.signal,
      tell: (news) => say({ news }),
      watching: () => say({ progress: [0, 0, 'watching'] }),
      working,
      trouble: (trouble) => say({ trouble }),
    });
  await looking;
  return indexer.spent ? { again: done } : { done };
}

/** Brings the memories up to the index; trouble with them is no trouble for it. */
async function lookAt(store: Store, at: number): Promise<void> {
  const { root, env } = order;
  const onProgress = (...progress: [number, number, string]) => say({ progress });
  try {
    await followAnchors(store, { root, env, at, signal: stop.signal, onProgress });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    say({ trouble: error.message });
  }
}
