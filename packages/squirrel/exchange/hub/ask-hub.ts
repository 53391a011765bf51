import { parsedJson } from '@sqrl/base/json.ts';
import {
  HUB_KINDS,
  type HubCall,
  type HubRecord,
  type HubReply,
  type HubRequest,
  hubCalls,
  recordFacts,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { isDeep, lineOf } from '@sqrl/base/model/sync/lines.ts';
import { Problem, type ProblemCode } from '@sqrl/base/problem.ts';
import type { HubLogin } from './login.ts';

/** A hub that did not answer, or refused; `status` is 0 where there was no answer. */
export class HubProblem extends Problem {
  readonly status: number;
  readonly failure: string | undefined;

  constructor(
    message: string,
    hint: string,
    { status, failure, code, cause }: HubFault & { code: ProblemCode; cause?: unknown },
  ) {
    super(message, hint, code, cause);
    this.status = status;
    this.failure = failure;
  }
}

interface HubFault {
  status: number;
  failure?: string | undefined;
}

/** A page of a thousand records has a few hundred kilobytes; more than this no honest hub sends. */
const MAX_REPLY_BYTES = 8_000_000;
const TIMEOUT_MS = 20_000;
/** Of a reply, around the states in it. */
const MAX_DEPTH = 24;

export async function askHub<K extends HubCall>(
  at: HubAddress,
  call: K,
  asked: HubRequest<K>,
  options: AskOptions = {},
): Promise<HubReply<K>> {
  const { method, reply } = hubCalls[call];
  const query = method === 'GET' ? new URLSearchParams(asked as Record<string, string>).toString() : '';
  const path = `/v1/${call}${query && `?${query}`}`;
  const said = await fetchJson(at, path, { ...options, ...(method === 'POST' && { body: asked }) });
  const read = reply.safeParse(said);
  if (read.success) return read.data as HubReply<K>;
  const where = read.error.issues[0]!.path.join('.');
  throw new HubProblem(
    `The hub's reply is not understood${where ? ` (${where})` : ''}.`,
    'Check the address, and that both programs are up to date.',
    { status: 200, code: 'provider' },
  );
}

type HubAddress = Pick<HubLogin, 'url'> & { key?: string };

interface AskOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

/**
 * The reply is bounded in size, depth and time, and no redirect is followed: the key goes to the address that the person
 * typed, and nowhere else.
 */
async function fetchJson(
  { url, key }: HubAddress,
  path: string,
  { body, signal, timeoutMs = TIMEOUT_MS }: AskOptions & { body?: object },
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  let status = 0;
  let text: string;
  try {
    const reply = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      headers: {
        accept: 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    status = reply.status;
    text = await boundedText(reply);
  } catch (error) {
    if (signal?.aborted) throw new Problem('The request was cancelled.', '', 'cancelled', error);
    if (error instanceof Problem) throw error;
    const why = timeout.aborted ? `no answer in ${timeoutMs / 1000} s` : reasonOf(error);
    throw new HubProblem(
      `The hub at ${url} did not answer: ${why}.`,
      key === undefined
        ? 'Check the address, and that the hub runs.'
        : 'Nothing is lost: changes wait here, and are sent when it answers. `sqrl sync --status` shows them.',
      { status: 0, code: 'provider', cause: error },
    );
  }
  const said = isDeep(text, MAX_DEPTH) ? undefined : parsedJson(text);
  if (status >= 200 && status < 300 && typeof said === 'object' && said !== null) return said;
  throw refusalOf(url, status, said);
}

/** The address of a hub as it was typed. Keys and texts go there: over TLS, unless it is this machine. */
export function hubAddress(typed: string): string {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Problem(
      `${typed.slice(0, 200)} is not the address of a hub.`,
      'It begins with https://, or with http:// on this machine: https://hub.example.com.',
      'usage',
    );
  if (url.username || url.password || url.search || url.hash)
    throw new Problem(
      `The address of a hub has no user, password or query: ${url.host}.`,
      'Example: https://hub.example.com.',
      'usage',
    );
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal))
    throw new Problem(
      `${url.origin} is not encrypted, and memories would be sent to it.`,
      'Use https://, or http:// on this machine.',
      'usage',
    );
  return url.origin + url.pathname.replace(/\/+$/, '');
}

async function boundedText(reply: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of reply.body ?? []) {
    size += part.length;
    if (size > MAX_REPLY_BYTES)
      throw new HubProblem(
        `The hub's reply is larger than ${MAX_REPLY_BYTES / 1_000_000} MB, and was not read.`,
        'Check the address: `sqrl sync --status`.',
        { status: reply.status, code: 'provider' },
      );
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function refusalOf(url: string, status: number, said: unknown): HubProblem {
  const { code, message, hint } = (said ?? {}) as Record<string, unknown>;
  const failure = typeof code === 'string' ? code.slice(0, 40) : undefined;
  if (status === 401)
    return new HubProblem(
      `The hub at ${url} does not know the key of this device: it was revoked.`,
      'Ask for a new code and run `sqrl login` again. What came from the hub stays here until `sqrl logout`.',
      { status, failure, code: 'forbidden' },
    );
  const words = (value: unknown) => (typeof value === 'string' ? value.slice(0, 300) : '');
  if (failure === undefined || words(message) === '')
    return new HubProblem(
      `${url} answered with status ${status}, and not as a hub does.`,
      'Check the address, and that the hub runs.',
      { status, failure, code: 'provider' },
    );
  return new HubProblem(`The hub says: ${words(message)}`, words(hint), {
    status,
    failure,
    code: status === 404 ? 'not_found' : status === 403 ? 'forbidden' : 'invalid',
  });
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error;
  const { code, message: inner } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? inner ?? message;
};

/** A record of a reply; undefined where it is not one that this program understands. It costs that record only. */
export function recordIn(said: unknown): HubRecord | undefined {
  if (!Array.isArray(said)) return undefined;
  const line = lineOf(said[1], said[0], said[2]);
  const known = recordFacts.safeParse(said[3]);
  if (!line || !known.success || !(HUB_KINDS as readonly string[]).includes(line.kind)) return undefined;
  return [line.kind as HubRecord[0], line.id, line.state, known.data];
}
