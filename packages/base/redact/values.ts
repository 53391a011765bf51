import type { SecretName } from './names.ts';

/** How a value hangs on its name. */
type ValueForm =
  | 'quoted' // password = "…"
  | 'call' // setPassword("…"), ("password", "…")
  | 'env' // PASSWORD=…
  | 'yaml' // password: …
  | 'ini' // password = …
  | 'flag' // --password …
  | 'element' // <password>…</password>
  | 'aside'; // token …

/** A value as it stands in the text, without its quotes. */
export interface SecretValue {
  text: string;
  start: number;
  end: number;
  form: ValueForm;
  /** What follows it on the line. */
  after: string;
}

export function readValue(text: string, name: SecretName): SecretValue | undefined {
  for (const read of [element, entry, assigned, called, beside]) {
    const value = read(text, name);
    if (value !== undefined && value.text !== '') return value;
  }
  return undefined;
}

/** <password>…</password>, also with a namespace and attributes. */
function element(text: string, name: SecretName): SecretValue | undefined {
  if (text[name.start - 1] !== '<' && text[name.start - 1] !== ':') return undefined;
  return taken(text, name.end, ELEMENT, 'element');
}

const ELEMENT =
  /(?<lead>(?:\s[^<>\n]{0,100})?>\s{0,20}(?:<!\[CDATA\[)?)(?<value>[^<>\s](?:[^<>\n]{0,200}[^<>\s])?)(?=\s{0,20}(?:\]\]>)?<\/)/y;

/** The name is itself a value: - name: PASSWORD / value: …; key="password" value="…"; "password" { default = "…" } */
function entry(text: string, name: SecretName): SecretValue | undefined {
  const at = past(text, name.end, ENTRY);
  return at === undefined ? undefined : (quoted(text, at, 'quoted') ?? bare(text, at, 'yaml'));
}

const ENTRY =
  /\\?["']?\s{0,4}[,;{]?\s{0,40}(?:-\s)?\\?["']?(?:value|val|default|defaultValue|initialValue)\\?["']?\s{0,4}[:=]\s{0,4}/iy;

function assigned(text: string, name: SecretName): SecretValue | undefined {
  SEPARATOR.lastIndex = name.end;
  const found = SEPARATOR.exec(text);
  if (found === null || isBranch(text, name)) return undefined;
  const at = SEPARATOR.lastIndex;
  const literal = quoted(text, past(text, at, WRAPPER) ?? at, 'quoted');
  if (literal !== undefined) return literal;
  switch (found.groups!.sign) {
    case '%3D':
    case '%3d':
    case '=':
      if (/\s/.test(found[0])) return bare(text, at, 'ini');
      return bare(text, at, 'env', isSetting(text, name) ? SETTING : BARE);
    case ':':
    case '=>':
      return bare(text, at, 'yaml');
    case ':=':
    case '?=': // make, where the names are capitals; elsewhere it is code
      return /[a-z]/.test(name.text) ? undefined : bare(text, at, 'env');
    default:
      return undefined;
  }
}

/** Whether a value stands in a file of settings: a line that is nothing but a name and it, next to others or below a [section]. */
export function isInSettings(text: string, name: SecretName, value: SecretValue): boolean {
  if (isInConnection(text, name, value)) return true;
  const begin = text.lastIndexOf('\n', name.start - 1) + 1;
  if (name.start - begin > 40 || !/^[\s\d→|]*$/.test(text.slice(begin, name.start))) return false;
  if (!/^\s*$/.test(value.after)) return false;
  const before = text
    .slice(Math.max(0, begin - 200), Math.max(0, begin - 1))
    .split('\n')
    .at(-1)!;
  const after = text.slice(value.end + value.after.length + 1, value.end + 200).split('\n', 1)[0]!;
  return (
    [before, after].some((line) => SETTING_LINE.test(line)) &&
    ![before, after].some((line) => CODE.test(line))
  );
}

