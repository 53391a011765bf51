import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Problem } from '@sqrl/base/problem.ts';
import { type AccountsWish, checkAccounts, openAccounts } from './accounts/open.ts';
import { type HubContext, hubApp } from './app.ts';
import { backupHub } from './backup.ts';
import { hashed } from './caller.ts';
import type { HubDb } from './db.ts';
import { holdFolder, listening } from './hold-folder.ts';
import { networkOf } from './limits.ts';
import { newsOf } from './live.ts';
import { fileAt, type HubPlace, openHubDb } from './open.ts';
import { carryOut, isOperation, type OperatorInvite } from './operate.ts';
import { expireAll } from './retention.ts';

export interface ServeOptions extends HubPlace {
  host: string;
  port: number;
  /** Files with certificate and key. */
  tls: { cert: string; key: string } | undefined;
  /** A proxy in front has TLS, and says who asks. */
  behindProxy: boolean;
  /** Reads the metrics from elsewhere too; without it only this machine does. */
  metricsToken?: string | undefined;
  /** People have accounts; left out, they have codes only. */
  accounts?: AccountsWish | undefined;
}

export interface ServedHub {
  url: string;
  engine: HubDb['engine'];
  first: OperatorInvite | undefined;
  accountPage: string | undefined;
}

/** Is the hub until the signal aborts. */
export async function serveHub(
  options: ServeOptions,
  world: {
    now(): number;
    log(line: string): void;
    signal: AbortSignal;
    onReady(hub: ServedHub): void;
    onRequest?: HubContext['onRequest'];
  },
): Promise<void> {
  const { folder, database, host, tls } = options;
  const { now, log, signal } = world;
  refusePlainText(options);
  if (options.accounts) checkAccounts(options.accounts, options);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stopped = new AbortController();
  let db: HubDb | undefined;
  let server: Server | undefined;
  let accounts: Awaited<ReturnType<typeof openAccounts>> | undefined;
  const held =
    database === undefined
      ? await holdFolder(
          folder,
          operator(() => db, now),
        )
      : undefined;
  try {
    db = await openHubDb(options, log);
    let listener: RequestListener = (_, response) => response.writeHead(503).end();
    server = serverOf((request, response) => listener(request, response), options);
    await listenAt(server, options);
    const { port } = server.address() as AddressInfo;
    const name = host.includes(':') ? `[${host}]` : host;
    const url = `${tls ? 'https' : 'http'}://${name}:${port}`;
    if (options.accounts) accounts = await openAccounts(options.accounts, { ...options, db, url, now, log });
    const news = newsOf(db.words?.send);
    void db.words?.listen(news.hear, stopped.signal);
    const context: HubContext = {
      ...{ db, news, onRequest: world.onRequest, mayWatch: mayWatch(options.metricsToken) },
      now,
      log,
      addressOf: addressOf(options.behindProxy),
      accounts,
    };
    listener = getRequestListener(hubApp(context).fetch, { overrideGlobalObjects: false });
    const hourly = setInterval(() => void lookAfter(db!), CHECK_MS);
    await lookAfter(db);
    world.onReady({
      ...{ url, engine: db.engine, first: await firstInvite(db) },
      accountPage: accounts && `${accounts.origin}/account`,
    });
    if (!signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    clearInterval(hourly);
  } finally {
    stopped.abort();
    if (server?.listening) await closed(server);
    await accounts?.close();
    await db?.close();
    if (held) await closed(held);
  }

  async function lookAfter(of: HubDb): Promise<void> {
    try {
      const erased = await expireAll(of, now());
      if (erased > 0) log(`retention: erased ${erased} records`);
    } catch (error) {
      log(`retention failed: ${(error as Error).message}`);
    }
    if (of.engine !== 'PGlite') return;
    try {
      await dumpDaily(of, join(folder, 'backups'), now());
    } catch (error) {
      log(`daily backup failed: ${(error as Error).message}`);
    }
  }

  async function firstInvite(of: HubDb): Promise<OperatorInvite | undefined> {
    const people = await of.asOperator((query) => query('select 1 from hub.person limit 1'));
    return people.length > 0 ? undefined : ((await carryOut(of, 'invite', {}, now())) as OperatorInvite);
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

function refusePlainText({ host, tls, behindProxy }: ServeOptions): void {
  if (isLoopback(host) || tls || behindProxy) return;
  throw new Problem(
    `${host} can be reached from other machines, and without TLS keys and memories would cross the network in plain text.`,
    'Pass --tls-cert and --tls-key, or --behind-proxy if a proxy in front has TLS.',
    'usage',
  );
}

function serverOf(listener: RequestListener, { tls, behindProxy }: ServeOptions): Server {
  const limits = {
    // Until head and body of a request are there, and how often that is looked at.
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
  };
  const server = tls
    ? createTlsServer(
        { ...limits, handshakeTimeout: 5_000, cert: fileAt(tls.cert), key: fileAt(tls.key) },
        listener,
      )
    : createServer(limits, listener);
  server.maxConnections = 2048;
  // A proxy is one address, and has limits of its own.
  if (!behindProxy) limitSockets(server);
  server.on('clientError', (_, socket) => socket.destroy());
  return server;
}

/** Of one network at a time; a device that waits for news holds one. */
const MAX_SOCKETS = 256;

function limitSockets(server: Server): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const n = open.get(network) ?? 0;
    if (n >= MAX_SOCKETS) return void socket.destroy();
    open.set(network, n + 1);
    socket.once('close', () => {
      const left = open.get(network)! - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

const listenAt = (server: Server, { host, port }: ServeOptions): Promise<void> =>
  listening(server, { host, port }).catch((error: Error) => {
    const message = `Could not listen at ${host}:${port}: ${error.message}.`;
    throw new Problem(message, 'Pass another --port.', 'usage', error);
  });

function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return done;
}

/** Behind a proxy the last address is the one that the proxy saw. */
const addressOf =
  (behindProxy: boolean): HubContext['addressOf'] =>
  (headers, env) => {
    const forwarded = behindProxy ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
    return forwarded || peerOf(env) || 'unknown';
  };

const peerOf = (env: unknown): string =>
  (env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined)?.incoming?.socket
    ?.remoteAddress ?? '';

/** Who may read the metrics: a program on this machine that no proxy passed on, or one that has the token. */
const mayWatch = (token: string | undefined) => (headers: Headers, env: unknown) => {
  if (token !== undefined) return hashed(headers.get('authorization') ?? '') === hashed(`Bearer ${token}`);
  const isHere = isLoopback(peerOf(env).replace(/^::ffff:/i, ''));
  return isHere && !headers.has('x-forwarded-for') && !headers.has('forwarded');
};

/** Answers commands of the person who runs the hub, at a socket that only they can open. */
function operator(db: () => HubDb | undefined, now: () => number): RequestListener {
  return async (request, response) => {
    const verb = (request.url ?? '').slice(1);
    const of = db();
    const reply = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
    if (!of || !isOperation(verb)) return reply(503, {});
    try {
      let text = '';
      for await (const piece of request.setEncoding('utf8')) text += piece;
      return reply(200, await carryOut(of, verb, JSON.parse(text), now()));
    } catch (error) {
      const { message, hint = '' } = error as Problem;
      return reply(500, { problem: { message, hint } });
    }
  };
}

const CHECK_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** An erased text is in backups for this long. */
const KEPT_DAYS = 30;

/** One backup a day, by the calendar of UTC. */
async function dumpDaily(db: HubDb, folder: string, now: number): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const named = (at: number) => `hub-${new Date(at).toISOString().slice(0, 10)}.jsonl.gz`;
  const file = join(folder, named(now));
  if (!existsSync(file)) await backupHub(db, file, now);
  const oldest = named(now - KEPT_DAYS * DAY_MS);
  for (const name of readdirSync(folder))
    if (/^hub-\d{4}-\d\d-\d\d\.jsonl\.gz$/.test(name) && name < oldest) rmSync(join(folder, name));
}
