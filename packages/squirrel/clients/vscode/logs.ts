import { basename, dirname, join } from 'node:path';
import { readForeignFile } from '@sqrl/base/foreign-file.ts';
import type { Log, PieceResult, Reader } from '@sqrl/base/model/reader.ts';
import { filesBelow } from '../reading/files-below.ts';
import { parseJson } from '../reading/json.ts';
import { pathOfUri } from '../reading/paths.ts';
import { listOrEmpty, record, textOrNull, timeOrNull } from '../reading/record.ts';
import { sessionFacts } from '../reading/step.ts';
import { readChatFile } from './chat-file.ts';
import { requestSteps } from './request.ts';

/**
 * Reads the chats that VS Code keeps of Copilot Chat and other participants, below its `User` folder: one file each, a document or, since
 * 1.109, a journal of changes. Either is read whole when it changed, since the journal is rewritten now and then.
 */
export const vscodeLogs: Reader = {
  client: 'vscode',
  find: ({ vscode = [] }) =>
    vscode.flatMap((user) => [
      ...filesBelow(join(user, 'workspaceStorage'), 2)
        .filter(isChat)
        .map((path) => logAt(path, folderOf(path))),
      ...filesBelow(join(user, 'globalStorage', 'emptyWindowChatSessions'), 0)
        .filter((path) => /\.jsonl?$/.test(path))
        .map((path) => logAt(path, null)),
    ]),
  open: (log) => ({ take: ({ bytes }) => takeChat(bytes, log), state: () => null }),
};

const isChat = (path: string): boolean => /[\\/]chatSessions[\\/][^\\/]+\.jsonl?$/.test(path);

const logAt = (path: string, cwd: string | null): Log => ({
  client: 'vscode',
  path,
  form: 'document',
  ...(cwd !== null && { cwd }),
});

/** The folder that a window had open; a workspace of several folders is where its file lies. */
function folderOf(path: string): string | null {
  const file = readForeignFile(join(dirname(dirname(path)), 'workspace.json'), {
    maxBytes: 2 ** 16,
    what: 'a file',
  });
  const { folder, workspace } = record('bytes' in file ? parseJson(file.bytes) : undefined);
  const several = pathOfUri(workspace);
  return pathOfUri(folder) ?? (several === null ? null : dirname(several));
}

function takeChat(bytes: Uint8Array, log: Log): PieceResult[] {
  const read = readChatFile(bytes);
  if (!read) return [{ events: [], type: 'chat', version: null, fate: 'broken' }];
  const { chat, broken } = read;
  const requests = listOrEmpty(chat.requests).map(record);
  const session = textOrNull(chat.sessionId) ?? basename(log.path).replace(/\.jsonl?$/, '');
  const beganAt = timeOrNull(chat.creationDate) ?? timeOrNull(requests[0]?.timestamp) ?? 0;
  const version = typeof chat.version === 'number' ? String(chat.version) : null;
  const title = textOrNull(chat.customTitle) ?? textOrNull(chat.computedTitle);
  const cwd = log.cwd ?? pathOfUri(chat.workingDirectory) ?? undefined;
  const facts = sessionFacts(session, { beganAt: beganAt > 0 ? beganAt : null, cwd, title });
  return [
    { events: [], type: 'chat', version, fate: 'read', session: facts },
    ...requests.map((request, i): PieceResult => {
      const events = requestSteps(request, { session, beganAt }, i === requests.length - 1);
      // Without a time nobody can say where in a session a step belongs.
      const isTimeless = events.some(({ at }) => at < 10);
      return {
        events: isTimeless ? [] : events,
        type: 'request',
        version,
        fate: isTimeless ? 'broken' : 'read',
      };
    }),
    ...Array.from(
      { length: broken },
      (): PieceResult => ({ events: [], type: 'line', version, fate: 'broken' }),
    ),
  ];
}
