import { hash } from 'node:crypto';
import { findSecrets } from '@sqrl/base/redact/find.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import type { SecretFinding } from '@sqrl/base/redact/rule.ts';
import { partWithout } from '@sqrl/base/redact/settle.ts';
import { chunkContext } from '../parse/chunks.ts';
import { decodeSource } from '../parse/left-out.ts';
import type { BareChunk } from '../tables/chunk-vectors.ts';
import { contentHash } from './reading.ts';

/** The text of a chunk as it is embedded, and what tells it from any other. */
export interface ChunkText {
  chunk: number;
  text: string;
  key: Uint8Array;
}

/** What the chunks of a file are embedded by; undefined where the file is no longer the one they were cut from. */
export function textsOf(
  { path, hash: known }: { path: string; hash: string },
  bytes: Uint8Array,
  chunks: readonly BareChunk[],
): ChunkText[] | undefined {
  const source = contentHash(bytes) === known ? decodeSource(bytes) : undefined;
  if (source === undefined) return undefined;
  const secrets = findSecrets(source);
  return chunks.map((chunk) => textOf(path, source, secrets, chunk));
}

function textOf(
  path: string,
  source: string,
  secrets: readonly SecretFinding[],
  { id, kind, name, start, end }: BareChunk,
): ChunkText {
  // Without its lines: a line more above it is no reason to embed it again.
  const context = chunkContext(path, { kind: kind as 'function', name });
  const { text } = redactSync(`${context}\n\n${partWithout(source, secrets, { start, end })}`);
  return { chunk: id, text, key: hash('sha256', text, 'buffer').subarray(0, 16) };
}
