import { readKind } from './names.ts';
import { isPlaceholder, isPlainWord } from './placeholders.ts';
import { looksChosen, looksRandom } from './randomness.ts';
import type { SecretFinding, SecretSweep } from './rule.ts';

// Tables name a column once and then have a value a row: dumps of databases and lists of logins.

/** Values of telling columns in `INSERT INTO … VALUES …`, with the columns named there or in `CREATE TABLE`. */
export const insertedRows: SecretSweep = {
  at: ['insert into', 'insert ignore into', 'replace into'],
  anyCase: true,
  sweep(text) {
    const findings: SecretFinding[] = [];
    let tables: Map<string, string[]> | undefined;
    const insert = new RegExp(INSERT);
    for (let found = insert.exec(text); found !== null; found = insert.exec(text)) {
      tables ??= tablesIn(text);
      const columns =
        found.groups!.columns?.split(',').map(bare) ?? tables.get(bare(found.groups!.table!)) ?? [];
      const kinds = columns.map(columnKind);
      if (kinds.every((kind) => kind === undefined)) continue;
      insert.lastIndex = readRows(text, insert.lastIndex, (field, start, end) => {
        const kind = kinds[field];
        if (kind !== undefined && isKept(kind, text.slice(start, end)))
          findings.push({ start, end, what: kind });
      });
    }
    return findings;
  },
};

/** Values of telling columns in PostgreSQL's `COPY … FROM stdin`. */
export const copiedRows: SecretSweep = {
  at: ['from stdin'],
  anyCase: true,
  sweep(text) {
    const findings: SecretFinding[] = [];
    const copy = new RegExp(COPY);
    for (let found = copy.exec(text); found !== null; found = copy.exec(text)) {
      const kinds = found.groups!.columns!.split(',').map((column) => columnKind(bare(column)));
      if (kinds.every((kind) => kind === undefined)) continue;
      const start = found.index + found[0].length;
      const end = text.indexOf('\n\\.', start);
      copy.lastIndex = readLines(text, start, end < 0 ? text.length : end, '\t', (field, from, to) => {
        const kind = kinds[field];
        if (kind !== undefined && isKept(kind, text.slice(from, to)))
          findings.push({ start: from, end: to, what: kind });
        return true;
      });
    }
    return findings;
  },
};

