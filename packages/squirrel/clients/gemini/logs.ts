import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readForeignFile } from '@sqrl/base/foreign-file.ts';
import type { Log, OpenLog, PieceResult, RawEvent, Reader, SessionFacts } from '@sqrl/base/model/reader.ts';
import { filesBelow } from '../reading/files-below.ts';
import { asBuffer, isWholeRecord, parseJson, recordHead } from '../reading/json.ts';
import {
  type ForeignRecord,
  isRecord,
  listOrEmpty,
  record,
  textOrEmpty,
  textOrNull,
  timeOrNull,
} from '../reading/record.ts';
import { resultOf, sessionFacts } from '../reading/step.ts';
import { type Chat, geminiStep, openChat, readGeminiMessage } from './chat.ts';
import { geminiWorkspace, summaryOf } from './words.ts';

/**
 * Reads Gemini CLI's chats, below `tmp`: a journal of lines in which a message is written again whenever it grew, or, of
 * versions before 0.39, one document. The project's folder is kept beside them.
 */
export const geminiLogs: Reader = {
  client: 'gemini',
  find: ({ gemini }): Log[] => {
    const projectOf = geminiProjectFinder(gemini);
    return filesBelow(join(gemini, 'tmp'), 4).flatMap((path): Log[] => {
      const [, folder, end] = CHAT.exec(path.slice(gemini.length)) ?? [];
      if (!folder) return [];
      const cwd = projectOf(folder);
      return [{ client: 'gemini', path, form: end === 'jsonl' ? 'lines' : 'document', ...(cwd && { cwd }) }];
    });
  },
  open(log, state): OpenLog {
    const chat = openChat(log, state);
    return {
      take(piece) {
        const passed = skimmed(piece.bytes, chat);
        if (passed) return seen(passed, 'passed');
        const line = parseJson(piece.bytes);
        if (!isRecord(line)) return seen('line', 'broken');
        if (Array.isArray(line.messages)) return takeDocument(line, chat);
        return takeLine(line, chat);
      },
      state: () => structuredClone(chat),
    };
  },
};

const CHAT = /[/\\]tmp[/\\]([^/\\]+)[/\\]chats[/\\](?:.*[/\\])?[^/\\]+\.(jsonl|json)$/;

/**
 * The type of a line that can be passed over unread: tools' answers on their way to the model, and lists of messages that
 * each had a line before, both as long as a log's longest lines.
 */
function skimmed(bytes: Uint8Array, chat: Chat): string | undefined {
  if (!isWholeRecord(bytes)) return undefined;
  const head = recordHead(bytes);
  if (ANSWER.test(head)) return 'message/user';
  const again = chat.cwd !== null && head.startsWith('{"$set":{"messages":[');
  return again && !asBuffer(bytes).includes('<state_snapshot>') ? '$set/messages' : undefined;
}

const ANSWER = /^\{"id":"[^"\\]+","timestamp":"[^"\\]*","type":"user","content":\[\{"functionResponse":/;

function takeDocument(document: ForeignRecord, chat: Chat): PieceResult[] {
  const head = seen('session', 'read', [], meetHead(document, chat));
  return [head, ...listOrEmpty(document.messages).map((message) => takeLine(record(message), chat))];
}

const seen = (
  type: string,
  fate: PieceResult['fate'],
  events: readonly RawEvent[] = [],
  session?: SessionFacts,
): PieceResult => resultOf({ events, fate, session }, type, null);

function takeLine(line: ForeignRecord, chat: Chat): PieceResult {
  if (textOrNull(line.id) !== null) {
    const type = `message/${textOrEmpty(line.type) || 'untyped'}`;
    if ((timeOrNull(line.timestamp) ?? chat.at) === 0) return seen(type, 'broken');
    const events = readGeminiMessage(line, chat);
    return events ? seen(type, events.length > 0 ? 'read' : 'passed', events) : seen(type, 'unknown');
  }
  if (isRecord(line.$set)) return takeUpdate(line.$set, chat);
  if (line.$rewindTo !== undefined) return seen('$rewindTo', 'passed');
  if (textOrNull(line.sessionId) !== null) return seen('session', 'read', [], meetHead(line, chat));
  return seen('untyped', 'unknown');
}

/**
 * Changes to the whole. A list of messages takes the place of all before it: each of them had its own line already, but
 * for what the client made itself, and only a summary counts of that.
 */
function takeUpdate(set: ForeignRecord, chat: Chat): PieceResult {
  const title = textOrNull(set.summary);
  const session = title === null || chat.agent !== null ? undefined : { id: chat.session, title };
  if (!Array.isArray(set.messages)) return seen('$set', session ? 'read' : 'passed', [], session);
  const workspace = set.messages.map(geminiWorkspace).find((folder) => folder !== null);
  const moved = chat.cwd === null && workspace ? workspace : undefined;
  if (moved) chat.cwd = moved;
  const events = set.messages.flatMap((message) => {
    const summary = summaryOf(message);
    if (!summary || chat.at === 0 || chat.summaries.includes(summary.id)) return [];
    chat.summaries = [...chat.summaries, summary.id].slice(-16);
    const at = timeOrNull(summary.at) ?? chat.at;
    return [geminiStep(chat, `${summary.id}:summary`, at, 'compaction', { text: summary.text })];
  });
  const told = moved && chat.agent === null ? { id: chat.session, cwd: moved } : session;
  return seen('$set/messages', events.length > 0 || told ? 'read' : 'passed', events, told);
}

/** Takes in the line that heads a chat; it stands again wherever the chat was taken up. */
function meetHead(head: ForeignRecord, chat: Chat): SessionFacts | undefined {
  const id = textOrNull(head.sessionId);
  if (id === null) return undefined;
  const beganAt = timeOrNull(head.startTime) ?? undefined;
  const again = chat.met;
  chat.met = true;
  chat.at = Math.max(chat.at, beganAt ?? 0);
  if (head.kind === 'subagent') {
    chat.agent = id;
    chat.session = chat.parent ?? id;
    return { id: chat.session };
  }
  chat.session = id;
  return sessionFacts(id, {
    beganAt: again ? null : beganAt,
    cwd: chat.cwd,
    title: textOrNull(head.summary),
  });
}

/** Finds the project whose things lie in a folder of `tmp`; undefined where nothing says so. */
function geminiProjectFinder(gemini: string): (folder: string) => string | undefined {
  const projects = record(record(parseJson(bytesOf(join(gemini, 'projects.json')))).projects);
  const roots = new Map<string, string>();
  for (const [root, slug] of Object.entries(projects)) {
    // Before there were slugs, a folder was named after the hash of its project's path.
    roots.set(createHash('sha256').update(root).digest('hex'), root);
    if (textOrNull(slug)) roots.set(String(slug), root);
  }
  return (folder) => {
    const written = bytesOf(join(gemini, 'tmp', folder, '.project_root'))
      .toString('utf8')
      .trim();
    return written || roots.get(folder);
  };
}

function bytesOf(path: string): Buffer {
  const file = readForeignFile(path, { maxBytes: 2 ** 24, what: 'a file' });
  return 'bytes' in file ? file.bytes : Buffer.alloc(0);
}
