import { isDeepStrictEqual } from 'node:util';
import { parse, stringify, TomlError } from 'smol-toml';
import { CannotEdit, lineNumberAt } from '../cannot-edit.ts';
import { scanToml } from './scan.ts';

/** What a TOML text says; a broken one is refused with its line. */
export function tomlData(text: string): Record<string, unknown> {
  try {
    return plain(parse(text.replace(/^\uFEFF/, ''))) as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new CannotEdit({
      line: error.line,
      because: `it is not valid TOML (${error.message.split('\n')[0]!.replace(/^Invalid TOML document: /, '')})`,
    });
  }
}

export function valueAt(data: unknown, at: readonly string[]): unknown {
  return at.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    data,
  );
}

/** The line where a key or a table is set, else the nearest one above it, else the first below it. */
export function lineOfKey(text: string, at: readonly string[]): number {
  const statements = scanToml(text);
  const above = statements.filter(({ path }) => isAbove(path, at));
  const found =
    statements.find(({ path }) => isDeepStrictEqual(path, at)) ??
    above.sort((a, b) => b.path.length - a.path.length)[0] ??
    statements.find(({ path }) => isAbove(at, path));
  return found ? lineNumberAt(text, found.from) : 1;
}

export const isAbove = (above: readonly string[], path: readonly string[]): boolean =>
  above.length < path.length && isDeepStrictEqual(above, path.slice(0, above.length));

/** Names as TOML writes them, with dots between. */
export const keyText = (path: readonly string[]): string =>
  path.map((name) => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name))).join('.');

/** A value in one line, whatever it is: a table below ours would be another statement. */
export function inlineText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inlineText).join(', ')}]`;
  if (typeof value !== 'object' || value === null || value instanceof Date)
    return stringify({ v: value }).trim().slice('v = '.length);
  const members = Object.entries(value).map(([key, one]) => `${keyText([key])} = ${inlineText(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** The parser's objects have no prototype, and are like no others. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}