/** Passwords in a table with a header, separated by commas, semicolons, tabs or bars. */
export const loginTables: SecretSweep = {
  at: ['password', 'passwd', 'passwort', 'kennwort', 'mot de passe', 'contraseña', 'senha'],
  anyCase: true,
  sweep(text) {
    const findings: SecretFinding[] = [];
    const word = new RegExp(PASSWORD_WORD);
    for (let found = word.exec(text); found !== null; found = word.exec(text)) {
      const [from, to] = lineAround(text, found.index);
      word.lastIndex = to;
      const head = text.slice(from, to);
      const sign = ['|', '\t', ';', ','].find((each) => head.includes(each));
      if (sign === undefined || head.length > MAX_HEAD_CHARS) continue;
      const cells = head.split(sign).map((cell) => bare(cell.trim()));
      const column = cells.findIndex((cell) => PASSWORD_COLUMN.test(cell));
      if (column < 0 || !cells.every((cell) => /^[\p{L}\d _.#/()-]{0,40}$/u.test(cell))) continue;
      const isLogin = cells.some((cell) => LOGIN_COLUMN.test(cell));
      word.lastIndex = readLines(text, to + 1, text.length, sign, (field, from, to, fields) => {
        if (fields !== cells.length) return false;
        if (field !== column) return true;
        const cell = text.slice(from, to);
        const value = cell.trim().replace(/^(["'`])(.*)\1$/, '$2');
        const at = from + cell.indexOf(value);
        if (isLoginsPassword(value, isLogin))
          findings.push({ start: at, end: at + value.length, what: 'password' });
        return true;
      });
    }
    return findings;
  },
};

const INSERT =
  /\b(?:insert(?:\s{1,4}ignore)?|replace)\s{1,4}into\s{1,4}(?<table>[`"[\w.$\]]{1,130})\s{0,8}(?:\((?<columns>[^()]{1,6000})\)\s{0,8})?(?:overriding\s\w{4,6}\svalue\s{1,4})?values?\s{0,8}(?=\()/gi;
const COPY =
  /^copy\s{1,4}[\w."]{1,130}\s{0,4}\((?<columns>[^()\n]{1,6000})\)\s{1,4}from\s{1,4}stdin[^\n]{0,200}\n/gim;
const PASSWORD_WORD = /password|passwd|passwort|kennwort|mot de passe|contraseña|senha/gi;

/** Longer lines are not the head of a table. */
const MAX_HEAD_CHARS = 400;

/** Where the line begins and ends that a place stands in, as far as a head of a table goes. */
function lineAround(text: string, at: number): [from: number, to: number] {
  const before = text.slice(Math.max(0, at - MAX_HEAD_CHARS), at);
  const from = at - (before.length - (before.lastIndexOf('\n') + 1));
  const end = text.indexOf('\n', at);
  return [from, end < 0 ? text.length : end];
}

const bare = (name: string): string =>
  name
    .trim()
    .replace(/^[`"'[\s]+|[`"'\]\s]+$/g, '')
    .toLowerCase();

function tablesIn(text: string): Map<string, string[]> {
  const tables = new Map<string, string[]>();
  for (const { groups } of text.matchAll(CREATE)) {
    const columns = groups!.body!.split('\n').flatMap((line) => {
      const [, name] = /^\s{0,40}[`"[]?([A-Za-z_]\w{0,63})[`"\]]?\s+[A-Za-z]/.exec(line) ?? [];
      return name === undefined || NO_COLUMN.has(name.toLowerCase()) ? [] : [name.toLowerCase()];
    });
    tables.set(bare(groups!.table!), columns);
  }
  return tables;
}

const CREATE =
  /\bcreate\s{1,4}table\s{1,4}(?:if\s{1,4}not\s{1,4}exists\s{1,4})?(?<table>[`"[\w.$\]]{1,130})\s{0,8}\((?<body>[^;]{1,20000})/gi;
const NO_COLUMN = new Set([
  'primary',
  'unique',
  'key',
  'index',
  'constraint',
  'foreign',
  'check',
  'fulltext',
  'exclude',
]);

type ColumnKind = 'password' | 'secret';

/** What a column holds; hashes of passwords count, and their salts. */
function columnKind(name: string): ColumnKind | undefined {
  if (/(?:_at|_on|_date|_time|_expires?|_expiry|_count|_type|_changed|_hint|_policy|_attempts)$/.test(name))
    return undefined;
  if (
    /pass(?:w(?:or)?d|wd|wort|phrase|code)?(?:_?(?:hash|digest|enc|encrypted|md5|sha\d*|salt))?$|^pwd|pwd$|_pwd_|^pass_/.test(
      name,
    )
  )
    return /(?:com|by|tres|over|under|sur)pass$/.test(name) ? undefined : 'password';
  const kind = readKind(name);
  if (kind === 'password') return 'password';
  return kind === undefined || kind === 'key' ? (/salt$/.test(name) ? 'secret' : undefined) : 'secret';
}

/** A question mark, a name with a colon, or nothing at all stands there for a value. */
function isKept(kind: ColumnKind, value: string): boolean {
  if (
    value.length < 4 ||
    value === '\\N' ||
    isPlaceholder(value) ||
    (/^[:$@?]/.test(value) && value.length < 20)
  )
    return false;
  return kind === 'password'
    ? !isPlainWord(value) || value === 'password'
    : value.length >= 6 && looksRandom(value);
}

const PASSWORD_COLUMN =
  /^(?:(?:user|admin|db|ftp|ssh|root|new|temp|initial|default|login|wifi|email) ?)?(?:password|passwd|pwd|pass|passphrase|mot de passe|passwort|kennwort|contraseña|senha)$/;
const LOGIN_COLUMN =
  /^(?:(?:user|login|account|benutzer|usuario|utilisateur|identifiant|e-?mail|host|server|url|site)(?: ?name)?s?|username)$/;

/** In a table with a login column any word is a password; otherwise it has to look like one. */
function isLoginsPassword(value: string, isLogin: boolean): boolean {
  if (value.length < 4 || value.length > 100 || /\s/.test(value)) return false;
  if (isPlaceholder(value) || isPlainWord(value) || /^[-:|=]+$|[(){}<>]/.test(value)) return false;
  return isLogin || looksChosen(value) || looksRandom(value);
}

/** Calls back with the place of every literal in rows of `(1, 'a', NULL), (…)`, and returns where they end. */
function readRows(
  text: string,
  from: number,
  found: (field: number, start: number, end: number) => void,
): number {
  let at = from;
  for (;;) {
    at = past(text, at, ' \t\r\n,');
    if (text[at] !== '(') return at;
    at++;
    for (let field = 0; at < text.length; field++) {
      at = past(text, at, ' \t\r\n');
      const quote = /[NEneXxBb]/.test(text[at] ?? '') && text[at + 1] === "'" ? ++at : at;
      if (text[quote] === "'" || text[quote] === '"') {
        const end = endOfLiteral(text, quote);
        found(field, quote + 1, end);
        at = end + 1;
      }
      at = upTo(text, at, ',)');
      if (text[at++] === ')') break;
    }
    if (at >= text.length) return at;
  }
}

function endOfLiteral(text: string, open: number): number {
  const quote = text.charCodeAt(open);
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 92) at++;
    else if (code === quote) {
      if (text.charCodeAt(at + 1) !== quote) return at;
      at++;
    }
  }
  return text.length;
}

const past = (text: string, from: number, signs: string): number => {
  let at = from;
  while (at < text.length && signs.includes(text[at]!)) at++;
  return at;
};

const upTo = (text: string, from: number, signs: string): number => {
  let at = from;
  while (at < text.length && !signs.includes(text[at]!)) at++;
  return at;
};

/** Calls back with every field of the lines in a stretch until that says stop, and returns where that was. */
function readLines(
  text: string,
  from: number,
  to: number,
  sign: string,
  found: (field: number, start: number, end: number, fields: number) => boolean,
): number {
  for (let start = from; start < to; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 || next > to ? to : next;
    const fields = text.slice(start, end).split(sign);
    let at = start;
    for (const [field, value] of fields.entries()) {
      if (!found(field, at, at + value.length, fields.length)) return start;
      at += value.length + sign.length;
    }
    start = end + 1;
  }
  return to;
}
