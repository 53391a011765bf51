import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { parsedJson } from '@sqrl/base/json.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { eventPlace } from '../store/events/changes.ts';
import { readingOf } from '../store/events/readings.ts';
import type { Engine } from '../workspace/workspace.ts';

/** A longer record is not shown; a tool's output may have megabytes. */
const MAX_RECORD_BYTES = 256 << 10;

/**
 * The record of a log that an event was read from, redacted again; null where that cannot be read any more. A request names
 * an event, never a file, and a store that came from elsewhere may name any file: only what this home read as lines is opened.
 */
export function logRecord(engine: Engine, { event }: Parsed<'logRecord'>): { text: string | null } {
  const [place] = engine.indexedStores.flatMap(({ store }) => eventPlace(store, event) ?? []);
  if (!place || place.bytes > MAX_RECORD_BYTES) return { text: null };
  if (readingOf(engine.user.store, place.log)?.form !== 'lines') return { text: null };
  const record = recordAt(place);
  return { text: record === undefined ? null : redacted(record) };
}

function recordAt({ log, offset, bytes }: NonNullable<ReturnType<typeof eventPlace>>): string | undefined {
  let file: number | undefined;
  try {
    // A log is a plain file. What became a link, a pipe or a device since is none.
    file = openSync(log, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (!fstatSync(file).isFile()) return undefined;
    const record = Buffer.alloc(bytes);
    return readSync(file, record, 0, bytes, offset) === bytes ? record.toString('utf8') : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** In JSON every text is looked at as it was meant, since escapes hide the ends of secrets. */
function redacted(line: string): string {
  const value = parsed(line);
  return value === undefined ? redactSync(line).text : JSON.stringify(inAll(value));
}

function inAll(value: unknown): unknown {
  if (typeof value === 'string') return redactSync(value).text;
  if (Array.isArray(value)) return value.map(inAll);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [redactSync(key).text, inAll(each)]));
}

/** Only objects and lists: a number may have more digits than JavaScript keeps. */
const parsed = (line: string): unknown => (/^\s*[{[]/.test(line) ? parsedJson(line) : undefined);
