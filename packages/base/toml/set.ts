import { isDeepStrictEqual } from 'node:util';
import { CannotEdit, eolOf, lineNumberAt } from '../cannot-edit.ts';
import { inlineText, isAbove, keyText, tomlData } from './data.ts';
import { cutStatement, gapBehind } from './lines.ts';
import { endOfLine, scanToml, type TomlStatement } from './scan.ts';

export function setInToml(text: string, at: readonly string[], value: unknown): string {
  tomlData(text);
  const statements = scanToml(text);
  const written = inlineText(value);
  const there = keyOf(statements, at);
  if (there) return text.slice(0, there.value) + written + text.slice(there.to);
  const inline = statements.find(({ kind, path }) => kind === 'key' && isAbove(path, at));
  if (inline) throw inOneLine(text, inline);
  const { place, added } = newKey(text, statements, { at, written });
  return text.slice(0, place) + added + text.slice(place);
}

/** Takes one key out of a TOML text with its line, and its table's head where nothing is left below it. */
export function unsetInToml(text: string, at: readonly string[]): string {
  tomlData(text);
  const statements = scanToml(text);
  const inline = statements.find(({ kind, path }) => kind === 'key' && isAbove(path, at));
  if (inline) throw inOneLine(text, inline);
  const there = keyOf(statements, at);
  return there ? withoutEmptyHead(cutStatement(text, there), at.slice(0, -1)) : text;
}

function withoutEmptyHead(text: string, table: readonly string[]): string {
  const statements = scanToml(text);
  const head = headOf(statements, table);
  if (!head) return text;
  const next = statements[statements.indexOf(head) + 1];
  // A comment below it still needs the head.
  if (next?.kind === 'key' || text.slice(head.to, next?.from).includes('#')) return text;
  const rest = cutStatement(text, head);
  return rest.trim() === '' ? '' : rest.replace(/(\r?\n)(?:[ \t]*\r?\n)+$/, '$1');
}

/** Behind the last key of its table, or in a new table behind everything. */
function newKey(
  text: string,
  statements: readonly TomlStatement[],
  { at, written }: { at: readonly string[]; written: string },
): { place: number; added: string } {
  const eol = eolOf(text);
  const table = at.slice(0, -1);
  const line = `${keyText(at.slice(-1))} = ${written}`;
  const head = headOf(statements, table);
  if (!head) {
    const added = `${gapBehind(text, eol)}[${keyText(table)}]${eol}${line}${eol}`;
    return { place: text.length, added };
  }
  const behind = statements.slice(statements.indexOf(head) + 1);
  const end = behind.findIndex(({ kind }) => kind === 'table');
  const last = behind.slice(0, end < 0 ? undefined : end).at(-1) ?? head;
  return { place: endOfLine(text, last.to), added: eol + line };
}

const keyOf = (statements: readonly TomlStatement[], at: readonly string[]) =>
  statements.find(({ kind, path }) => kind === 'key' && isDeepStrictEqual(path, at));

const headOf = (statements: readonly TomlStatement[], table: readonly string[]) =>
  statements.find(({ kind, path }) => kind === 'table' && isDeepStrictEqual(path, table));

const inOneLine = (text: string, { path, from }: TomlStatement) =>
  new CannotEdit({
    line: lineNumberAt(text, from),
    because: `${path.join('.')} is an inline table; rewrite it as [${keyText(path)}] first`,
  });
