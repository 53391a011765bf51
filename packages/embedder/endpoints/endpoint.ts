import querystring from 'node:querystring';
import { setTimeout as sleep } from 'node:timers/promises';
import { circuit, ProviderFault } from './circuit.ts';
import { ProviderUnreachable, refusal, TimedOut, waitBeforeRetry } from './http-fault.ts';

/** Where a provider is reached, and with what patience. */
export interface EndpointOptions {
  url: string;
  apiKey?: string | undefined;
  timeoutMs?: number | undefined;
  /** How long a provider that failed is left alone. */
  restMs?: number | undefined;
}

/** A provider behind HTTP. What goes wrong arrives as EmbedderDown, in a sentence without secrets. */
export interface Endpoint {
  /** What people know it as: "Ollama at http://localhost:11434". */
  readonly name: string;
  /** Runs calls under the breaker: after a failure the next ones fail at once for a while. */
  guard<T>(work: () => Promise<T>): Promise<T>;
  /** Sends JSON, or asks plainly where there is nothing to send, and gives back the JSON of the answer. */
  ask(path: (url: URL) => string, body?: unknown): Promise<unknown>;
  /** Ends what is asked now, however long the provider would still have taken. */
  abort(): void;
}

const REST = 30_000;
const TIMEOUT = 20_000;
/** More than any honest answer has: 2,000 vectors of 4,096 numbers do not come in one piece. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** Makes the connection to a provider; nothing is sent before the first question. */
export function endpoint(provider: string, options: EndpointOptions): Endpoint {
  const url = URL.canParse(options.url) ? new URL(options.url) : undefined;
  const name = url ? `${provider} at ${url.origin}` : provider;
  const headers = headersFor(url, options.apiKey);
  const timeoutMs = options.timeoutMs ?? TIMEOUT;
  const hide = hider([options.apiKey, url?.password, headers?.authorization]);
  let stop = new AbortController();

  async function once(target: string, body: unknown, stopped: AbortSignal): Promise<unknown> {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await fetch(target, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
        // Texts go where the person said and nowhere else.
        redirect: 'manual',
        signal: AbortSignal.any([timeout, stopped]),
      });
      const text = await readAll(answer);
      if (answer.status >= 300) throw refusal(name, answer, hide(text));
      if (text === undefined) throw new ProviderFault(`${name} sent a response that is too large.`);
      return parse(text);
    } catch (error) {
      if (error instanceof ProviderFault) throw error;
      if (stopped.aborted) throw new ProviderFault(`The request to ${name} was cancelled.`, false);
      if (timeout.aborted) throw new TimedOut(name, timeoutMs);
      throw new ProviderUnreachable(name, codeOf(error));
    }
  }

  function parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw new ProviderFault(
        `${name} did not respond with JSON. Check that the URL is that of the right service.`,
      );
    }
  }

  async function ask(path: (url: URL) => string, body?: unknown): Promise<unknown> {
    if (!url?.protocol.startsWith('http'))
      throw new ProviderFault(`${provider} has no valid URL. Set one such as http://localhost:11434.`);
    if (!headers)
      throw new ProviderFault(`The API key for ${name} contains invalid characters. Enter it again.`);
    const target = `${url.origin}${path(url)}${url.search}`;
    const { signal } = stop;
    try {
      return await once(target, body, signal);
    } catch (error) {
      const wait = waitBeforeRetry(error);
      if (wait === undefined || wait > timeoutMs) throw error;
      await sleep(wait, undefined, { signal }).catch(() => {});
      return await once(target, body, signal);
    }
  }

  return {
    name,
    ask,
    guard: circuit(options.restMs ?? REST),
    abort() {
      stop.abort();
      stop = new AbortController();
    },
  };
}

/** Appends a path to the one a person gave, unless they gave the whole already. */
export function under(url: URL, path: string): string {
  const given = url.pathname.replace(/\/+$/, '');
  return given.endsWith(path) ? given : given + path;
}

function headersFor(url: URL | undefined, apiKey: string | undefined): Record<string, string> | undefined {
  const key = apiKey?.trim();
  if (key) return /^[\x21-\x7e]+$/.test(key) ? { authorization: `Bearer ${key}` } : undefined;
  if (!url?.username) return {};
  const pair = [url.username, url.password].map((part) => querystring.unescape(part)).join(':');
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Takes secrets out of what a server says: some repeat the key they refuse. */
function hider(secrets: readonly (string | undefined)[]): (text: string | undefined) => string | undefined {
  const known = secrets
    .flatMap((secret) => [secret, secret?.trim(), secret?.split(' ')[1]])
    .filter((s) => s !== undefined);
  return (text) =>
    known.filter((s) => s.length > 3).reduce<string | undefined>((t, s) => t?.replaceAll(s, '…'), text);
}

async function readAll(answer: Response): Promise<string | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function codeOf(error: unknown): string {
  const cause =
    error instanceof Error ? (error.cause as { code?: unknown; name?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' ? cause.code : 'no connection';
}
