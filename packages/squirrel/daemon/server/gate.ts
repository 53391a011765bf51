import { createHash, timingSafeEqual } from 'node:crypto';
import { PANEL_HEADER } from '../../protocol/live.ts';
import { requestSignature } from '../../protocol/panel-pass.ts';
import { isVerb } from './calls.ts';
import { isOfPage } from './page.ts';
import type { PageAccess } from './page-access.ts';

export interface RequestRefusal {
  status: 401 | 403 | 405 | 415;
  message: string;
}

export interface GateRequest {
  method: string;
  path: string;
  /** The question mark and what follows it; empty where there is none. */
  query: string;
  header(name: string): string | undefined;
  body(): Promise<string>;
}

export interface GateCredentials {
  port: number;
  token: string;
  access: PageAccess;
}

/** Why a request is refused: a foreign page, an unexpected Host header, or neither token nor pass. */
export async function requestRefusal(
  request: GateRequest,
  { port, token, access }: GateCredentials,
): Promise<RequestRefusal | undefined> {
  const { method, path, header } = request;
  // A page may make its own name lead to this machine; the browser then still says by which name it came.
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(header('host') ?? ''))
    return { status: 403, message: 'Forbidden: unexpected Host header.' };
  const origin = header('origin');
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`))
    return { status: 403, message: 'Forbidden: cross-origin requests are not allowed.' };
  const site = header('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && !isLaunch(request))
    return { status: 403, message: 'Forbidden: cross-origin requests are not allowed.' };
  if (method !== 'GET' && method !== 'POST')
    return { status: 405, message: `Method not allowed: ${method}. Use GET or POST.` };
  // A form of a foreign page cannot send this type unasked.
  if (method === 'POST' && !/^application\/json\s*(;|$)/i.test(header('content-type') ?? ''))
    return { status: 415, message: 'Unsupported media type: send application/json.' };
  // The page's files are the same for every user and contain no data.
  if (path === HELLO || (method === 'GET' && isOfPage(path))) return undefined;
  const said = /^Bearer ([\w-]+)$/.exec(header('authorization') ?? '')?.[1];
  if (said !== undefined ? isSame(said, token) : await isSigned(request, port, access)) return undefined;
  return { status: 401, message: 'Unauthorized: token missing or wrong. The token is in daemon.json.' };
}

/** The one address of the protocol that needs no token: it proves that the daemon knows it, and tells nothing else. */
export const HELLO = '/v1/hello';

/** Where a page turns its launch key into a pass. */
export const ENTER = '/v1/enter';

/** The id of the secret that a page signs with. */
export const signerOf = (header: string | undefined): string => (header ?? '').split('.')[0]!;

/** Whether a browser comes from the launch file, which counts as a foreign page: to the page itself, at the top of a window. */
const isLaunch = ({ method, path, header }: GateRequest): boolean =>
  method === 'GET' &&
  path === '/' &&
  header('sec-fetch-mode') === 'navigate' &&
  header('sec-fetch-dest') === 'document';

/**
 * Whether our own page has signed a request. With a pass it may call verbs and listen to news; everything else the
 * daemon does takes the token.
 */
async function isSigned(request: GateRequest, port: number, access: PageAccess): Promise<boolean> {
  const { method, path, query, header } = request;
  // By its other name it would not be the page that we led the browser to: another user can answer at [::1].
  if (header('host') !== `127.0.0.1:${port}`) return false;
  // A browser says where a post comes from.
  if (method === 'POST' && header('origin') !== `http://127.0.0.1:${port}`) return false;
  const said = header(PANEL_HEADER);
  const secret = secretFor(method, path)(signerOf(said));
  if (secret === undefined) return false;
  const signature = requestSignature(secret, { method, path: path + query, body: await request.body() });
  return isSame(said!, `${signerOf(said)}.${signature}`);

  function secretFor(method: string, path: string): (id: string) => string | undefined {
    if (method === 'POST' && path === ENTER) return access.keyOf;
    const isForPages =
      method === 'GET' ? path === LIVE : path.startsWith('/v1/') && isVerb(path.slice('/v1/'.length));
    return isForPages ? access.passOf : () => undefined;
  }
}

/** Where a page hears what changes. */
export const LIVE = '/v1/live';

/** Compares in a time that says nothing about where they differ. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
