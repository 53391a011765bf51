import { randomInt } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { ListenOptions } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Problem } from '@sqrl/base/problem.ts';
import { daemonSocketPath } from '../../protocol/daemon-file.ts';
import { appOf } from './app.ts';
import type { ActiveCalls } from './calls.ts';
import type { ServerContext } from './context.ts';

const GRACE_MS = 300;

export type RunningServer = Awaited<ReturnType<typeof serve>>;

/** Answers on an unpredictable port of 127.0.0.1, to this machine alone. */
export async function serve(context: ServerContext & { listen(port: number): void }, home: string) {
  const calls: ActiveCalls = new Map();
  const app = appOf(context, calls);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = newServer(listener);
  const port = await listenAnywhere(server);
  context.listen(port);
  let side: Server | undefined;
  return {
    port,
    /**
     * Answers at a file in the home too, where the system has such doors. For once the token is written down: who finds
     * this door shows the token that it has read, and that of a daemon before this one would be refused.
     */
    async openDoor(): Promise<void> {
      side = await besides(listener, daemonSocketPath(home)).catch((error: Error) => {
        context.log.line(`could not open the hook socket; hooks use the port instead: ${error.message}`);
        return undefined;
      });
    },
    /** Ends all calls, and lets them say what came of them for a moment. */
    async close(): Promise<void> {
      for (const call of calls.values()) call.abort();
      await Promise.all([server, side].map((each) => each && closing(each)));
    },
  };
}

function newServer(listener: RequestListener): Server {
  const server = createServer(
    {
      requestTimeout: 60_000,
      headersTimeout: 10_000,
      // Slow clients are only found by this check; its default is twice a minute.
      connectionsCheckingInterval: 5000,
      keepAliveTimeout: 5000,
      maxHeaderSize: 16_384,
    },
    listener,
  );
  server.maxConnections = 512;
  server.maxRequestsPerSocket = 0;
  // A connection that breaks before it is a request gets no response.
  server.on('clientError', (_, socket) => socket.destroy());
  return server;
}

/** The same at a file that only its owner can open: who finds it needs no proof of whose it is. */
async function besides(listener: RequestListener, path: string | undefined): Promise<Server | undefined> {
  if (path === undefined) return undefined;
  // Of one that was killed; who holds the lock of the home is the only one to be here.
  rmSync(path, { force: true });
  const server = newServer(listener);
  await listening(server, { path });
  chmodSync(path, 0o600);
  return server;
}

async function closing(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const hard = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearTimeout(hard);
}

/**
 * Listens on a random port, and never on purpose on the last daemon's: another user may have listened there in between
 * and left scripts in the browser that would run in our page. For the same reason it gives up where most ports are
 * taken, instead of letting the system choose: the program that took them would have chosen for us.
 */
async function listenAnywhere(server: Server): Promise<number> {
  for (let i = 0; i < MAX_PORT_TRIES; i++) {
    const port = randomInt(FIRST_PORT, LAST_PORT + 1);
    try {
      await listening(server, { host: '127.0.0.1', port });
      return port;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    }
  }
  throw new Problem(
    `No free port found: ${MAX_PORT_TRIES} random ports from ${FIRST_PORT} to ${LAST_PORT} are all taken.`,
    'Another program uses most ports of this machine; `ss -ltnp` or `netstat -an` shows which one.',
    'store',
  );
}

/** The range that is registered to no service. */
const FIRST_PORT = 49_152;
const LAST_PORT = 65_535;
const MAX_PORT_TRIES = 64;

function listening(server: Server, at: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...at, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
