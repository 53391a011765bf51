import { ProviderFault } from './circuit.ts';

/** An answer that says no. */
export class HttpFault extends ProviderFault {
  readonly status: number;
  /** What the server said, for deciding; shown only where it stands in the message. */
  readonly said: string;

  constructor(message: string, answer: { status: number; said: string; waitMs: number | undefined }) {
    // A request that was refused for what stands in it says nothing about the next one.
    super(message, ![400, 413, 422].includes(answer.status), answer.waitMs);
    this.status = answer.status;
    this.said = answer.said;
  }
}

/** No answer at all. */
export class ProviderUnreachable extends ProviderFault {
  readonly code: string;

  constructor(name: string, code: string) {
    super(`${name} cannot be reached (${code}). Is it running, and is the URL right?`);
    this.code = code;
  }
}

/** No answer in time. */
export class TimedOut extends ProviderFault {
  constructor(name: string, timeoutMs: number) {
    super(`${name} timed out after ${timeoutMs / 1000} s. It may be busy or starting up.`);
  }
}

/** Makes a sentence of an answer that says no. The text must have lost its secrets already. */
export function refusal(name: string, { status, headers }: Response, text = ''): HttpFault {
  const said = errorIn(text);
  const told = said && status !== 401 && status !== 403 ? ` (${said.slice(0, 200)})` : '';
  const message = `${name} responded with ${status}${told}. ${adviceFor(status)}`.trim();
  return new HttpFault(message, { status, said: text, waitMs: waitAsked(headers) });
}

/** Which failures deserve a second try, once, and after how long. */
export function waitBeforeRetry(error: unknown): number | undefined {
  // A kept connection that a restarted server no longer knows: the server itself is well.
  if (error instanceof ProviderUnreachable && ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(error.code))
    return 0;
  return error instanceof HttpFault && (error.status === 429 || error.status === 503)
    ? error.waitMs
    : undefined;
}

/** Finds the sentence in an error body: {error: "…"}, {error: {message}}, {message}, {detail}. */
function errorIn(text: string): string {
  try {
    const body = JSON.parse(text);
    const said = body?.error?.message ?? body?.error ?? body?.message ?? body?.detail;
    return typeof said === 'string' ? said.replace(/\s+/g, ' ').trim().replace(/\.$/, '') : '';
  } catch {
    return '';
  }
}

function adviceFor(status: number): string {
  if (status >= 300 && status < 400) return 'It redirects to another URL: set that URL in the configuration.';
  if (status === 401 || status === 403) return 'Check the API key.';
  if (status === 404) return 'Check the URL and the model name.';
  if (status === 429) return 'Too many requests: try again later.';
  if (status >= 500) return 'The server failed: try again later, or check its log.';
  return '';
}

/** How long a Retry-After header wants us to wait: seconds or a date. */
function waitAsked(headers: Headers): number | undefined {
  const after = headers.get('retry-after');
  if (after === null) return undefined;
  const seconds = Number(after);
  // A date is meant by the server's clock, which it tells along with it.
  const wait = Number.isFinite(seconds)
    ? seconds * 1000
    : Date.parse(after) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
