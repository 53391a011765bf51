import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log, LogPiece, OpenLog, PieceResult, Reader } from '@sqrl/base/model/reader.ts';
import { openForeign } from '../../store/foreign/foreign.ts';
import { addWaiting } from '../reading/pending.ts';
import { isRecord, number, record, textOrEmpty } from '../reading/record.ts';
import { restored } from '../reading/state.ts';
import { isMessageSettled, takeMessage } from './message.ts';
import { messageById, messagesSince, newerRecords, type OpencodeMessage } from './rows.ts';

/**
 * Reads opencode: one SQLite file for all projects, which took over the JSON files of versions before 1.2. A record is a
 * message with all its parts, and waits until its author has finished with it.
 */
export const opencodeLogs: Reader = {
  client: 'opencode',
  find(folders) {
    const database = join(folders.opencode, 'opencode.db');
    return existsSync(database) ? [{ client: 'opencode', path: database, form: 'database' }] : [];
  },
  open: (_log, state) => openReading(state),
  changes: (log, state) => newRows(log, restored(FRESH, state)),
};

const FRESH = {
  row: 0,
  id: '',
  newest: 0,
  /** Messages that were not finished when they were seen. */
  waiting: [] as string[],
  /** The last record of the kind nobody can read yet. */
  newer: 0,
};

function* newRows(log: Log, from: typeof FRESH): Iterable<LogPiece> {
  using foreign = openForeign(log.path);
  if (foreign.columns('message').size === 0 || foreign.columns('part').size === 0) return;
  for (const id of from.waiting) {
    const message = messageById(foreign, id);
    // Gone: it was undone before it was finished.
    yield pieceOf(message ? { ...message, waited: true } : { waited: true, gone: id, row: 0 });
  }
  for (const message of messagesSince(foreign, from)) yield pieceOf({ ...message });
  for (const newer of newerRecords(foreign, from.newer))
    yield pieceOf({ newer: textOrEmpty(newer.type), row: number(newer.row) ?? 0 });
}

const pieceOf = (row: Record<string, unknown>): LogPiece => ({
  bytes: NO_BYTES,
  offset: Number(row.row),
  row,
});

const NO_BYTES = new Uint8Array();

function openReading(state: unknown): OpenLog {
  const at = restored(FRESH, state);
  const waiting = new Set(at.waiting);
  return {
    take(piece): PieceResult | PieceResult[] {
      const row = record(piece.row);
      if (typeof row.gone === 'string') {
        waiting.delete(row.gone);
        return [];
      }
      if (typeof row.newer === 'string') {
        at.newer = Math.max(at.newer, piece.offset);
        return { events: [], type: `session_message/${row.newer}`, version: null, fate: 'unknown' };
      }
      if (!isMessage(row)) return { events: [], type: 'message', version: null, fate: 'broken' };
      if (!row.waited) {
        at.row = row.row;
        at.id = row.id;
      }
      at.newest = Math.max(at.newest, row.updated);
      waiting.delete(row.id);
      if (isMessageSettled(row)) return takeMessage(row);
      addWaiting(waiting, row.id);
      return [];
    },
    state: () => ({ ...at, waiting: [...waiting] }),
  };
}

const isMessage = (row: object): row is OpencodeMessage & { waited?: boolean } =>
  isRecord(row) &&
  typeof row.id === 'string' &&
  typeof row.row === 'number' &&
  typeof row.updated === 'number' &&
  Array.isArray(row.parts) &&
  Array.isArray(row.sessions);
