import { CallError, gone } from './trouble.ts';

// How a page and the daemon know each other. Both compute from a secret that is never sent; `packages/squirrel/protocol/panel-pass.ts` is
// the daemon's side of it. A daemon forgets all of it when it ends, so that whoever listens on its port afterwards learns
// nothing from an open page.

const KEPT = 'sqrl-pass';
/** How long a proof may take: a browser asks six things of a daemon at a time, and this one may have to wait for its turn. */
const PROOF_MS = 60_000;
let entering: Promise<void> | undefined;
let proving: Promise<void> | undefined;

/** Takes the launch key out of the address and turns it into a pass. */
export function takeKey(): void {
  const key = /^#key=([\w-]+)$/.exec(location.hash)?.[1];
  if (!key) return;
  history.replaceState(null, '', location.pathname + location.search);
  // A page that had a pass before still has it where this key does not open.
  entering = enter(key).catch(() => {});
}

/** The headers of a request. The daemon has proved itself before they are made; without a proof nothing must be sent. */
export async function signed(method: string, path: string, body = ''): Promise<Record<string, string>> {
  await proven();
  return { 'x-sqrl-panel': await signature(pass(), method, path, body) };
}

/** Has the daemon prove that it is the one that let this page in; throws where it is another, or none. */
export async function proven(): Promise<void> {
  await entering;
  proving ??= prove(pass()).finally(() => {
    proving = undefined;
  });
  await proving;
}

async function enter(key: string): Promise<void> {
  await prove(key);
  const nonce = newNonce();
  const [path, body] = ['/v1/enter', JSON.stringify({ nonce })];
  const headers = {
    'content-type': 'application/json',
    'x-sqrl-panel': await signature(key, 'POST', path, body),
  };
  const answer = await fetch(path, { method: 'POST', headers, body });
  if (answer.ok) localStorage.setItem(KEPT, await mac(key, `pass\0${nonce}`));
}

async function prove(secret: string): Promise<void> {
  const nonce = newNonce();
  const path = `/v1/hello?nonce=${nonce}&page=${await idOf(secret)}`;
  const answer = await fetch(path, { signal: AbortSignal.timeout(PROOF_MS) }).catch(() => {
    throw gone();
  });
  const said = (await answer.json().catch(() => undefined)) as { proof?: unknown } | undefined;
  if (said?.proof !== (await mac(secret, `sqrl\0${nonce}`))) throw locked();
}

function pass(): string {
  const kept = localStorage.getItem(KEPT);
  if (kept === null) throw locked();
  return kept;
}

/** The page has to be opened anew. */
const locked = (): CallError => new CallError({ message: '', hint: '', code: 'unauthorised' });

const signature = async (secret: string, method: string, path: string, body: string): Promise<string> =>
  `${await idOf(secret)}.${await mac(secret, `page\0${method}\0${path}\0${body}`)}`;

const idOf = async (secret: string): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', bytes(secret)));

async function mac(secret: string, text: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes(secret), algorithm, false, ['sign']);
  return hex(await crypto.subtle.sign('HMAC', key, bytes(text)));
}

const newNonce = (): string => hex(crypto.getRandomValues(new Uint8Array(16)).buffer);

const bytes = (text: string) => new TextEncoder().encode(text);

const hex = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');
