import { canonical, isSharedState, joinStates, type SharedState } from './registers.ts';

/** The file in a repository through which memories are shared, from the project's root. */
export const SHARED_FILE = '.ctx/memories.jsonl';

/** Larger files are not read: at some three hundred bytes a line, this is more than ten thousand memories. */
export const MAX_SHARED_BYTES = 2 ** 22;

/** A line of the file: a memory's id with its state. */
export interface SharedLine {
  id: string;
  /** `memory`; other kinds are kept as they are. */
  kind: string;
  state: SharedState;
}

/** What a file says, by line; `wrong` counts lines that are not one of ours, the first of them is named. */
export interface SharedLines {
  lines: Map<string, SharedLine>;
  wrong: { count: number; first: number } | undefined;
  /** Git left markers of a conflict in it. */
  hasMarkers: boolean;
}

/** Reads the file; the same id twice is joined, and of a conflict both sides are read. */
export function readLines(text: string): SharedLines {
  const reading = beginReading();
  for (const raw of text.split('\n')) reading.add(raw);
  return reading.end();
}

/** The same line by line, for a caller that must not be kept from other work. */
export function beginReading(): { add(raw: string): void; end(): SharedLines } {
  const lines = new Map<string, SharedLine>();
  let wrong: SharedLines['wrong'];
  let hasMarkers = false;
  let number = 0;
  return {
    add(raw) {
      number++;
      const line = raw.trim();
      if (line === '') return;
      if (MARKER.test(line)) {
        hasMarkers = true;
        return;
      }
      const read = readLine(line);
      if (!read) wrong = { count: (wrong?.count ?? 0) + 1, first: wrong?.first ?? number };
      else addLine(lines, read);
    },
    end: () => ({ lines, wrong, hasMarkers }),
  };
}

/** Adds a line to those of a file, joined with the one that has its id. */
export function addLine(lines: Map<string, SharedLine>, line: SharedLine): void {
  const key = keyOf(line);
  const state = joinStates(lines.get(key)?.state ?? line.state, line.state);
  lines.set(key, { ...line, state });
}

export const keyOf = ({ kind, id }: Pick<SharedLine, 'kind' | 'id'>): string => `${id} ${kind}`;

/** Writes lines as the file has them: sorted by id, each in one form only. */
export const writeLines = (lines: ReadonlyMap<string, SharedLine>): string =>
  [...lines.keys()]
    .sort()
    .map((key) => `${printLine(lines.get(key)!)}\n`)
    .join('');

/**
 * Merges two versions of the file. A line that one side deleted by hand stays deleted, unless the other side changed it.
 * Undefined where a side has lines that are not ours: a person has to look.
 */
export function mergeShared(base: string, ours: string, theirs: string): string | undefined {
  const [old, one, other] = [base, ours, theirs].map(readLines) as [SharedLines, SharedLines, SharedLines];
  if (one.wrong || other.wrong || one.hasMarkers || other.hasMarkers) return undefined;
  const merged = new Map<string, SharedLine>();
  for (const [mine, yours] of [
    [one.lines, other.lines],
    [other.lines, one.lines],
  ] as const)
    for (const [key, line] of mine) {
      const was = old.lines.get(key);
      const isDeleted = !yours.has(key) && was && canonical(was.state) === canonical(line.state);
      if (!isDeleted) addLine(merged, line);
    }
  return writeLines(merged);
}

/** `<<<<<<< HEAD`, `||||||| base`, `=======`, `>>>>>>> branch`. */
const MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/;

/** Deeper than any register; a text of brackets alone would exhaust the stack. */
export const MAX_DEPTH = 16;
const MAX_LINE = 400_000;

function readLine(line: string): SharedLine | undefined {
  if (line.length > MAX_LINE || isDeep(line, MAX_DEPTH)) return undefined;
  let said: unknown;
  try {
    said = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return undefined;
  const { id, kind = 'memory', ...rest } = said as Record<string, unknown>;
  return lineOf(id, kind, rest);
}

/** A line of its parts, whoever sent them; undefined where one of them is not ours. */
export function lineOf(id: unknown, kind: unknown, state: unknown): SharedLine | undefined {
  if (typeof id !== 'string' || !ID.test(id) || typeof kind !== 'string' || !KIND.test(kind))
    return undefined;
  return isSharedState(state) ? { id, kind, state } : undefined;
}

/** As `sqrl list` shows them. */
const ID = /^[0-9a-z]{4,32}$/;
const KIND = /^[a-z_]{1,32}$/;

/** Whether a JSON text nests deeper than it may; reading it would exhaust the stack. */
export function isDeep(line: string, maxDepth: number): boolean {
  let depth = 0;
  let isText = false;
  for (let i = 0; i < line.length; i++) {
    const sign = line.charCodeAt(i);
    if (isText) {
      if (sign === BACKSLASH) i++;
      else if (sign === QUOTE) isText = false;
    } else if (sign === QUOTE) isText = true;
    else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      if (++depth > maxDepth) return true;
    } else if (sign === OPEN_LIST + 2 || sign === OPEN_OBJECT + 2) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;

/** Id and text stand first, for the person who reviews the line. */
function printLine({ id, kind, state }: SharedLine): string {
  const { text, ...rest } = state;
  const parts = [
    `"id":${JSON.stringify(id)}`,
    ...(kind === 'memory' ? [] : [`"kind":${JSON.stringify(kind)}`]),
    ...(text ? [`"text":${canonical(text)}`] : []),
    ...Object.keys(rest)
      .sort()
      .map((field) => `${JSON.stringify(field)}:${canonical(rest[field])}`),
  ];
  return `{${parts.join(',')}}`;
}
