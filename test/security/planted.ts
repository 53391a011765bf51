import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '../../bench/secrets/generate.ts';
import { redactSync } from '../../src/redact/redact.ts';

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
export function tracesOf(folder: string, secrets: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => {
      const bytes = readFileSync(path).toString('latin1').toLowerCase();
      return secrets
        .filter((secret) => isIn(bytes, secret))
        .map((secret) => `${path}: ${secret.slice(0, 8)}…`);
    });
}

/** Whether a text tells a good part of a secret; a page of a database may end in the middle of one. */
export const isIn = (lower: string, secret: string): boolean =>
  pieces(secret.toLowerCase()).some((piece) => lower.includes(piece));

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
