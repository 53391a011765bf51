import { join } from 'node:path';
import type { Log, LogPiece, OpenLog, PieceResult, Reader } from '@sqrl/base/model/reader.ts';
import { entriesOf } from '../reading/files-below.ts';
import { type ForeignRecord, textOrEmpty, textOrNull } from '../reading/record.ts';
import { PASSED, type RecordResult, resultOf } from '../reading/step.ts';
import { readAssistant } from './assistant.ts';
import { type ClaudeCodeLine, lastRecord, loadLine } from './line.ts';
import { readQueue } from './queue.ts';
import { ClaudeCodeSession } from './session.ts';
import { PASSED_RECORDS, readSystem } from './system.ts';
import { readAttachment, readUser } from './user.ts';

/** Reads what Claude Code writes below `projects`: a log per session and one per subagent, a record per line. */
export const claudeCodeLogs: Reader = {
  client: 'claude-code',
  find: (folders): Log[] =>
    logsBelow(join(folders['claude-code'], 'projects')).map(
      (path): Log => ({ client: 'claude-code', path, form: 'lines' }),
    ),
  open(log, state): OpenLog {
    const memory = new ClaudeCodeSession(log.path, state);
    return { take: (piece) => take(piece, memory), state: () => memory.state() };
  },
};

function take({ bytes, offset }: LogPiece, memory: ClaudeCodeSession): PieceResult | PieceResult[] {
  const isAll = !memory.kept.began;
  const line = loadLine(bytes, isAll);
  if (line !== undefined) return takeLine(line, offset, memory);
  const broken = resultOf({ fate: 'broken' }, 'line', memory.kept.version);
  const rest = lastRecord(bytes);
  const saved = rest && loadLine(rest, isAll);
  return rest && saved ? [broken, takeLine(saved, offset + bytes.length - rest.length, memory)] : broken;
}

function takeLine(line: ClaudeCodeLine, offset: number, memory: ClaudeCodeSession): PieceResult {
  const { kept } = memory;
  if (line.record === undefined) {
    kept.attaches ||= line.type.startsWith('attachment/');
    return resultOf(PASSED, line.type, kept.version);
  }
  memory.meet(line.record, offset);
  const read = readRecord(line.record, memory);
  // Without a time nobody can say where in a session a step belongs.
  if (kept.at === 0 && read.events?.length)
    return resultOf({ type: read.type, fate: 'broken' }, '', kept.version);
  return resultOf({ ...read, session: memory.news }, '', textOrNull(line.record.version) ?? kept.version);
}

// The client owns this format and changes it without notice. A record of a kind nobody taught us costs that record only.
function readRecord(entry: ForeignRecord, memory: ClaudeCodeSession): RecordResult {
  const type = textOrEmpty(entry.type);
  switch (type) {
    case 'user':
      return readUser(entry, memory);
    case 'assistant':
      return readAssistant(entry, memory);
    case 'attachment':
      return readAttachment(entry, memory);
    case 'system':
      return readSystem(entry, memory);
    case 'queue-operation':
      return readQueue(entry, memory);
    case 'custom-title':
    case 'ai-title':
      memory.title(textOrNull(entry.customTitle), textOrNull(entry.aiTitle));
      return { type, fate: 'read' };
    default:
      return { type: type || 'untyped', fate: PASSED_RECORDS.has(type) ? 'passed' : 'unknown' };
  }
}

const MAX_DEPTH = 6;

/** The logs in the folders of projects, in a stable order; those of subagents lie deeper. */
const logsBelow = (folder: string, depth = 0): string[] =>
  depth > MAX_DEPTH
    ? []
    : entriesOf(folder).flatMap(({ name, path, isFolder }) => {
        if (isFolder) return logsBelow(path, depth + 1);
        return isLog(name, depth) ? [path] : [];
      });

const isLog = (name: string, depth: number): boolean =>
  name.endsWith('.jsonl') && (depth === 1 || (depth > 1 && name.startsWith('agent-')));
