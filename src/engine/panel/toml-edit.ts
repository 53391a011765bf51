import { parse } from 'smol-toml';

export type TomlValue = string | number | boolean;

/** What a file says of `section.name`; undefined where it says nothing. */
export function tomlValueAt(text: string, key: string): unknown {
  const [section, name] = key.split('.') as [string, string];
  return (parse(text) as Record<string, Record<string, unknown>>)[section]?.[name];
}

/** The text with one key set, or taken out where the value is null; comments and everything else stay as they are. */
export function setInToml(text: string, key: string, value: TomlValue | null): string {
  const [section, name] = key.split('.') as [string, string];
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const head = lines.findIndex((line) => tableIn(line) === section);
  const dotted = lines.findIndex((line, i) => keyIn(line) === key && tableAbove(lines, i) === '');
  const end = head < 0 ? -1 : endOf(lines, head);
  const within = lines.findIndex((line, i) => i > head && i < end && head >= 0 && keyIn(line) === name);
  const at = within >= 0 ? within : dotted;
  const said = `${at === dotted && within < 0 && dotted >= 0 ? key : name} = ${value === null ? '' : inToml(value)}`;
  if (value === null) return at < 0 ? text : joined(lines.toSpliced(at, 1));
  if (at >= 0) return joined(lines.with(at, `${said}${commentOf(lines[at]!)}`));
  if (head >= 0) return joined(lines.toSpliced(lastOf(lines, head, end) + 1, 0, said));
  const gap = lines.length > 0 && lines.at(-1)!.trim() !== '' ? [''] : [];
  return joined([...lines, ...gap, `[${section}]`, said]);
}

const joined = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

const tableIn = (line: string): string | undefined => /^\s*\[\s*([^[\]]+?)\s*\]\s*(?:#.*)?$/.exec(line)?.[1];

const keyIn = (line: string): string | undefined =>
  /^\s*([\w.\s-]+?)\s*=/.exec(line)?.[1]?.replaceAll(/\s*\.\s*/g, '.');

function tableAbove(lines: readonly string[], at: number): string {
  for (let i = at; i >= 0; i--) if (/^\s*\[/.test(lines[i]!)) return tableIn(lines[i]!) ?? '?';
  return '';
}

function endOf(lines: readonly string[], head: number): number {
  const next = lines.findIndex((line, i) => i > head && /^\s*\[/.test(line));
  return next < 0 ? lines.length : next;
}

/** The last line of a table that says something: what is added goes behind it, before blank lines. */
function lastOf(lines: readonly string[], head: number, end: number): number {
  for (let i = end - 1; i > head; i--) if (lines[i]!.trim() !== '') return i;
  return head;
}

/** A comment behind a value, where the value is a plain one. */
const commentOf = (line: string): string =>
  /^[^#"']*?=\s*(?:"[^"\\]*"|'[^']*'|[^#"']*?)(\s*#.*)$/.exec(line)?.[1] ?? '';

// A string of JSON is one of TOML, but for what JSON leaves as it is and TOML does not allow.
const inToml = (value: TomlValue): string =>
  typeof value === 'string' ? JSON.stringify(value).replaceAll('\u007f', '\\u007f') : String(value);
