import { isDeepStrictEqual } from 'node:util';
import { CannotEdit, eolOf } from '@sqrl/base/cannot-edit.ts';
import { inlineText, isAbove, keyText, lineOfKey, tomlData, valueAt } from '@sqrl/base/toml/data.ts';
import { cutStatement, gapBehind } from '@sqrl/base/toml/lines.ts';
import { scanToml } from '@sqrl/base/toml/scan.ts';
import type { SettingsEntry } from './client.ts';

/** Puts tables into a TOML text, behind everything else. What is ours already is replaced. */
export function putIntoToml(text: string, entries: readonly SettingsEntry[]): string {
  const data = tomlData(text);
  if (entries.every((entry) => isDeepStrictEqual(valueAt(data, entry.at), merged(data, entry)))) return text;
  const tables = entries.map((entry) => ({ at: entry.at, value: merged(data, entry) as object }));
  const base = cutFromToml(text, entries);
  const there = tomlData(base);
  const taken = entries.find(({ at }) => valueAt(there, at) !== undefined);
  if (taken) throw refused(base, taken.at, 'already exists and was not added by Squirrel');
  const eol = eolOf(base);
  const edited = base + gapBehind(base, eol) + tables.map((table) => tableText(table, eol)).join(eol);
  // TOML has several ways to write a table, and some cannot be added to: the text must say what was meant.
  const after = tried(edited);
  const lost = entries.find(({ at }) => valueAt(after, at) === undefined);
  if (lost) throw refused(base, lost.at.slice(0, -1), 'has a form that cannot be extended');
  return edited;
}

export function cutFromToml(text: string, entries: readonly SettingsEntry[]): string {
  const data = tomlData(text);
  const ours = entries.filter(({ at, ours }) => {
    const value = valueAt(data, at);
    return value !== undefined && ours(value);
  });
  return cutTables(
    text,
    ours.map(({ at }) => at),
  );
}

export function cutTables(text: string, tables: readonly (readonly string[])[]): string {
  const there = tables.filter((at) => valueAt(tomlData(text), at) !== undefined);
  const rest = there.reduce((left, at) => cutTable(left, at), text);
  return rest === text ? text : rest.replace(/(\r?\n)(?:[ \t]*\r?\n)+$/, '$1');
}

/** Cuts the statements of a table and of what lies below it; comments between them stay. */
function cutTable(text: string, at: readonly string[]): string {
  const mine = scanToml(text).filter(({ path }) => isDeepStrictEqual(path, at) || isAbove(at, path));
  if (mine.length === 0) throw refused(text, at, 'is an inline table with other keys; remove it by hand');
  return mine.reduceRight(cutStatement, text);
}

export function tableText({ at, value }: { at: readonly string[]; value: object }, eol: string): string {
  const lines = Object.entries(value).map(([key, one]) => `${keyText([key])} = ${inlineText(one)}`);
  return [`[${keyText(at)}]`, ...lines, ''].join(eol);
}

/** Ours, with what a person wrote into it, such as a time limit. */
function merged(data: unknown, { at, value, ours }: SettingsEntry): unknown {
  const there = valueAt(data, at);
  const isOurs = typeof there === 'object' && there !== null && ours(there);
  return isOurs ? { ...there, ...(value as object) } : value;
}

function tried(text: string): unknown {
  try {
    return tomlData(text);
  } catch {
    return undefined;
  }
}

const refused = (text: string, at: readonly string[], what: string) =>
  new CannotEdit({ line: lineOfKey(text, at), because: `${at.join('.')} ${what}` });
