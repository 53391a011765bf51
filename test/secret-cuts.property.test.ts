import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { EventKind } from '@sqrl/base/model/event.ts';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import { excerptOf, redactedLine } from '@sqrl/squirrel/ingest/excerpt.ts';
import { expect, test } from 'vitest';
import { generate } from '../bench/secrets/generate.ts';

/** A text with a secret in it. */
interface Case {
  name: string;
  text: string;
  secret: string;
}

const base64 = (bytes: number): string => randomBytes(bytes).toString('base64').replaceAll('=', '');
const base64url = (bytes: number): string => randomBytes(bytes).toString('base64url');
const part = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url');
const armoured = (kind: string, rows: number, head = ''): string =>
  `-----BEGIN ${kind} ${'PRIVATE'} KEY${kind === 'PGP' ? ' BLOCK' : ''}-----\n${head}${Array.from({ length: rows }, () => base64(48)).join('\n')}\n-----END ${kind} ${'PRIVATE'} KEY${kind === 'PGP' ? ' BLOCK' : ''}-----`;

const web = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });

/** Longer than the margin at a cut, so that the first or the last part alone must be recognized or go unseen. */
function longSecrets(): Case[] {
  const jwt = `${part({ alg: 'RS256' })}.${part({ sub: 'ada', roles: base64(900) })}.${base64url(256)}`;
  const pgp = armoured('PGP', 90, 'Version: GnuPG v2\n\n');
  const rsa = armoured('RSA', 50);
  const putty = Array.from({ length: 14 }, () => base64(48)).join('\n');
  const encoded = Buffer.from(rsa).toString('base64');
  return [
    { name: 'JWT', text: `Authorization: Bearer ${jwt}`, secret: jwt },
    { name: 'PGP key', text: pgp, secret: pgp.split('\n').slice(3, -1).join('\n') },
    { name: 'RSA key', text: rsa, secret: rsa.split('\n').slice(1, -1).join('\n') },
    {
      name: 'RSA key in JSON',
      text: JSON.stringify({ private_key: rsa }),
      secret: rsa.split('\n').slice(1, -1).join('\\n'),
    },
    { name: 'key in base64', text: `client-key-data: ${encoded}`, secret: encoded },
    { name: 'JSON Web Key', text: JSON.stringify(web, null, 2), secret: web.d! },
    { name: 'prime of a JSON Web Key', text: JSON.stringify(web, null, 2), secret: web.q! },
    {
      name: 'PuTTY key',
      text: `PuTTY-User-Key-File-3: ssh-rsa\nEncryption: none\nPrivate-Lines: 14\n${putty}\nPrivate-MAC: ${base64(30)}`,
      secret: putty,
    },
  ];
}

const LEAST = 8;

/** The first stretch of eight characters of a secret that a text still holds. */
function remainder(text: string, secret: string): string | undefined {
  for (let at = 0; at + LEAST <= secret.length; at++)
    if (text.includes(secret.slice(at, at + LEAST))) return secret.slice(at, at + LEAST);
  return undefined;
}

const words = (length: number): string =>
  'the quick brown fox jumps over it\n'.repeat(length / 34 + 1).slice(0, length);

function excerpt(text: string, kind: EventKind): string {
  return excerptOf({ kind, tool: null, command: null, outcome: null, text }).text;
}

const kinds = [
  ...longSecrets(),
  ...generate(7).flatMap(({ text, secret, category = '' }): Case[] =>
    secret !== undefined && secret.length >= LEAST ? [{ name: category, text, secret }] : [],
  ),
];

test.each([
  ['at the beginning of what is kept of the end', 1300],
  ['at the end of what is kept of the beginning', -700],
])('no eight characters of a secret survive a cut %s', (_, room) => {
  const left: string[] = [];
  for (const { name, text, secret } of kinds) {
    const step = Math.max(1, Math.floor(text.length / 12));
    for (let inside = -20; inside < text.length + 20; inside += step) {
      // The cut falls so many characters into the text that holds the secret.
      const [before, after] = room > 0 ? [6000, room - text.length + inside] : [-room - inside, 6000];
      if (before < 0 || after < 0) continue;
      const rest = remainder(excerpt(`${words(before)}\n${text}\n${words(after)}`, 'result'), secret);
      if (rest !== undefined) left.push(`${name}, ${inside} of ${text.length}: ${rest}`);
    }
  }
  expect(left).toEqual([]);
});

test('no eight characters of a secret survive where a line or a name is cut', () => {
  const left: string[] = [];
  for (const { name, text, secret } of kinds) {
    const step = Math.max(1, Math.floor(text.length / 12));
    for (let inside = 1; inside < text.length + 20; inside += step)
      for (const cut of [redactedStart, redactedLine]) {
        const most = 60 + inside;
        const rest = remainder(cut(`${words(60)}\n${text}\n${words(2000)}`, most), secret);
        if (rest !== undefined) left.push(`${name}, ${inside} of ${text.length}: ${rest}`);
      }
  }
  expect(left).toEqual([]);
});

test('a secret in a line without end survives no cut either', () => {
  const left: string[] = [];
  for (const { name, text, secret } of longSecrets().filter(({ text }) => !text.includes('\n')))
    for (let inside = 0; inside < text.length; inside += 61) {
      const filler = '{"name":"left-pad","size":4711},'.repeat(400);
      for (const whole of [
        `${filler}${text},${filler.slice(0, Math.max(0, 1300 - text.length + inside))}`,
        `${filler.slice(0, Math.max(0, 700 - inside))}${text},${filler}`,
      ]) {
        const rest = remainder(excerpt(whole, 'result'), secret);
        if (rest !== undefined) left.push(`${name}, ${inside}: ${rest}`);
      }
    }
  expect(left).toEqual([]);
});

test('cutting twice changes nothing', () => {
  for (const { text } of kinds) {
    const once = redactedStart(`${text} ${words(500)}`, 300);
    expect(redactedStart(once, 300)).toBe(once);
  }
});