/** Server=db;User ID=app;Password =…; */
function isInConnection(text: string, name: SecretName, value: SecretValue): boolean {
  const before = text.slice(Math.max(0, name.start - 160), name.start);
  return (
    /^\s?["']?;|^["']/.test(value.after) &&
    /;["'&+\s]{0,8}$/.test(before) &&
    /(?:server|source|host|uid|user(?: ?id)?|database|catalog|dsn)\s?=/i.test(before)
  );
}

const SETTING_LINE = /^[\s\d→|]*(?:\[[\w .:-]+\]|[A-Za-z][\w.-]*\s*=\s*[^\s=][^(){};=]*)\s*$/;
const CODE = /[;{(]\s*$|^\s*(?:def|class|import|from|return|if|for|const|let|var|self\.|this\.)\b/;

/** a ? "pass" : "fail" assigns nothing. */
function isBranch(text: string, name: SecretName): boolean {
  return /\?\s{0,2}["'`]$/.test(text.slice(Math.max(0, name.start - 4), name.start));
}

/** Between a name and its value: closing quotes, a type, and one of the signs that assign or compare. */
const SEPARATOR =
  /(?:\\?["'`]\]?|&quot;|&#3[49];|\]|\[\d{0,4}\]|\*\*)?(?:\s{0,30}:\s{0,2}(?:[A-Za-z&'][\w<>[\]?.&' |]{0,40}?)(?=\s{1,2}=[^=>]))?(?:\s{1,2}(?:string|str|String|\*?char)(?=\s{0,2}:?=))?\s{0,30}(?<sign>:=|=>|->|===?|!==?|~=|\?\?=?|\?=|\|\|=?|\+=|=|%3[dD]|:{1,2})\s{0,20}/y;

/** b"…", new String("…"), Some("…"), process.env.X || "…": what dresses a literal up. */
const WRAPPER =
  /(?:[bBrRuUL@]{1,2}(?=["'])|(?:(?:new\s+)?(?:[A-Z]\w{0,30})?(?:String|Str|Value|Secret|Credential|Password|Encoder)|Some|Secret::new|bytes|Buffer\.from|\[\]byte|atob|base64\.b64decode|Base64\.decode\w*|create\w{0,20}Key|String\.raw)\(\s?(?:Buffer\.from\()?|[\w.$?[\]!(]{1,50}["']?[\w.$-]{0,40}["']?[\])]{0,2}\s?(?:\|\||\?\?|\bor\b)\s?)/y;

/** setPassword("…"), define('PASSWORD', '…'), getenv("PASSWORD", "…") */
function called(text: string, name: SecretName): SecretValue | undefined {
  const at = past(text, name.end, CALL);
  if (at === undefined) return undefined;
  // ["--password", "…"]: a flag among the arguments of a process.
  const form =
    text[name.start - 1] === '-' && text[name.end] !== '('
      ? 'flag'
      : isDefined(text, name)
        ? 'quoted'
        : 'call';
  return quoted(text, past(text, at, WRAPPER) ?? at, form);
}

/** define('DB_PASSWORD', '…') and its like set a value as plainly as a sign would. */
const isDefined = (text: string, name: SecretName): boolean =>
  /(?:define|setenv|putenv|setProperty|addProperty|setdefault)\(\s?\\?["']$/i.test(
    text.slice(Math.max(0, name.start - 24), name.start),
  );

const CALL = /\s?\(\s{0,4}|\\?["']\s{0,2},\s{0,4}/y;

/** Only a space between them: a flag's value, ENV and #define, PASSWORD '…' in SQL, "token …" in a sentence. */
function beside(text: string, name: SecretName): SecretValue | undefined {
  const at = past(text, name.end, SPACE);
  if (at === undefined) return undefined;
  const before = text.slice(Math.max(0, name.start - 24), name.start);
  if (/(?:^|\s)-{1,2}[\w-]*$/.test(before)) return quoted(text, at, 'flag') ?? bare(text, at, 'flag');
  if (/(?:^|[\s\\])(?:ENV|ARG|#define|%define|%global|set|SET|setx)\s{1,4}$/.test(before)) {
    return quoted(text, at, 'quoted') ?? bare(text, at, 'env');
  }
  const literal = quoted(
    text,
    at,
    // credentials { password '…' }: alone on its line.
    /(?:WITH|ENCRYPTED|USER|ROLE|SET)\b[^\n]{0,24}$/i.test(before) ||
      (name.text.length > 4 && /(?:^|\n)\s*$/.test(before))
      ? 'quoted'
      : 'call',
  );
  return literal ?? (past(text, at, RUN) === undefined ? undefined : bare(text, at, 'aside'));
}

/** Shorter than this, what stands next to a name is the next word of a sentence. */
const RUN = /\S{8}/y;

const SPACE = /\\?["'`]?[ \t]{1,4}/y;

/** Between quotes of any kind, escaped ones included; a quote that never closes ends with the text. */
const QUOTED =
  /(?<lead>(?<open>\\?["'`]|&quot;|&#3[49];)(?:(?<=")""|(?<=')'')?)(?<value>(?:(?!\k<open>)(?:\\[^\n]|[^\n\\])){0,4096})(?:\k<open>|(?=$))/y;

function quoted(text: string, at: number, form: ValueForm): SecretValue | undefined {
  const value = taken(text, at, QUOTED, form);
  // A quote without its partner may as well be the end of a string that began before the name.
  return value !== undefined && value.end === text.length && /[\s()]/.test(value.text) ? undefined : value;
}

/** Without quotes: up to a space, or to what ends a value in a query, a list or a call. */
const BARE =
  /(?<lead>)(?<value>[^\s"'`<>,;&|(){}[\]\\][^\s"'`,;&|<>\\]{0,127}(?:(?<=[\w+/.~-]{128})[\w+/.~-]{0,3968}={0,2})?)/y;

function bare(text: string, at: number, form: ValueForm, pattern = BARE): SecretValue | undefined {
  const value = taken(text, at, pattern, form);
  if (value === undefined) return undefined;
  const kept = withoutTail(value.text.split(/%2[26]/, 1)[0]!);
  return {
    ...value,
    text: kept,
    end: value.start + kept.length,
    after: value.text.slice(kept.length) + value.after,
  };
}

/** In a line of its own that sets a variable, everything up to the next space is its value. */
const SETTING = /(?<lead>)(?<value>[^\s"'`<>,;&|(){}[\]\\][^\s"'`]{0,255})/y;

function isSetting(text: string, name: SecretName): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(name.text) && (name.start === 0 || /\s/.test(text[name.start - 1]!));
}

/** A full stop, or a bracket that was opened before the value, is not part of it. */
function withoutTail(text: string): string {
  let depth = 0;
  for (const { 0: bracket, index } of text.matchAll(/[()[\]{}]/g)) {
    depth += '([{'.includes(bracket) ? 1 : -1;
    if (depth < 0) return text.slice(0, index);
  }
  return text.replace(/(?:[.:;,]|\*\*)+$/, '');
}

function taken(text: string, at: number, pattern: RegExp, form: ValueForm): SecretValue | undefined {
  pattern.lastIndex = at;
  const groups = pattern.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const start = at + groups.lead!.length;
  const value = groups.value!;
  const rest = text.slice(pattern.lastIndex, pattern.lastIndex + 80);
  return { text: value, start, end: start + value.length, form, after: rest.split('\n', 1)[0]! };
}

function past(text: string, at: number, pattern: RegExp): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
