import type { Agent } from 'node:http';
import { parsedJson } from '@sqrl/base/json.ts';
import { request } from '@sqrl/base/node-http.ts';
import type { DaemonFile } from './daemon-file.ts';
import { NDJSON, type WireLine } from './wire.ts';

/** The daemon is not there, or went away in the middle of an answer. */
export class DaemonGone extends Error {
  /** It is there and takes its time. */
  readonly busy: boolean;

  constructor(message: string, busy = false) {
    super(message);
    this.busy = busy;
  }
}

export interface HttpRequest {
  method?: 'GET' | 'POST';
  /** With the question mark and what stands behind it. */
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  agent?: Agent | undefined;
  /** Without it the token is not shown. */
  token?: boolean;
  /** How long the whole may take. */
  timeoutMs?: number;
  /** Called with every line but the last; without it the answer is one JSON value. */
  onLine?: ((line: WireLine) => void) | undefined;
  signal?: AbortSignal;
}

/** Asks the daemon one thing: its status and what it said, which is the last line where lines were wanted. */
export function askDaemon(
  daemon: DaemonFile,
  asking: HttpRequest,
): Promise<{ status: number; said: Record<string, unknown> }> {
  const { method = 'POST', path, headers, agent, token = true, timeoutMs, onLine, signal } = asking;
  const body = asking.body === undefined ? undefined : JSON.stringify(asking.body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: daemon.host,
        port: daemon.port,
        method,
        path,
        ...(agent && { agent }),
        ...(signal && { signal }),
        headers: {
          ...(token && { authorization: `Bearer ${daemon.token}` }),
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
          ...(onLine && { accept: NDJSON }),
          ...headers,
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        const isLines = answer.headers['content-type']?.startsWith(NDJSON) === true;
        answer.on('data', (part: Buffer) => {
          if (isLines && part.includes(10)) hear(parts, part, onLine);
          else parts.push(part);
        });
        answer.on('error', (error) => fail(new DaemonGone(error.message)));
        answer.on('end', () => {
          clearTimeout(timer);
          const text = Buffer.concat(parts).toString();
          const said = parsedJson(text) as Record<string, unknown> | undefined;
          if (said === undefined || !answer.complete) fail(new DaemonGone('The response was cut off.'));
          else resolve({ status: answer.statusCode!, said });
        });
      },
    );
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            fail(new DaemonGone(`Timed out after ${timeoutMs} ms.`, true));
            sent.destroy();
          }, timeoutMs);
    sent.on('error', (error) => fail(signal?.aborted ? error : new DaemonGone(error.message)));
    sent.end(body);
  });
}

/** Hands on whole lines, and keeps what may still go on: the last line is the answer itself. */
function hear(parts: Buffer[], part: Buffer, onLine: HttpRequest['onLine']): void {
  const lines = Buffer.concat([...parts, part])
    .toString()
    .split('\n');
  parts.length = 0;
  const open = lines.pop()!;
  for (const line of lines) {
    const said = parsedJson(line) as WireLine | undefined;
    if (said && 'progress' in said) onLine?.(said);
    else if (line !== '') parts.push(Buffer.from(line));
  }
  if (open !== '') parts.push(Buffer.from(open));
}
