import type { Finder, RedactRule, SecretFinding, SecretSweep } from './rule.ts';
import { lastAtMost, signTest } from './signs.ts';

/** Private keys in armour: whole, cut off before their END line, or with their line breaks written out as \n. */
export const armouredKeys: Finder = {
  at: ['-begin', '- begin'],
  anyCase: true,
  find(text, index) {
    BEGIN.lastIndex = index;
    const begin = BEGIN.exec(text);
    if (begin === null) return undefined;
    const start = index - begin.groups!.dashes!.length;
    const body = BEGIN.lastIndex;
    const next = text.indexOf('BEGIN', body);
    const rest = text.slice(body, Math.min(next < 0 ? text.length : next, body + MAX_KEY_CHARS));
    const end = END.exec(rest);
    // A program that shortens what it shows leaves lines out of the middle.
    if (end === null || !holdsKey(rest.slice(0, end.index))) return cutOff(text, start, body);
    return { start, end: body + end.index + end[0].length, what: 'private key' };
  },
};

/** The last lines of a private key whose beginning is not there: `tail id_rsa`, or a text that was cut in its middle. */
export const armouredTails: Finder = {
  at: ['-end', '- end'],
  anyCase: true,
  find(text, index) {
    LAST.lastIndex = index;
    const end = LAST.exec(text);
    if (end === null) return undefined;
    const start = lastLinesBefore(text, index);
    return start === undefined ? undefined : { start, end: LAST.lastIndex, what: 'private key' };
  },
};

/** Private keys in other clothes. */
export const privateKeys: RedactRule[] = [
  {
    what: 'private key',
    pattern:
      /private-lines:\s*\d+(?:\s|\\r|\\n)+(?<secret>[A-Za-z0-9+/=][A-Za-z0-9+/=\s\\]{40,20000}?)(?=(?:\s|\\[rn])*(?:private-mac|$))/i,
  },
  {
    what: 'private key',
    // -----BEGIN in base64, and PRIVATE in each of the three ways it can fall into groups of three.
    pattern:
      /LS0tLS1CRUdJTi(?=[A-Za-z0-9+/]{0,40}(?:UFJJVkFUR|BSSVZBVE|QUklWQVRF))[A-Za-z0-9+/_-]{20,20000}={0,2}/,
  },
  {
    what: 'private key',
    pattern: /<D>(?<secret>[A-Za-z0-9+/=\s]{40,2000})<\/D>/,
  },
];

/** The members of a JSON Web Key that only its owner may know, next to the `kty` that makes it one, or next to each other. */
export const webKeys: SecretSweep = {
  at: ['kty', '"dp"', '"dq"', '"qi"'],
  anyCase: false,
  sweep(text) {
    const types = [...text.matchAll(/(?<!\w)(?:kty(?!\w)|(?<=\\?")(?:dp|dq|qi)(?=\\?"))/g)].map(
      ({ index }) => index,
    );
    return [...text.matchAll(MEMBER)]
      .map((member) => member.indices!.groups!.secret!)
      .filter(([start]) => isNear(start, types))
      .map(([start, end]) => ({ start, end, what: 'private key' }));
  },
};

const MEMBER =
  /(?<![\w$.-])\\?["']?(?:d|k|p|q|dp|dq|qi)\\?["']?\s{0,4}:\s{0,4}\\?["'](?<secret>[\w-]{16,2000})/dg;

/** As far apart as the members of one key can be. */
const REACH_CHARS = 3000;

const isNear = (place: number, sorted: readonly number[]): boolean =>
  (sorted[lastAtMost(sorted, place + REACH_CHARS)] ?? Number.NEGATIVE_INFINITY) >= place - REACH_CHARS;

const BEGIN = /(?<=(?<dashes>-{3,4}))-?-? ?BEGIN(?: [A-Z0-9]+){0,3} PRIVATE KEY(?: BLOCK)? ?-{4,5}/iy;
const LAST = /(?<=-{3,4})-?-? ?END(?: [A-Z0-9]+){0,3} PRIVATE KEY(?: BLOCK)? ?-{4,5}/iy;
const END = /-{4,5} ?END(?: [A-Z0-9]+){0,3} PRIVATE KEY(?: BLOCK)? ?-{4,5}/i;

/** Longer than any key in use; what runs on past it is not one. */
const MAX_KEY_CHARS = 20_000;

/**
 * Enough of a key to matter: "-----BEGIN PRIVATE KEY-----" alone is a thing one may talk about, and so is what stands
 * between two sentences that name the first and the last line.
 */
function holdsKey(body: string): boolean {
  const letters = body.replace(/\\[nrt]|[^A-Za-z0-9+/]/g, '').length;
  if (letters < 40 || /x{12}|\.{3}/i.test(body)) return false;
  const inRuns = (body.match(/[A-Za-z0-9+/]{20,}/g) ?? []).reduce((sum, run) => sum + run.length, 0);
  return inRuns >= letters / 3;
}

/** Where the lines begin that stand before an END line and can only be those of a key. */
function lastLinesBefore(text: string, index: number): number | undefined {
  let start: number | undefined;
  let end = index;
  for (let lines = 0; index - end < MAX_KEY_CHARS; lines++) {
    while (end > 0 && !isBase64(text.charCodeAt(end - 1)) && index - end < MAX_KEY_CHARS) {
      // The dashes of the last line, line breaks (also written out), quotes, and what a diff or a comment puts in front.
      if (!' -=\n\r\t\\"\'`+,>|#*'.includes(text[end - 1]!)) return start;
      end--;
    }
    let from = end;
    while (from > 0 && end - from < MAX_KEY_CHARS && isBase64(text.charCodeAt(from - 1))) from--;
    // The last line, and the checksum of a PGP key, may be short.
    if (end - from < (lines < 2 ? 1 : 30)) return start;
    if (end - from >= 30 || start !== undefined) start = from;
    end = from;
  }
  return start;
}

const isBase64 = signTest(/[A-Za-z0-9+/]/);

/** No END in reach: as much as still looks like the lines of a key, or the header alone where the text ends there. */
function cutOff(text: string, start: number, body: number): SecretFinding | undefined {
  LINES.lastIndex = body;
  const lines = LINES.exec(text)?.[0] ?? '';
  if (
    holdsKey(lines) ||
    (/^(?:\s|\\[nr\\]?|\\)*$/.test(text.slice(body, body + 200)) && body + 200 >= text.length)
  ) {
    return { start, end: body + lines.length, what: 'private key' };
  }
  return undefined;
}

const LINES =
  /(?:(?:\s|\\{1,2}[nrt]|["'+,`>|#*]|\/\/){0,12}(?:[A-Za-z-]{3,20}: [^\n\\]{1,100}|[A-Za-z0-9+/]{12,}={0,2})){0,400}/y;
