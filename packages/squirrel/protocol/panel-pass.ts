import { createHash, createHmac } from 'node:crypto';

// What a page of the panel and the daemon compute from a secret that both know: the key of a launch, or the pass a page
// made of it. Neither is ever sent. `dashboard/calls/pass.ts` computes the same with the browser's own functions.

/** The parts of a request that a page signs. */
export interface SignedRequest {
  method: string;
  /** With the question mark and the query. */
  path: string;
  body: string;
}

/** The public name of a secret. */
export const secretId = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** The pass that a launch key becomes. It differs from the key, so that a key opens the panel once. */
export const passFrom = (key: string, nonce: string): string => mac(key, `pass\0${nonce}`);

/** Proves that a request comes from a page that knows the secret. */
export const requestSignature = (secret: string, { method, path, body }: SignedRequest): string =>
  mac(secret, `page\0${method}\0${path}\0${body}`);

const mac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');
