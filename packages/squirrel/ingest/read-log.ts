import { setImmediate } from 'node:timers/promises';
import { parsedJson } from '@sqrl/base/json.ts';
import type { Log, LogPiece, LogReader, OpenLog, PieceResult } from '@sqrl/base/model/reader.ts';
import { messageOf, Problem } from '@sqrl/base/problem.ts';
import type { LogReading } from '../store/events/readings.ts';
import { beginsAs, bytesFrom, headHash, type LogStamp, logStampOf, UNKNOWN } from './bytes.ts';
import { countRecord, type RecordCounts, safeCounts } from './counts.ts';
import { openIntake, type ProjectEvents, type ProjectOf } from './intake.ts';
import { cutLogLines, recordsIn } from './lines.ts';
import { isUsual, safeText } from './names.ts';

export interface ReadTarget {
  /** How far a log was read before. */
  reading(path: string): LogReading | undefined;
  projectOf: ProjectOf;
  keep(log: Log, ready: readonly ProjectEvents[]): void;
  /** Notes how far a log was read, after all that was kept of it before. */
  note(reading: LogReading): void;
  now: number;
  /** Reads from the beginning what was read before; nothing is kept twice. */
  again?: boolean;
  stopped(): boolean;
  onBytes?(count: number): void;
}

export interface LogResult {
  did: 'read' | 'unchanged' | 'gone' | 'stopped';
  bytes: number;
  /** Events it gave, new or known. */
  events: number;
  trouble: string | null;
}

/** So much makes a portion. */
const PORTION = 400;
/** Portions between two notes of how far the log was read; after a crash so much is read again, and changes nothing. */
const PORTIONS_BETWEEN_NOTES = 5;
/** A document must be held whole. */
const MAX_DOCUMENT_BYTES = 256 * 2 ** 20;

export async function readLog(log: Log, reader: LogReader, into: ReadTarget): Promise<LogResult> {
  const stamp = logStampOf(log.path);
  if (!stamp) return { did: 'gone', bytes: 0, events: 0, trouble: null };
  const known = into.again ? undefined : into.reading(log.path);
  if (known && isSame(known, stamp) && known.trouble === null)
    return { did: 'unchanged', bytes: 0, events: 0, trouble: null };
  const before = known && goesOn(log, known, stamp) ? known : undefined;
  const session = begin({ log, reader, into, stamp, before });
  try {
    if (log.form === 'lines') await session.readLines();
    else if (log.form === 'document') await session.readDocument();
    else await session.readDatabase();
  } catch (error) {
    // A log that cannot be read is told of; a store that cannot be written ends it all.
    const trouble = troubleOf(error, log);
    if (trouble === undefined) throw error;
    session.result.trouble = trouble;
  }
  session.end();
  return session.result;
}

/** What must be known to go on with a log. */
interface ReadingState {
  reader?: unknown;
  intake?: unknown;
  /** Where to go on within a line that has proved too long. */
  seen?: number | undefined;
}

interface LogStart {
  log: Log;
  reader: LogReader;
  into: ReadTarget;
  stamp: LogStamp;
  before: LogReading | undefined;
}

