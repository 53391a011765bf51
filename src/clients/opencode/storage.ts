import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foreignText } from '../../base/foreign-file.ts';
import { parseText } from '../reading/json.ts';
import {
  type ForeignRecord,
  into,
  isRecord,
  number,
  record,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';
import type { OpencodeMessage } from './rows.ts';

/**
 * Messages of the versions that kept a file each for sessions, messages and parts:
 * `session/<project>/<id>.json`, `message/<session>/<id>.json`, `part/<message>/<id>.json`.
 * Only sessions that changed at a moment or later are looked into, the one that changed first coming first.
 */
export function* storedMessages(storage: string, since: number): Iterable<OpencodeMessage> {
  const sessions = new Map<string, ForeignRecord>();
  for (const project of folders(join(storage, 'session')))
    for (const session of records(join(storage, 'session', project)))
      sessions.set(textOrEmpty(session.id), session);
  const changed = [...sessions.values()].sort((a, b) => updatedAt(a) - updatedAt(b));
  const newest = changed.length > 0 ? updatedAt(changed.at(-1)!) : 0;
  for (const session of changed) {
    const updated = updatedAt(session);
    if (updated < since) continue;
    const messages = records(join(storage, 'message', textOrEmpty(session.id))).sort(
      (a, b) => madeAt(a) - madeAt(b) || (textOrEmpty(a.id) < textOrEmpty(b.id) ? -1 : 1),
    );
    const lastAnswer = messages.findLastIndex((message) => message.role === 'assistant');
    for (const [i, message] of messages.entries())
      yield {
        row: madeAt(message),
        id: textOrEmpty(message.id),
        updated,
        data: message,
        parts: records(join(storage, 'part', textOrEmpty(message.id))).map((part) => ({
          id: textOrEmpty(part.id),
          data: part,
        })),
        answered: i < lastAnswer,
        newest,
        sessions: chainOf(session, sessions),
        forkedFrom: null,
      };
  }
}

/** Sessions in the columns of the database that came later. */
function chainOf(session: ForeignRecord, all: ReadonlyMap<string, ForeignRecord>): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  for (
    let next: ForeignRecord | undefined = session;
    next && chain.length < 16;
    next = all.get(textOrEmpty(next.parentID))
  )
    chain.push({
      id: textOrEmpty(next.id),
      parent_id: textOrNull(next.parentID),
      directory: textOrEmpty(next.directory),
      title: textOrEmpty(next.title),
      version: textOrEmpty(next.version),
      time_created: into(next.time, 'created'),
    });
  return chain;
}

const updatedAt = (session: ForeignRecord): number => number(into(session.time, 'updated')) ?? 0;
const madeAt = (message: ForeignRecord): number => number(into(message.time, 'created')) ?? 0;

function records(folder: string): ForeignRecord[] {
  return names(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => record(readOr(join(folder, name))))
    .filter((file) => isRecord(file) && /^[\w-]+$/.test(textOrEmpty(file.id)));
}

// A file may go while the folder is read; and a half-written one is whole the next time.
function readOr(path: string): unknown {
  const text = foreignText(path, { maxBytes: MAX_BYTES });
  return text === undefined ? undefined : parseText(text);
}

const MAX_BYTES = 2 ** 28;

const folders = (folder: string): string[] => names(folder).sort();

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
