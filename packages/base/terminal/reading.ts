import { Problem } from '../problem.ts';
import { formatBytes } from './size.ts';
import type { InputStream } from './terminal.ts';

/**
 * More bytes than any memory's text may have: 100,000 letters of four bytes each. The engine has the last word;
 * this only keeps us from reading without end.
 */
export const MAX_TEXT_BYTES = 400_000;

/** Reads an input to its end as text; `name` is what a complaint calls it. */
export async function readText(
  input: InputStream,
  options: { limit: number; name: string; signal: AbortSignal },
): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of until(input, options.signal)) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    size += bytes.length;
    if (size > options.limit) throw tooLarge(options.name, options.limit);
    parts.push(bytes);
  }
  return textOf(Buffer.concat(parts), options.name);
}

/** Takes bytes as UTF-8 and refuses what is not: half-read text would be remembered, and searched, for years. */
function textOf(bytes: Uint8Array, name: string): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Problem(
      `${name} is not UTF-8 text.`,
      'Convert it, for instance with `iconv -f latin1 -t utf-8`. Nothing was stored.',
    );
  }
  if (!text.includes('\0')) return text;
  throw new Problem(
    `${name} contains NUL bytes, so it is not text.`,
    'To restore a file made by `sqrl backup`, run `sqrl backup restore FILE`. Nothing was stored.',
  );
}

/** Reads one line a person types. Ctrl-D and an empty line are both an empty answer. */
export async function readLine(input: InputStream, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of until(input, signal)) {
    text += typeof part === 'string' ? part : decoder.decode(part, { stream: true });
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0]!.trim();
}

/** What arrives until the signal says stop, which then is a problem of its own. */
export async function* until(input: InputStream, signal: AbortSignal): AsyncGenerator<Uint8Array | string> {
  const stop = () => input.destroy?.();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) stop();
    else yield* input;
  } catch (error) {
    // Destroying a stream under its reader is an error to the reader; here it is only the way to stop.
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  if (signal.aborted) throw new Problem('Interrupted.', '', 'cancelled');
}

const tooLarge = (name: string, limit: number): Problem =>
  new Problem(
    `${name} is larger than ${formatBytes(limit)}.`,
    'Split it, or keep it in a file and remember its path. Nothing was stored.',
  );