function begin({ log, reader, into, stamp, before }: LogStart) {
  const state = (before?.state ? JSON.parse(before.state) : {}) as ReadingState;
  const reading = reader.open(log, state.reader);
  const intake = openIntake(log, into.projectOf, state.intake);
  const counts = (before ? JSON.parse(before.counts) : {}) as RecordCounts;
  const result: LogResult = { did: 'read', bytes: 0, events: 0, trouble: null };
  let head = before?.head ?? null;
  let offset = before?.offset ?? 0;
  let seen: number | undefined;
  let lastAt = before?.lastAt ?? null;
  let portions = 0;

  function take(piece: LogPiece): void {
    const taken = takenFrom(reading, piece);
    for (const each of taken) {
      countRecord(counts, each);
      for (const { at } of each.events) lastAt = Math.max(lastAt ?? at, at);
      result.events += each.events.length;
    }
    intake.take(taken, piece);
  }

  function keep(upTo: number): void {
    if (intake.waiting > 0) into.keep(log, intake.drain());
    offset = upTo;
    if (++portions % PORTIONS_BETWEEN_NOTES === 0) note(false);
  }

  /** Only after the events themselves are safe. */
  function note(done: boolean): void {
    into.note({
      ...log,
      ...stamp,
      // Before its end the next look must not take it for read.
      changedAt: done ? stamp.changedAt : UNKNOWN,
      head,
      offset,
      // Calls that wait for their results stand in a reader's state as they were written.
      state: JSON.stringify({
        reader: redacted(reading.state()),
        intake: intake.state(),
        seen,
      } satisfies ReadingState),
      counts: JSON.stringify(safeCounts(counts, safe)),
      events: (before?.events ?? 0) + result.events,
      lastAt,
      trouble: result.trouble,
      readAt: into.now,
    });
  }

  return {
    result,
    async readLines() {
      const lines = cutLogLines(offset, state.seen === undefined ? {} : { seen: state.seen });
      try {
        for await (const chunk of bytesFrom(log.path, lines.next)) {
          if (lines.next === 0) head = headHash(chunk);
          lines.push(chunk, (found) => {
            if ('line' in found)
              for (const piece of recordsIn({ bytes: found.line, offset: found.offset })) take(piece);
            else countRecord(counts, { type: 'too long', version: null, fate: 'broken' });
            if (intake.waiting >= PORTION)
              keep('line' in found ? found.offset + found.line.length + 1 : found.offset + found.tooLong + 1);
          });
          result.bytes += chunk.length;
          into.onBytes?.(chunk.length);
          await setImmediate();
          if (into.stopped()) break;
        }
      } catch (error) {
        // The reader knows of what it has taken, and would not take it again.
        keep(lines.waitingFrom);
        throw error;
      }
      if (into.stopped()) result.did = 'stopped';
      else if (isWholeRecord(lines.rest)) {
        take({ bytes: lines.rest, offset: lines.waitingFrom });
        return keep(lines.next);
      }
      if (lines.rest.length === 0 && lines.next > lines.waitingFrom) seen = lines.next;
      keep(lines.waitingFrom);
    },
    async readDocument() {
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytesFrom(log.path, 0)) {
        result.bytes += chunk.length;
        into.onBytes?.(chunk.length);
        if (result.bytes > MAX_DOCUMENT_BYTES) {
          result.trouble = `${log.path} is larger than ${MAX_DOCUMENT_BYTES / 2 ** 20} MB, too large for one document.`;
          return;
        }
        chunks.push(Uint8Array.prototype.slice.call(chunk));
      }
      take({ bytes: Buffer.concat(chunks), offset: 0 });
      keep(result.bytes);
      await setImmediate();
    },
    async readDatabase() {
      try {
        for await (const piece of changesOf(reader, log, state.reader)) {
          take(piece);
          if (intake.waiting < PORTION) continue;
          keep(offset);
          await setImmediate();
          if (into.stopped()) {
            result.did = 'stopped';
            break;
          }
        }
      } finally {
        // Also where the rest cannot be read: the reader knows of what it has taken, and would not take it again.
        keep(offset);
      }
      result.bytes = stamp.size;
      into.onBytes?.(stamp.size);
      await setImmediate();
    },
    end: () => note(result.did !== 'stopped'),
  };
}

/** Whether nothing has happened to a log since it was read. */
const isSame = (known: LogReading, { inode, size, changedAt }: LogStamp): boolean =>
  changedAt !== UNKNOWN && known.inode === inode && known.size === size && known.changedAt === changedAt;

/** Whether a log is still the one that was read, only longer. */
function goesOn(log: Log, known: LogReading, { inode, size }: LogStamp): boolean {
  if (log.form === 'document' || log.path.endsWith('.gz') || known.form !== log.form) return false;
  if (log.form === 'database') return known.inode === inode;
  return (
    known.inode === inode && size >= known.offset && (known.head === null || beginsAs(log.path, known.head))
  );
}

/** What a reader makes of a piece. It never throws by itself; should it all the same, that costs one piece. */
function takenFrom(reading: OpenLog, piece: LogPiece): PieceResult[] {
  try {
    const taken = reading.take(piece);
    return Array.isArray(taken) ? taken : [taken];
  } catch (error) {
    const type = `reader: ${error instanceof Error ? error.message : String(error)}`;
    return [{ events: [], type, version: null, fate: 'broken' }];
  }
}

const RECORD_END = 0x7d;

/** A last line without an end is half-written, or all there will ever be: where it is whole JSON, nothing is missing. */
function isWholeRecord(rest: Uint8Array): boolean {
  if (rest.length === 0 || rest.length > 2 ** 20 || rest.at(-1) !== RECORD_END) return false;
  return parsedJson(Buffer.from(rest).toString()) !== undefined;
}

/** What a reader says is new; whatever is wrong then is wrong with the log. */
async function* changesOf(reader: LogReader, log: Log, state: unknown): AsyncGenerator<LogPiece> {
  try {
    yield* reader.changes?.(log, state) ?? [];
  } catch (error) {
    throw new Problem(messageOf(error), '', 'not_found', error);
  }
}

/** What is wrong with one log; undefined where it is something else that went wrong. */
function troubleOf(error: unknown, { path }: Log): string | undefined {
  if (error instanceof Problem) return error.code === 'not_found' ? messageOf(error) : undefined;
  const { code } = error as NodeJS.ErrnoException;
  const isFault = code !== undefined && /^(E[A-Z]+|Z_[A-Z_]+|ERR_ZLIB_\w+|ERR_SQLITE_\w+)$/.test(code);
  return isFault ? `${path} could not be read (${code}).` : undefined;
}

function redacted(value: unknown): unknown {
  if (typeof value === 'string') return safe(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redacted(each)]));
}

const safe = (text: string): string => (text.length < 8 || isUsual(text) ? text : safeText(text));
