import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foreignText } from '../../base/foreign-file.ts';
import { parseText } from '../reading/json.ts';
import { type Foreign, into, isRecord, number, record, said, text } from '../reading/record.ts';
import type { OpencodeMessage } from './rows.ts';

/**
 * Messages of the versions that kept a file each for sessions, messages and parts:
 * `session/<project>/<id>.json`, `message/<session>/<id>.json`, `part/<message>/<id>.json`.
 * Only sessions that changed at a moment or later are looked into, the one that changed first coming first.
 */
export function* storedMessages(storage: string, since: number): Iterable<OpencodeMessage> {
  const sessions = new Map<string, Foreign>();
  for (const project of folders(join(storage, 'session')))
    for (const session of records(join(storage, 'session', project))) sessions.set(text(session.id), session);
  const changed = [...sessions.values()].sort((a, b) => updatedAt(a) - updatedAt(b));
  const newest = changed.length > 0 ? updatedAt(changed.at(-1)!) : 0;
  for (const session of changed) {
    const updated = updatedAt(session);
    if (updated < since) continue;
    const messages = records(join(storage, 'message', text(session.id))).sort(
      (a, b) => madeAt(a) - madeAt(b) || (text(a.id) < text(b.id) ? -1 : 1),
    );
    const lastAnswer = messages.findLastIndex((message) => message.role === 'assistant');
    for (const [i, message] of messages.entries())
      yield {
        row: madeAt(message),
        id: text(message.id),
        updated,
        data: message,
        parts: records(join(storage, 'part', text(message.id))).map((part) => ({
          id: text(part.id),
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
function chainOf(session: Foreign, all: ReadonlyMap<string, Foreign>): Record<string, unknown>[] {
  const chain: Record<string, unknown>[] = [];
  for (
    let next: Foreign | undefined = session;
    next && chain.length < 16;
    next = all.get(text(next.parentID))
  )
    chain.push({
      id: text(next.id),
      parent_id: said(next.parentID),
      directory: text(next.directory),
      title: text(next.title),
      version: text(next.version),
      time_created: into(next.time, 'created'),
    });
  return chain;
}

const updatedAt = (session: Foreign): number => number(into(session.time, 'updated')) ?? 0;
const madeAt = (message: Foreign): number => number(into(message.time, 'created')) ?? 0;

function records(folder: string): Foreign[] {
  return names(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => record(readOr(join(folder, name))))
    .filter((file) => isRecord(file) && /^[\w-]+$/.test(text(file.id)));
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
