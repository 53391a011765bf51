/** A JSON object that somebody else wrote: any key may be missing, or hold anything. */
export type ForeignRecord = Readonly<Record<string, unknown>>;

const NOTHING: ForeignRecord = Object.freeze({});
const NONE: readonly unknown[] = Object.freeze([]);

export const record = (value: unknown): ForeignRecord => (isRecord(value) ? value : NOTHING);

export const isRecord = (value: unknown): value is ForeignRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : NONE);

export const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads a value as text that says something, or null. */
export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Names that stand in a text, with spaces between them. */
export const setOf = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));

/** The first of some keys under which there is text that says something, or null. */
export function firstText(from: ForeignRecord, ...keys: readonly string[]): string | null {
  for (const key of keys) if (textOrNull(from[key]) !== null) return from[key] as string;
  return null;
}

export const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Reads a value as a whole number of zero or more, which is what counts and lines are, or null. */
export const countOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** Follows keys into a value; undefined where the way ends. */
export function into(value: unknown, ...keys: readonly string[]): unknown {
  let here = value;
  for (const key of keys) {
    if (!isRecord(here) || !Object.hasOwn(here, key)) return undefined;
    here = here[key];
  }
  return here;
}

const EARLIEST = Date.UTC(2015, 0);
const LATEST = Date.UTC(2100, 0);

/** Reads an ISO time, or a count of milliseconds or seconds, as milliseconds since 1970; null where it is no sane time. */
export function timeOrNull(value: unknown): number | null {
  const ms = typeof value === 'string' ? number(Date.parse(value)) : number(value);
  if (ms === null) return null;
  const at = typeof value === 'number' && ms < EARLIEST ? ms * 1000 : ms;
  return at >= EARLIEST && at < LATEST ? Math.trunc(at) : null;
}

/** A number of lines from a first one on, as first and last line; null where either is missing or nonsense. */
export function lineRange(from: unknown, lines: unknown): [from: number, to: number] | null {
  const first = countOrNull(from);
  const many = countOrNull(lines);
  return first === null || first === 0 || many === null ? null : [first, first + Math.max(many, 1) - 1];
}
