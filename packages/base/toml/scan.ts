/** A statement of a TOML text: a table's head, or a key with its value. Offsets are those of the text. */
export interface TomlStatement {
  kind: 'table' | 'key';
  /** Whole: a key's begins with its table's. */
  path: string[];
  from: number;
  /** Behind the value or the bracket; a comment may follow on the line. */
  to: number;
  /** Where the value begins; of a table its end. */
  value: number;
}

export function scanToml(text: string): TomlStatement[] {
  const statements: TomlStatement[] = [];
  let table: string[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const sign = text[at]!;
    if (/\s/.test(sign)) at++;
    else if (sign === '#') at = endOfLine(text, at);
    else if (sign === '[') {
      const open = text[at + 1] === '[' ? 2 : 1;
      const key = keyAt(text, at + open);
      const to = text.indexOf(']', key.to) + open;
      table = key.path;
      statements.push({ kind: 'table', path: table, from: at, to, value: to });
      at = to;
    } else {
      const key = keyAt(text, at);
      const value = skipSpace(text, text.indexOf('=', key.to) + 1);
      const to = endOfValue(text, value);
      statements.push({ kind: 'key', path: [...table, ...key.path], from: at, to, value });
      at = to;
    }
  }
  return statements;
}

/** The end of an offset's line, before its line break. */
export function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  if (end < 0) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

function keyAt(text: string, start: number): { path: string[]; to: number } {
  const path: string[] = [];
  let at = start;
  for (;;) {
    at = skipSpace(text, at);
    const quote = text[at];
    if (quote === '"' || quote === "'") {
      const to = endOfString(text, at);
      path.push(quote === '"' ? unquoted(text.slice(at, to)) : text.slice(at + 1, to - 1));
      at = to;
    } else {
      const name = /^[\w-]+/.exec(text.slice(at, at + 1000))?.[0] ?? '';
      path.push(name);
      at += name.length;
    }
    const dot = skipSpace(text, at);
    if (text[dot] !== '.') return { path, to: at };
    at = dot + 1;
  }
}

function endOfValue(text: string, start: number): number {
  let at = start;
  let depth = 0;
  while (at < text.length) {
    const sign = text[at]!;
    if (sign === '"' || sign === "'") at = endOfString(text, at);
    else if (sign === '#') {
      if (depth === 0) break;
      at = endOfLine(text, at);
    } else if (depth === 0 && (sign === '\n' || sign === '\r')) break;
    else {
      if (sign === '[' || sign === '{') depth++;
      if (sign === ']' || sign === '}') depth--;
      at++;
    }
  }
  return start + text.slice(start, at).trimEnd().length;
}

function endOfString(text: string, start: number): number {
  const quote = text[start]!;
  const long = text.startsWith(quote.repeat(3), start);
  const end = long ? quote.repeat(3) : quote;
  let at = start + end.length;
  while (at < text.length && !text.startsWith(end, at)) at += quote === '"' && text[at] === '\\' ? 2 : 1;
  at += end.length;
  // A long string may end with up to two quotes of its own.
  while (long && text[at] === quote) at++;
  return at;
}

const skipSpace = (text: string, at: number): number =>
  at + /^[ \t]*/.exec(text.slice(at, at + 1000))![0].length;

/** What TOML and JSON escape differently hardly stands in a key. */
function unquoted(quoted: string): string {
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted.slice(1, -1);
  }
}
