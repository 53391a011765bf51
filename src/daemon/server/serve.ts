import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { appOf } from './app.ts';
import type { Calls } from './calls.ts';
import type { House } from './house.ts';

/** A server that answers on a port of this machine, to this machine alone. */
export interface Serving {
  port: number;
  /** Ends all calls, and lets them say what came of them for a moment. */
  close(): Promise<void>;
}

const GRACE_MS = 300;

/** Answers on a free port of 127.0.0.1. */
export async function serve(house: House & { listen(port: number): void }): Promise<Serving> {
  const calls: Calls = new Map();
  const app = appOf(house, calls);
  const server = createServer(
    { requestTimeout: 60_000, headersTimeout: 10_000, keepAliveTimeout: 5000, maxHeaderSize: 16_384 },
    getRequestListener(app.fetch, { overrideGlobalObjects: false }),
  );
  server.maxConnections = 512;
  server.maxRequestsPerSocket = 0;
  // What breaks before it is a request has nobody to be told to.
  server.on('clientError', (_, socket) => socket.destroy());
  await listening(server);
  const { port } = server.address() as AddressInfo;
  house.listen(port);
  return {
    port,
    async close() {
      for (const call of calls.values()) call.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const hard = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await closed;
      clearTimeout(hard);
    },
  };
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0, exclusive: true }, () => resolve());
  });
}
