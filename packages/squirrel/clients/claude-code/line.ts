import { asBuffer, parseJson } from '../reading/json.ts';
import { type ForeignRecord, isRecord } from '../reading/record.ts';
import { PASSED_ATTACHMENTS, PASSED_RECORDS } from './system.ts';

/** A line of a log: its record, or only its type where nothing in it is of use. */
export interface ClaudeCodeLine {
  type: string;
  record?: ForeignRecord;
}

/**
 * Loads a line; undefined where it holds no record. Much of a log is of no use (what the vendor told its model, progress
 * ticks, copies of whole files), so that is decided on the bytes, before the costly parsing, unless `all` is wanted.
 */
export function loadLine(bytes: Uint8Array, all: boolean): ClaudeCodeLine | undefined {
  const line = asBuffer(bytes);
  const passed = all ? undefined : passedType(line);
  if (passed !== undefined && endsWhole(line)) return { type: passed };
  const found = parseJson(line);
  return isRecord(found) ? { type: '', record: found } : undefined;
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

function passedType(line: Buffer): string | undefined {
  const [, type = '', attachment = ''] = TYPE.exec(line.toString('latin1', 0, HEAD_BYTES)) ?? [];
  if (PASSED_RECORDS.has(type)) return type;
  return PASSED_ATTACHMENTS.has(attachment) ? `attachment/${attachment}` : undefined;
}

/** A line that a crash or a full disk broke off is not passed over in silence. */
function endsWhole(line: Buffer): boolean {
  let end = line.length - 1;
  while (end > 0 && (line[end] === 0x0d || line[end] === 0x0a || line[end] === 0x20)) end--;
  return line[end] === 0x7d;
}
