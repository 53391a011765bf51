import { type Into, type LogReader, readLog } from '../ingest/read-log.ts';
import type { Log } from '../model/reader.ts';
import type { Heard } from './read-logs.ts';

/** How logs are read, and who is told. */
export interface AllOptions extends Omit<Into, 'onBytes'>, Pick<Heard, 'onBytes' | 'ended'> {
  readers: readonly LogReader[];
  /** Whether the log of that place is ours to read; it is then nobody else's. */
  claim?(index: number): boolean;
}

/** Reads in another thread and here, whoever comes first: the other from the front, this one small logs from the back. */
export async function readBoth(
  aside: (claims: SharedArrayBuffer) => Promise<void>,
  logs: readonly Log[],
  { isOwn, ...options }: AllOptions & { isOwn(index: number): boolean },
): Promise<void> {
  const claims = new SharedArrayBuffer(4 * logs.length);
  const claim = claimer(claims);
  const last = logs.length - 1;
  let failed = false;
  const fail = (error: unknown) => {
    failed = true;
    // What nobody has begun nobody shall begin.
    for (let i = 0; i <= last; i++) claim(i);
    throw error;
  };
  const done = await Promise.allSettled([
    aside(claims).catch(fail),
    readAll(logs.toReversed(), {
      ...options,
      stopped: () => failed || options.stopped(),
      claim: (i) => isOwn(last - i) && claim(last - i),
    }).catch(fail),
  ]);
  for (const each of done) if (each.status === 'rejected') throw each.reason;
}

/** Claims places in a list that several threads work on. */
export function claimer(claims: SharedArrayBuffer): (index: number) => boolean {
  const taken = new Int32Array(claims);
  return (index) => Atomics.compareExchange(taken, index, 0, 1) === 0;
}

/** Reads logs, one after the other, for somebody who keeps what they hold. */
export async function readAll(logs: readonly Log[], options: AllOptions): Promise<void> {
  for (const [i, log] of logs.entries()) {
    if (options.stopped()) return;
    if (options.claim && !options.claim(i)) continue;
    const reader = options.readers.find(({ client }) => client === log.client)!;
    const onBytes = (count: number) => options.onBytes(count, log.client);
    options.ended(log, await readLog(log, reader, { ...options, onBytes }));
  }
}
