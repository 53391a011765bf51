import { decodeRecord, parseText } from '../reading/json.ts';
import { type ForeignRecord, isRecord, listOrEmpty, record } from '../reading/record.ts';

export interface ChatFile {
  chat: ForeignRecord;
  /** Lines that could not be read, or that change something that is not there. */
  broken: number;
}

/**
 * A chat as it stands at the end of its file: one document, or a journal whose first line is the whole chat and whose
 * others set, append or delete at a path of keys. Undefined where there is no chat in it.
 */
export function readChatFile(bytes: Uint8Array): ChatFile | undefined {
  const text = decodeRecord(bytes);
  const whole = parseText(text);
  if (isRecord(whole) && !('kind' in whole)) return { chat: whole, broken: 0 };
  let chat: ForeignRecord | undefined;
  let broken = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const entry = record(parseText(line));
    if (entry.kind === WHOLE && isRecord(entry.v)) chat = entry.v;
    else if (!chat || !changed(chat, entry)) broken++;
  }
  return chat && { chat, broken };
}

const [WHOLE, SET, APPEND, DELETE] = [0, 1, 2, 3];
/** No chat has more; a path could otherwise make a list of any length. */
const MAX_INDEX = 1_000_000;

function changed(chat: ForeignRecord, { kind, k, v, i }: ForeignRecord): boolean {
  const path = listOrEmpty(k);
  const last = path.at(-1);
  const holder = path.slice(0, -1).reduce<unknown>(at, chat);
  if (!isPlace(holder, last)) return false;
  const place = holder as Record<string | number, unknown>;
  if (kind === SET) place[last] = v;
  else if (kind === DELETE) place[last] = undefined;
  else if (kind === APPEND) {
    const before = at(place, last);
    const list: unknown[] = Array.isArray(before) ? before : [];
    if (typeof i === 'number' && i >= 0) list.length = Math.min(list.length, Math.trunc(i));
    for (const one of listOrEmpty(v)) list.push(one);
    place[last] = list;
  } else return false;
  return true;
}

function at(value: unknown, key: unknown): unknown {
  return isPlace(value, key) ? (value as Record<string | number, unknown>)[key] : undefined;
}

/** Whether a key is one of a list's or of an object's own kind; those that every object has are nobody's. */
const isPlace = (value: unknown, key: unknown): key is string | number =>
  Array.isArray(value)
    ? typeof key === 'number' && Number.isInteger(key) && key >= 0 && key <= Math.min(value.length, MAX_INDEX)
    : isRecord(value) && typeof key === 'string' && !(key in Object.prototype);
