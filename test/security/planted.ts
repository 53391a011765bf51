import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { generate } from '../../bench/secrets/generate.ts';

/** A line of text with a secret in it. */
export interface Planted {
  text: string;
  secret: string;
}

/** Long enough that they are nowhere by chance. */
const SHORTEST = 12;

/** Lines with secrets of every kind, other ones for every seed; made up now, so that none is ever committed. */
export function planted(seed: number, count: number): Planted[] {
  const lines = generate(seed).flatMap(({ text, secret }) =>
    // What the redactor knows at all is measured by `bench secrets`; here it is whether everything passes through it.
    secret !== undefined && secret.length >= SHORTEST && !redactSync(text).text.includes(secret)
      ? [{ text, secret }]
      : [],
  );
  const step = Math.max(1, Math.floor(lines.length / count));
  return lines.filter((_, i) => i % step === 0).slice(0, count);
}

/** Where below a folder a part of a secret stands, in the bytes of any file, in whatever case. */
export function tracesOf(folder: string, secrets: readonly string[]): { path: string; secret: string }[] {
  const toldIn = tracer(secrets);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => toldIn(bytesOf(path).toString('latin1')).map((secret) => ({ path, secret })));
}

/** What a file has; nothing where it has just gone, as journals of databases do. */
function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return Buffer.alloc(0);
  }
}

/**
 * Finds which secrets a text tells a good part of, in whatever case: a page of a database may end in the middle of one. In
 * one pass, since there are hundreds of secrets, and megabytes of text.
 */
export function tracer(secrets: readonly string[]): (text: string) => string[] {
  /** The pieces by their first four characters, and a table that tells at once that there are none. */
  const starts = new Map<number, { piece: string; secret: string }[]>();
  const isStart = new Uint8Array(2 ** 16);
  for (const secret of secrets)
    for (const piece of pieces(secret.toLowerCase())) {
      const start = [...piece.slice(0, START)].reduce((key, char) => next(key, char.charCodeAt(0)), 0);
      starts.set(start, [...(starts.get(start) ?? []), { piece, secret }]);
      isStart[short(start)] = 1;
    }
  return (text) => {
    const lower = text.toLowerCase();
    const found = new Set<string>();
    let key = 0;
    for (let i = 0; i < lower.length; i++) {
      key = next(key, lower.charCodeAt(i));
      if (isStart[short(key)] === 0) continue;
      for (const { piece, secret } of starts.get(key) ?? [])
        if (lower.startsWith(piece, i - START + 1)) found.add(secret);
    }
    return secrets.filter((secret) => found.has(secret));
  };
}

const START = 4;
const next = (key: number, code: number): number => (key << 8) | (code & 0xff);
const short = (key: number): number => (key ^ (key >>> 16)) & 0xffff;

const PIECE = 16;

function pieces(secret: string): string[] {
  if (secret.length <= PIECE) return [secret];
  const starts = Array.from({ length: Math.floor(secret.length / PIECE) }, (_, n) => n * PIECE);
  return [...starts, secret.length - PIECE].map((at) => secret.slice(at, at + PIECE));
}

/** Secrets of many lines, or of many words, which only a whole text shows. `lines` are what must be nowhere. */
export function plantedBlocks(): { text: string; lines: string[] }[] {
  const row = (): string => randomBytes(48).toString('base64');
  const armoured = (kind: string, end = '') => {
    const lines = Array.from({ length: 12 }, row);
    const name = `${kind} ${'PRIVATE'} KEY${end}`;
    return { text: `-----BEGIN ${name}-----\n\n${lines.join('\n')}\n-----END ${name}-----`, lines };
  };
  const quoted = armoured('RSA');
  const hidden = armoured('OPENSSH');
  const id = `AK${'IA'}Z7QX5JYWM2NKRT4P`;
  const secret = randomBytes(30).toString('base64').replaceAll('=', 'a').slice(0, 40);
  const jwt = ['{"alg":"HS256"}', JSON.stringify({ sub: row(), name: row() })]
    .map((claims) => Buffer.from(claims).toString('base64url'))
    .join('.');
  return [
    armoured('PGP', ' BLOCK'),
    armoured('EC'),
    // As a quotation, and with something invisible in every line.
    { text: quoted.text.replaceAll(/^/gm, '> '), lines: quoted.lines },
    { text: hidden.text.replaceAll(/^(.{9})/gm, '$1\u200b'), lines: hidden.lines },
    { text: `- ${id}\n- ${secret}`, lines: [secret] },
    { text: `The session:\n\n\`\`\`\nAuthorization: Bearer ${jwt}.${row()}\n\`\`\``, lines: [jwt] },
  ];
}
