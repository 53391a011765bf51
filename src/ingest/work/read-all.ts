import type { Log, LogReader } from '../../model/reader.ts';
import { type Into, readLog } from '../read-log.ts';
import type { Heard } from './read-logs.ts';

/** How logs are read, and who is told. */
export interface AllOptions extends Omit<Into, 'onBytes'>, Pick<Heard, 'onBytes' | 'ended'> {
  readers: readonly LogReader[];
}

/** Reads logs, one after the other, for somebody who keeps what they hold. */
export async function readAll(logs: readonly Log[], options: AllOptions): Promise<void> {
  for (const log of logs) {
    if (options.stopped()) return;
    const reader = options.readers.find(({ client }) => client === log.client)!;
    const onBytes = (count: number) => options.onBytes(count, log.client);
    options.ended(log, await readLog(log, reader, { ...options, onBytes }));
  }
}
