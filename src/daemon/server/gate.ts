import { createHash, timingSafeEqual } from 'node:crypto';

/** Why a request is not answered. */
export interface Refusal {
  status: 401 | 403 | 405 | 415;
  message: string;
}

/** What the gate looks at. */
export interface Knock {
  method: string;
  path: string;
  header(name: string): string | undefined;
}

/** Says why a request is not let in: no web page, no other machine's name for this one, nobody without the token. */
export function refusalOf(
  { method, path, header }: Knock,
  { port, token }: { port: number; token: string },
): Refusal | undefined {
  // A page may make its own name lead to this machine; the browser then still says by which name it came.
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(header('host') ?? '')) return { status: 403, message: 'This is not my name.' };
  const origin = header('origin');
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`))
    return { status: 403, message: 'No web page is let in.' };
  const site = header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return { status: 403, message: 'No web page is let in.' };
  if (method !== 'GET' && method !== 'POST') return { status: 405, message: `${method} is not understood.` };
  // A form of a foreign page cannot send this type unasked.
  if (method === 'POST' && !/^application\/json\s*(;|$)/i.test(header('content-type') ?? ''))
    return { status: 415, message: 'Send JSON, with its content type.' };
  if (path === HELLO) return undefined;
  const said = /^Bearer ([\w-]+)$/.exec(header('authorization') ?? '')?.[1];
  if (said === undefined || !isSame(said, token))
    return { status: 401, message: 'The token is missing or wrong; it stands in daemon.json.' };
  return undefined;
}

/** The one address that needs no token: it proves that the daemon knows it, and tells nothing else. */
export const HELLO = '/v1/hello';

/** Compares in a time that says nothing about where they differ. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
