import { createHmac } from 'node:crypto';
import type { OnProgress } from '@sqrl/base/messages.ts';
import type { ProblemCode } from '@sqrl/base/problem.ts';

/** The version of what is said over HTTP; it goes up when an older client would no longer be understood. */
export const PROTOCOL = 1;

/** Which memory a call is about. */
export interface CallScope {
  /** The folder whose project is meant, absolute. */
  project?: string | undefined;
  /** How it was called, where that folder is not there. */
  called?: string | undefined;
  /** Only the user's own memory. */
  global?: boolean | undefined;
}

/** An error as it crosses the wire. */
export interface WireError {
  message: string;
  hint: string;
  code: ProblemCode | 'unexpected' | 'unauthorised' | 'too_large';
}

/** One line of an answer that tells how far it has come. */
export type WireLine = { progress: Parameters<OnProgress> } | { output: unknown } | { error: WireError };

/** Lines of JSON, for clients that want progress. */
export const NDJSON = 'application/x-ndjson';

/** Names a call, so that it can be ended politely. */
export const CALL_HEADER = 'x-sqrl-call';

/** A place as it stands behind the question mark of an address. */
export function queryOf({ project, called, global }: CallScope): string {
  const query = new URLSearchParams({
    ...(project !== undefined && { project }),
    ...(called !== undefined && { called }),
    ...(global && { global: '1' }),
  });
  return query.size > 0 ? `?${query}` : '';
}

/** What only who knows the token can answer to a random text: the client knows that it is the daemon before showing the token. */
export const tokenProof = (token: string, nonce: string): string =>
  createHmac('sha256', token).update(`sqrl\0${nonce}`).digest('hex');

/** Where a browser finds the panel: the address, and a private file that leads to it where one could be written. */
export interface Launch {
  /** Holds the launch key: not for the command line of any process. */
  url: string;
  file: string | null;
}
