import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runDaemon } from '@sqrl/squirrel/daemon/daemon.ts';
import type { DaemonFile } from '@sqrl/squirrel/protocol/daemon-file.ts';

/** A daemon in this process, with folders of its own. */
export interface Kept extends AsyncDisposable {
  root: string;
  home: string;
  project: string;
  daemon: DaemonFile;
}

/** Runs a daemon that follows nothing, at a home that is where `place` says. */
export async function keepDaemon(
  place: (root: string) => string = (root) => join(root, 'home'),
): Promise<Kept> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-security-')));
  const [home, project] = [place(root), join(root, 'shop')];
  for (const folder of [home, project]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, 'config.toml'), '[daemon]\nfollow = false\n');
  const stop = new AbortController();
  const surroundings = { home, env: { HOME: root }, freeMemory: 1e9, now: Date.now, timeZone: 'UTC' };
  const { promise: ready, resolve: onReady, reject } = Promise.withResolvers<DaemonFile>();
  const options = { surroundings, version: '0.1.0', signal: stop.signal, began: Date.now(), onReady };
  // A test's process must not exit because a busy machine takes long to close it.
  const ended = runDaemon({ ...options, maxCloseMs: 600_000 });
  ended.catch(reject);
  const daemon = await ready;
  return {
    ...{ root, home, project, daemon },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface Sent {
  method?: string | undefined;
  headers?: Record<string, string | undefined>;
  body?: string;
  /** Where it is sent instead of the port. */
  socketPath?: string;
}

/** Sends what anybody might send: the token and type as they should be, unless other ones are given. */
export function send({ daemon }: Pick<Kept, 'daemon'>, path: string, sent: Sent = {}): Promise<Answer> {
  const { method = 'POST', body = '{}', socketPath } = sent;
  const all = {
    authorization: `Bearer ${daemon.token}`,
    'content-type': 'application/json',
    ...sent.headers,
  };
  const headers = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  const to = socketPath ? { socketPath } : { host: '127.0.0.1', port: daemon.port };
  return new Promise((resolve, reject) => {
    const asked = request(
      { ...to, method, path, headers: { host: `127.0.0.1:${daemon.port}`, ...headers } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part) => (text += part));
        answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }));
      },
    );
    asked.on('error', reject);
    asked.end(method === 'GET' ? undefined : body);
  });
}
