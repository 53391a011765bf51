import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log, LogPiece, OpenLog, PieceResult, Reader } from '@sqrl/base/model/reader.ts';
import { type ForeignDatabase as Database, openForeign } from '../../store/foreign/foreign.ts';
import { parseColumn } from '../reading/json.ts';
import { addWaiting } from '../reading/pending.ts';
import { isRecord, listOrEmpty, record, textOrEmpty } from '../reading/record.ts';
import { restored } from '../reading/state.ts';
import { isBubbleSettled, takeBubble } from './bubble.ts';
import { asComposer, type Composer, composerFacts, composerOf } from './composer.ts';
import { type CursorRow, MARGIN_ROWS, rowsSince, storedValue } from './rows.ts';
import { foldersOfComposers } from './workspaces.ts';

/**
 * Reads Cursor's conversations from the SQLite file in which it keeps its state. The format is Cursor's own and
 * unpublished; this follows what others have found out about it (a row per conversation, `composerData:<id>`, and one
 * per message, `bubbleId:<conversation>:<id>`).
 */
export const cursorLogs: Reader = {
  client: 'cursor',
  find(folders) {
    const path = join(folders.cursor, 'globalStorage', 'state.vscdb');
    return existsSync(path) ? [{ client: 'cursor', path, form: 'database' }] : [];
  },
  open: (_log, state) => openReading(state),
  *changes(log, state) {
    yield* newRows(log, restored(FRESH, state));
  },
};

const FRESH = {
  last: 0,
  /** Prints of the last rows, so that they are read again only if they changed. */
  recent: [] as string[],
  /** Keys of messages that were not finished when they were seen. */
  waiting: [] as string[],
};

function* newRows(log: Log, from: typeof FRESH): Iterable<LogPiece> {
  using database = openForeign(log.path);
  if (database.columns('cursorDiskKV').size === 0) return;
  const composers = openComposers(database, log);
  const known = new Set(from.recent);
  const read = function* (key: string, print: string | null): Iterable<LogPiece> {
    const found = storedValue(database, key);
    const [kind, composer = ''] = key.split(':');
    const row = { key, print, value: found?.value ?? null, kind, composer: composers.get(composer) };
    yield { bytes: new Uint8Array(), offset: found?.row ?? 0, row };
  };
  const waiting = new Set(from.waiting);
  for (const row of rowsSince(database, from.last)) {
    const print = printOf(row);
    if (known.has(print)) continue;
    waiting.delete(row.key);
    yield* read(row.key, print);
  }
  // Whether a message is finished is often told by its conversation's row alone.
  for (const key of waiting) yield* read(key, null);
}

const printOf = ({ row, key, size }: CursorRow): string =>
  `${row}:${createHash('sha256').update(`${key} ${size}`).digest('base64url').slice(0, 8)}`;

// A conversation's row holds all its headers and drafts, and its messages come one after another.
const MAX_COMPOSERS = 32;

function openComposers(database: Database, log: Log) {
  let folders: Map<string, string> | undefined;
  const known = new Map<string, Composer | null>();
  return {
    get(id: string): Composer | null {
      if (!known.has(id)) {
        if (known.size >= MAX_COMPOSERS) known.clear();
        folders ??= foldersOfComposers(log.path);
        const found = storedValue(database, `composerData:${id}`);
        known.set(id, found ? composerOf(id, found.value, folders.get(id)) : null);
      }
      return known.get(id)!;
    },
  };
}

function openReading(state: unknown): OpenLog {
  const at = restored(FRESH, state);
  const waiting = new Set(at.waiting);
  return {
    take(piece): PieceResult | PieceResult[] {
      const row = record(piece.row);
      const key = textOrEmpty(row.key);
      if (typeof row.print === 'string') {
        at.last = Math.max(at.last, piece.offset);
        at.recent = [...at.recent, row.print].slice(-MARGIN_ROWS);
      }
      waiting.delete(key);
      // Deleted before it was finished.
      if (row.value === null || row.value === undefined) return [];
      const composer = asComposer(row.composer);
      if (row.kind === 'composerData') return takeComposer(row.value, composer);
      if (composer && isBubbleSettled(row.value, composer)) return takeBubble(row.value, composer);
      addWaiting(waiting, key);
      return [];
    },
    state: () => ({ ...at, waiting: [...waiting] }),
  };
}

/** Older versions kept all messages in the row of the conversation itself. */
function takeComposer(value: unknown, composer: Composer | null): PieceResult[] {
  const data = parseColumn(value);
  if (!isRecord(data) || !composer)
    return [{ events: [], type: 'composerData', version: null, fate: 'broken' }];
  const own: PieceResult = {
    events: [],
    type: 'composerData',
    version: composer.version,
    fate: 'passed',
    session: composerFacts(composer),
  };
  const inside = listOrEmpty(data.conversation).filter(isRecord);
  if (composer.generating || inside.length === 0) return [own];
  const order = inside.map((bubble) => textOrEmpty(bubble.bubbleId));
  return [own, ...inside.flatMap((bubble) => takeBubble(bubble, { ...composer, order }))];
}
