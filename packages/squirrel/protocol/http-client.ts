import { randomUUID } from 'node:crypto';
import { Agent } from '@sqrl/base/node-http.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { CallOptions, VerbClient } from './client.ts';
import { type DaemonFile, stoppedAt } from './daemon-file.ts';
import { askDaemon, DaemonGone, type HttpRequest } from './http-ask.ts';
import { type DaemonAddress, reachDaemon } from './reach-daemon.ts';
import type { Input, Output, Verb, WireNotice } from './verbs.ts';
import { CALL_HEADER, type CallScope, queryOf, type WireError } from './wire.ts';

/** How long a call that was ended may take to say what came of it. */
const ENDING_MS = 5000;

/**
 * A client that speaks to the daemon; undefined where none runs and none is to be started. Where the daemon dies in
 * between, another one is started and asked once more, unless a person stopped it meanwhile.
 */
export async function connectDaemon(
  reach: DaemonAddress,
  place: CallScope = {},
): Promise<VerbClient | undefined> {
  const first = await reachDaemon(reach);
  if (!first) return undefined;
  let daemon: DaemonFile = first;
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const query = queryOf(place);
  const stopMark = () => stoppedAt(reach.home, Number.POSITIVE_INFINITY);
  const { notices } = await again(() => ask<{ notices: WireNotice[] }>('open', {}));

  async function ask<T>(name: string, input: unknown, options: CallOptions = {}): Promise<T> {
    const { onProgress, signal } = options;
    if (signal?.aborted) throw interrupted();
    const call = randomUUID();
    const cut = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      // A cancelled call still reports how far it came; if it does not in time, the connection is closed.
      const cancel: HttpRequest = { path: `/v1/cancel?call=${call}`, body: {}, timeoutMs: ENDING_MS };
      askDaemon(daemon, cancel).catch(() => {});
      timer = setTimeout(() => cut.abort(), ENDING_MS);
    };
    signal?.addEventListener('abort', end, { once: true });
    try {
      const { status, said } = await askDaemon(daemon, {
        path: `/v1/${name}${query}`,
        body: input,
        headers: { [CALL_HEADER]: call },
        agent,
        signal: cut.signal,
        onLine: onProgress && ((line) => 'progress' in line && onProgress(...line.progress)),
      });
      // Another daemon may have taken the place of the one whose token this is.
      if (status === 401) throw new DaemonGone('The token is out of date.');
      if ('error' in said) throw troubleOf(said.error as WireError);
      return ('output' in said ? said.output : said) as T;
    } catch (error) {
      if (cut.signal.aborted) throw interrupted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }

  async function again<T>(work: () => Promise<T>): Promise<T> {
    const lastStop = stopMark();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DaemonGone)) throw error;
      const stop = stopMark();
      if (stop !== undefined && stop !== lastStop) throw stopped();
      const other = await reachDaemon({ ...reach, ifMissing: 'start' });
      if (!other) throw left(error);
      daemon = other;
      return await work().catch((later) => {
        throw later instanceof DaemonGone ? left(later) : later;
      });
    }
  }

  const close = async () => agent.destroy();
  return {
    notices,
    call: <V extends Verb>(verb: V, input: Input<V>, options: CallOptions = {}) =>
      again(() => ask<Output<V>>(verb, input, options)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

const interrupted = (): Problem => new Problem('Interrupted.', '', 'cancelled');

const stopped = (): Problem =>
  new Problem(
    'The daemon was stopped before it answered.',
    'Run `sqrl start` and the command again, or pass --no-daemon.',
    'cancelled',
  );

const left = ({ message }: DaemonGone): Problem =>
  new Problem(`Lost the connection to the daemon: ${message}`, 'Try again, or pass --no-daemon.', 'store');

function troubleOf({ message, hint, code }: WireError): Error {
  if (code === 'unexpected' || code === 'unauthorised' || code === 'too_large')
    return code === 'unexpected' ? new Error(message) : new Problem(message, hint, 'invalid');
  return new Problem(message, hint, code);
}
