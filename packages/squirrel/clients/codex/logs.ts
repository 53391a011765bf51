import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import type { Log, LogPiece, OpenLog, PieceResult, Reader } from '@sqrl/base/model/reader.ts';
import { filesBelow } from '../reading/files-below.ts';
import { asBuffer, isWholeRecord, parseJson, recordHead } from '../reading/json.ts';
import { plainPath } from '../reading/paths.ts';
import { openPending } from '../reading/pending.ts';
import {
  type ForeignRecord,
  isRecord,
  record,
  setOf,
  textOrEmpty,
  textOrNull,
  timeOrNull,
} from '../reading/record.ts';
import { PASSED, type RecordResult, resultOf } from '../reading/step.ts';
import { readEvent } from './events.ts';
import { readResponse } from './responses.ts';
import { codexStep, type Rollout } from './steps.ts';
import type { CodexThread } from './thread.ts';
import { isInherited, meetHead, moveTo, openThread } from './thread.ts';

/**
 * Reads Codex's rollouts, below `sessions` and `archived_sessions`: a record per line. A rollout that Codex packed is a
 * document; its keys are those of the same rollout before.
 */
export const codexLogs: Reader = {
  client: 'codex',
  find: ({ codex }): Log[] => {
    const all = ['sessions', 'archived_sessions'].flatMap((folder) => filesBelow(join(codex, folder), 4));
    const plain = all.filter((path) => ROLLOUT.test(path));
    const known = new Set(plain);
    const packed = all.filter((path) => PACKED.test(path) && !known.has(path.slice(0, -'.zst'.length)));
    return [
      ...plain.map((path): Log => ({ client: 'codex', path, form: 'lines' })),
      ...packed.map((path): Log => ({ client: 'codex', path, form: 'document' })),
    ];
  },
  open(log, state): OpenLog {
    let rollout = openRollout(log.path, state);
    return {
      take(piece) {
        if (!isPacked(piece.bytes)) return takeLine(piece, rollout);
        const lines = unpackLines(piece.bytes);
        if (!lines) return resultOf({ fate: 'broken' }, 'packed rollout', null);
        // Packed it is read whole each time, from its beginning.
        rollout = openRollout(log.path, undefined);
        return lines.map((line) => takeLine(line, rollout));
      },
      state: () => structuredClone({ thread: rollout.thread, pending: rollout.pending.state() }),
    };
  },
};

const ROLLOUT = /[/\\]rollout-[^/\\]+\.jsonl$/;
const PACKED = /[/\\]rollout-[^/\\]+\.jsonl\.zst$/;

function openRollout(path: string, state: unknown): Rollout {
  const kept = record(state);
  return { thread: openThread(path, kept.thread), pending: openPending(kept.pending) };
}

function takeLine(piece: LogPiece, rollout: Rollout): PieceResult {
  const { thread } = rollout;
  const told = (result: RecordResult, type: string) => resultOf(result, type, thread.version);
  const passed = skimmed(piece.bytes, thread);
  if (passed) return told(PASSED, passed);
  const line = parseJson(piece.bytes);
  if (!isRecord(line)) return told({ fate: 'broken' }, 'line');
  const type = typeOf(line);
  const at = timeOrNull(line.timestamp) ?? thread.at;
  if (line.type === 'session_meta') {
    const session = meetHead(thread, record(line.payload), at);
    moveTo(thread, at);
    return told(session ? { session } : PASSED, type);
  }
  if (at === 0) return told({ fate: 'broken' }, type);
  const inherited = isInherited(thread, line, at);
  moveTo(thread, at);
  return told(inherited ? PASSED : readLine(line, rollout), type);
}

