import { asBuffer, decodeRecord, parseJson, parseText } from '../reading/json.ts';
import { type ForeignRecord, isRecord } from '../reading/record.ts';
import { PASSED, PASSED_ATTACHMENTS } from './system.ts';

/** A line of a log: its record, or only its type where nothing in it is of use. */
export interface ClaudeCodeLine {
  type: string;
  record?: ForeignRecord;
  /** What the tool gave back in the client's own form, still as bytes. */
  result?: Buffer;
}

/**
 * Loads a line; undefined where it holds no record. Much of a log is of no use (what the vendor told its model, progress
 * ticks, copies of whole files), so that is decided on the bytes, before the costly parsing, unless `all` is wanted.
 */
export function loadLine(bytes: Uint8Array, all: boolean): ClaudeCodeLine | undefined {
  const line = asBuffer(bytes);
  const sniffed = sniff(line);
  if (!all && sniffed?.passed && endsWhole(line)) return { type: sniffed.type };
  const divided = sniffed?.type === 'user' ? divide(line) : undefined;
  const found = divided?.record ?? parseJson(sniffed?.type === 'user' ? withoutData(line) : line);
  if (!isRecord(found)) return undefined;
  return divided ? { type: '', record: found, result: divided.result } : { type: '', record: found };
}

/** The record at the end of a line that a crash left half-written, to which the next record was then appended. */
export function lastRecord(bytes: Uint8Array): Uint8Array | undefined {
  const start = asBuffer(bytes).lastIndexOf(BEGIN);
  return start > 0 ? bytes.subarray(start) : undefined;
}

const BEGIN = Buffer.from('{"parentUuid":');
const HEAD_BYTES = 400;
const SCALAR = '(?:null|true|false|-?\\d+|"[^"\\\\]*(?:\\\\.[^"\\\\]*)*")';
// From the very first key on, and over plain values only, so that no text inside a record can pass for its type.
const TYPE = new RegExp(
  `^\\{(?:"(?!type"|attachment"|message")\\w+":${SCALAR},)*(?:"type":"([\\w-]+)"|"attachment":\\{"type":"([\\w-]+)"|"message":)`,
);

function sniff(line: Buffer): { type: string; passed: boolean } | undefined {
  const [, type, attachment] = TYPE.exec(line.toString('latin1', 0, HEAD_BYTES)) ?? [];
  if (type !== undefined) return { type, passed: PASSED.has(type) };
  if (attachment === undefined) return undefined;
  return { type: `attachment/${attachment}`, passed: PASSED_ATTACHMENTS.has(attachment) };
}

/** A line that a crash or a full disk broke off is not passed over in silence. */
function endsWhole(line: Buffer): boolean {
  let end = line.length - 1;
  while (end > 0 && (line[end] === 0x0d || line[end] === 0x0a || line[end] === 0x20)) end--;
  return line[end] === 0x7d;
}

const DATA = Buffer.from('"data":"');
const LONG_DATA = 4096;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A line without the images and documents in it, which are only mentioned: of a line that has one they are nearly all. */
function withoutData(line: Buffer): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = line.length > LONG_DATA ? line.indexOf(DATA) : -1; at >= 0; at = line.indexOf(DATA, at)) {
    at += DATA.length;
    const end = line.indexOf(QUOTE, at);
    if (end - at < LONG_DATA || line[end - 1] === BACKSLASH) continue;
    kept.push(line.subarray(from, at));
    from = end;
  }
  return from === 0 ? line : Buffer.concat([...kept, line.subarray(from)]);
}

const RESULT = Buffer.from(',"toolUseResult":');
const AFTER = Buffer.from(',"sourceToolAssistantUUID":');

/**
 * Parses a tool's result without its `toolUseResult`, which is most of the bytes and mostly says the same again. An
 * unescaped quote after a comma cannot stand inside a string, and halves that were not cut at the top level do not
 * parse; whatever does not parse is left to be read whole.
 */
function divide(line: Buffer): { record: ForeignRecord | undefined; result: Buffer } | undefined {
  const from = line.indexOf(RESULT);
  if (from < 0) return undefined;
  const to = line.lastIndexOf(AFTER);
  if (to < from) return { record: undefined, result: line.subarray(from) };
  const result = line.subarray(from, to);
  try {
    const before = parseText(closed(line, from));
    const rest = line.toString('utf8', to);
    const after = NOTHING_ELSE.test(rest) ? {} : JSON.parse(`{${rest.slice(1)}`);
    return { record: isRecord(before) && isRecord(after) ? Object.assign(before, after) : undefined, result };
  } catch {
    return { record: undefined, result };
  }
}

/** What mostly follows a result, and is of no use. */
const NOTHING_ELSE = /^,"sourceToolAssistantUUID":"[0-9a-f-]*"\}$/;
const BRACE = 0x7d;

/** A line up to a comma, with a brace in its place: put behind the text, it would have all of that copied. */
function closed(line: Buffer, comma: number): string {
  const was = line[comma]!;
  line[comma] = BRACE;
  try {
    return decodeRecord(line, comma + 1);
  } finally {
    line[comma] = was;
  }
}
