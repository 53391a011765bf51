import { parsedJson } from '@sqrl/base/json.ts';
import { type HubAsked, type HubCall, hubCalls } from '@sqrl/base/model/sync/hub-protocol.ts';
import { badForm, RequestFailure } from './failure.ts';

/** Of a form, or of a request that needs no key. */
export const MAX_FORM_BYTES = 16_000;

/** Reads the body of a request, whether it says its length or not; no more than `max` bytes of it. */
export async function textOf(request: Request, max: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > max) throw tooLarge(max);
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of unbroken(request.body)) {
    size += piece.length;
    if (size > max) throw tooLarge(max);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/** A sender who hangs up, or says a wrong length, is no fault of the hub. */
async function* unbroken(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  try {
    if (body) yield* body as unknown as AsyncIterable<Uint8Array>;
  } catch {
    throw badForm('its body ends too early');
  }
}

export function jsonIn(text: string): unknown {
  const said = text === '' ? {} : parsedJson(text);
  if (said === undefined) throw badForm('it is not JSON');
  return said;
}

export function askedIn<K extends HubCall>(call: K, said: unknown): HubAsked<K> {
  const read = hubCalls[call].asked.safeParse(said);
  if (read.success) return read.data as HubAsked<K>;
  const { path, message } = read.error.issues[0]!;
  throw badForm([path.join('.'), message].filter((part) => part !== '').join(': '));
}

const tooLarge = (max: number): RequestFailure =>
  new RequestFailure(413, 'tooLarge', `A request of this kind has at most ${max / 1000} KB.`);