// Codex owns this format and changes it with every week's version: what is not known here costs that record only.
function readLine(line: ForeignRecord, rollout: Rollout): RecordResult {
  const payload = record(line.payload);
  switch (line.type) {
    case 'event_msg':
      return readEvent(payload, rollout);
    case 'response_item':
      return readResponse(payload, rollout);
    case 'turn_context':
      return readTurn(payload, rollout);
    case 'token_usage_record':
      rollout.thread.perResponse = true;
      return readEvent({ type: 'token_count', usage: payload.usage }, rollout);
    case 'compacted':
      return {
        events: [codexStep(rollout, 'compaction', textOrEmpty(payload.message).replace(HANDOVER, ''))],
      };
    default:
      return { fate: PASSED_TYPES.has(textOrEmpty(line.type)) ? 'passed' : 'unknown' };
  }
}

// Stands before every summary, and is for the model.
const HANDOVER = /^Another language model started to solve this problem[^\n]*?own analysis:\s*/;

const PASSED_TYPES = setOf(`
  world_state security_risk_score inter_agent_communication inter_agent_communication_metadata`);

function readTurn(turn: ForeignRecord, { thread }: Rollout): RecordResult {
  const cwd = textOrNull(turn.cwd) === null ? null : plainPath(textOrEmpty(turn.cwd));
  const model = textOrNull(turn.model);
  const news = (cwd !== null && cwd !== thread.cwd) || (model !== null && model !== thread.model);
  thread.cwd = cwd ?? thread.cwd;
  thread.model = model ?? thread.model;
  if (!news || thread.agent !== null) return { fate: 'read' };
  return { session: { id: thread.session, ...(cwd && { cwd }), ...(model && { model }) } };
}

const typeOf = (line: ForeignRecord): string => {
  const kind = textOrNull(record(line.payload).type);
  const type = textOrEmpty(line.type) || 'untyped';
  return kind !== null && (type === 'event_msg' || type === 'response_item') ? `${type}/${kind}` : type;
};

/**
 * The type of a line that can be passed over unread, from its first bytes: half of a rollout says again, for the model,
 * what its events say. Undefined where the line must be read, or may be damaged.
 */
function skimmed(bytes: Uint8Array, thread: CodexThread): string | undefined {
  // While a fork's copy goes by, each line's time tells whether it still does.
  if (thread.copying || !isWholeRecord(bytes)) return undefined;
  const [, type, kind, call] = HEAD.exec(recordHead(bytes)) ?? [];
  if (type === 'world_state') return type;
  if (type === 'event_msg') {
    return kind === 'token_count' && thread.perResponse ? `${type}/${kind}` : undefined;
  }
  if (type !== 'response_item') return undefined;
  if (kind === 'message' || kind === 'reasoning') return `${type}/${kind}`;
  const answered = call !== undefined && kind!.endsWith('call_output') && thread.answered.includes(call);
  return answered ? `${type}/${kind}` : undefined;
}

const HEAD =
  /^\{"timestamp":"[^"\\]+",(?:"ordinal":\d+,)?"type":"(\w+)","payload":\{(?:"type":"(\w+)"(?:,"id":"[^"\\]*")?(?:,"call_id":"([^"\\]*)")?)?/;

// Codex packs rollouts that lay idle for a week. Text packs about tenfold, so this is a rollout of some 25 MB on disk.
const MAX_BYTES = 256 * 2 ** 20;
const MAGIC = 0xfd2fb528;

const isPacked = (bytes: Uint8Array): boolean =>
  bytes.byteLength > 4 && asBuffer(bytes).readUInt32LE(0) === MAGIC;

/** Unpacks a rollout into lines with their places in the unpacked text; undefined where it is damaged or too big. */
function unpackLines(bytes: Uint8Array): { bytes: Uint8Array; offset: number }[] | undefined {
  try {
    return linesOf(zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES }));
  } catch {
    return undefined;
  }
}

function linesOf(whole: Buffer): { bytes: Uint8Array; offset: number }[] {
  const lines: { bytes: Uint8Array; offset: number }[] = [];
  for (let start = 0; start < whole.length; ) {
    const newline = whole.indexOf(10, start);
    const end = newline < 0 ? whole.length : newline;
    if (end > start) lines.push({ bytes: whole.subarray(start, end), offset: start });
    start = end + 1;
  }
  return lines;
}
