import { LlmFault } from './transport.ts';

/** An answer of a model that is larger than this is none. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/** Fetches from where the person said and from nowhere else, and reads no more than any honest answer has. */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, { ...init, redirect: 'manual' });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES)
      throw new LlmFault('too long', `The response is larger than ${MAX_ANSWER_BYTES / 2 ** 20} MiB.`);
    parts.push(part);
  }
  const headers = new Headers(answer.headers);
  // It was unpacked on its way here.
  headers.delete('content-encoding');
  headers.delete('content-length');
  const body = [204, 304].includes(answer.status) ? null : Buffer.concat(parts);
  return new Response(body, { status: answer.status, statusText: answer.statusText, headers });
}

/** How long a Retry-After header wants us to wait: seconds, or a date by the server's own clock. */
export function waitAsked(headers: Readonly<Record<string, string>> = {}): number | undefined {
  const after = headers['retry-after'];
  if (after === undefined) return undefined;
  const seconds = Number(after);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.parse(headers.date ?? '');
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
