import { createHash, timingSafeEqual } from 'node:crypto';
import { PANEL_HEADER } from '../../protocol/live.ts';
import type { Visitors } from './visitors.ts';

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

/** Whom the gate lets in. */
export interface Guests {
  port: number;
  token: string;
  visitors: Visitors;
}

/** Says why a request is not let in: no foreign page, no other machine's name for this one, nobody without token or pass. */
export function refusalOf(knock: Knock, { port, token, visitors }: Guests): Refusal | undefined {
  const { method, path, header } = knock;
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
  if (path === HELLO || path === LAUNCH) return undefined;
  const said = /^Bearer ([\w-]+)$/.exec(header('authorization') ?? '')?.[1];
  if (said !== undefined ? isSame(said, token) : isGuest(knock, port, visitors)) return undefined;
  return { status: 401, message: 'The token is missing or wrong; it stands in daemon.json.' };
}

/** The one address of the protocol that needs no token: it proves that the daemon knows it, and tells nothing else. */
export const HELLO = '/v1/hello';

/** Where a browser trades its key for a pass. */
export const LAUNCH = '/launch';

/** The cookie's name; by port, since all ports of a machine share their cookies. */
export const cookieName = (port: number): string => `sqrl_${port}`;

/** Whether it is our own page: by its cookie for its files, by both halves of its pass for everything else. */
function isGuest({ method, path, header }: Knock, port: number, visitors: Visitors): boolean {
  const cookie = cookieOf(header('cookie') ?? '', cookieName(port));
  if (method === 'GET' && !path.startsWith('/v1/')) return visitors.isKnown(cookie);
  // A browser says where a post comes from; who does not say it is none, and has the token.
  if (method === 'POST' && header('origin') === undefined) return false;
  return visitors.mayCall(cookie, header(PANEL_HEADER));
}

function cookieOf(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const at = part.indexOf('=');
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** Compares in a time that says nothing about where they differ. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
