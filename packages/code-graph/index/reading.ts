import { hash } from 'node:crypto';
import { findSecrets } from '@sqrl/base/redact/find.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import type { SecretFinding } from '@sqrl/base/redact/rule.ts';
import { partWithout } from '@sqrl/base/redact/settle.ts';
import type { ChunkFact, FileFacts } from '../facts/facts.ts';
import { numberOf } from '../facts/hash.ts';
import { decodeSource } from '../parse/left-out.ts';
import { type CodeReader, isFacts } from '../parse/parse.ts';
import type { KeptChunk } from '../tables/chunks.ts';
import { wordsIn } from '../tables/words.ts';

export interface FileReading {
  path: string;
  hash: string;
  /** Undefined for a file without structure. Its chunks are separate. */
  facts: FileFacts | undefined;
  chunks: KeptChunk[];
  /** Of each symbol's text without its name. */
  shapes: number[];
}

/** Tells one content of a file from any other. */
export const contentHash = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex').slice(0, 32);

/** Reads a file: what it says, and the words in it, both without secrets. */
export function readBytes(reader: CodeReader, path: string, bytes: Uint8Array): FileReading {
  const empty = { path, hash: contentHash(bytes), facts: undefined, chunks: [], shapes: [] };
  const source = decodeSource(bytes);
  const read = source === undefined ? undefined : reader.read(path, source);
  if (source === undefined || read === undefined) return empty;
  const secrets = findSecrets(source);
  const chunks = read.chunks.map((chunk) => withWords(path, chunk, source, secrets));
  if (!isFacts(read)) return { ...empty, chunks };
  const facts = { ...read, chunks: [] };
  return {
    ...empty,
    facts: secrets.length > 0 ? withoutSecrets(withoutCutSecrets(facts, source, secrets)) : facts,
    chunks,
    shapes: shapesOf(read, source),
  };
}

/** Where a chunk lies says what it is about as much as what stands in it. */
function withWords(
  path: string,
  chunk: ChunkFact,
  source: string,
  secrets: readonly SecretFinding[],
): KeptChunk {
  const text =
    secrets.length > 0
      ? redactSync(partWithout(source, secrets, chunk)).text
      : source.slice(chunk.start, chunk.end);
  return { ...chunk, words: [...wordsIn(`${path} ${text}`)].join(' ') };
}

const shapesOf = ({ symbols }: FileFacts, source: string): number[] =>
  symbols.map(({ name, start, end }) => {
    const text = source.slice(start, end);
    return numberOf(WORD.test(name) ? text.replace(new RegExp(`\\b${name}\\b`, 'g'), '') : text);
  });

const WORD = /^\w+$/;

/** Names and hashes are no places for secrets, and must stay what they are. */
const KEPT = new Set(['path', 'language', 'surface', 'hash', 'name', 'kind', 'specifier']);

function withoutSecrets(facts: FileFacts): FileFacts {
  // The same few words are there thousands of times.
  const known = new Map<string, string>();
  const clean = (text: string): string => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const after = redactSync(text).text;
    known.set(text, after);
    return after;
  };
  const see = (value: unknown): unknown => {
    if (typeof value === 'string') return clean(value);
    if (Array.isArray(value)) return value.map(see);
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = {};
    for (const key in value) {
      const each = (value as Record<string, unknown>)[key];
      copy[key] = KEPT.has(key) && typeof each === 'string' ? each : see(each);
    }
    return copy;
  };
  return see(facts) as FileFacts;
}

/** A signature is cut out of its file: where the cut falls into a secret, what stands of that goes. */
function withoutCutSecrets(facts: FileFacts, source: string, secrets: readonly SecretFinding[]): FileFacts {
  const symbols = facts.symbols.map((symbol) => {
    const { start, end, signature } = symbol;
    const near = secrets.filter((secret) => secret.start < end && secret.end > start).slice(0, 20);
    const left = near.reduce((text, { start, end }) => withoutEnd(text, source.slice(start, end)), signature);
    return left === signature ? symbol : { ...symbol, signature: left };
  });
  return { ...facts, symbols };
}

function withoutEnd(text: string, secret: string): string {
  for (let length = Math.min(secret.length, text.length); length >= MIN_SECRET_CHARS; length--)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length);
  return text;
}

/** Fewer characters of a secret reveal nothing. */
const MIN_SECRET_CHARS = 4;
