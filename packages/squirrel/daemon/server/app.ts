import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { type LiveHello, type LiveNews, PANEL_HEADER } from '../../protocol/live.ts';
import { openapi } from '../../protocol/openapi.ts';
import { tokenProof } from '../../protocol/wire.ts';
import { type ActiveHooks, answerHook } from '../hooks/answer-hook.ts';
import { type ActiveCalls, answerCall, isVerb, MAX_CALLS } from './calls.ts';
import type { ServerContext } from './context.ts';
import { ENTER, HELLO, LIVE, requestRefusal, signerOf } from './gate.ts';
import { isOfPage, pageAt } from './page.ts';
import { exchangeLaunchKey, launch, NONCE } from './page-access.ts';
import { requestScope } from './request-rules.ts';
import { refuseRequest, tooManyRequests, wireErrorOf } from './trouble.ts';

/** What a request may weigh; a whole memory that is read in may weigh more. */
const MAX_REQUEST_BYTES = 16 * 2 ** 20;
const MAX_IMPORT_BYTES = 256 * 2 ** 20;

export function appOf(context: ServerContext, calls: ActiveCalls): Hono {
  const app = new Hono();
  const limited = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: () =>
        refuseRequest(413, `Request too large: the limit is ${maxSize / 2 ** 20} MiB.`, 'too_large'),
    });
  const hooks: ActiveHooks = new Set();
  const [small, large] = [limited(MAX_REQUEST_BYTES), limited(MAX_IMPORT_BYTES)];

  app.use('*', async (c, next) => {
    // As to a wrong token: the client then looks in its home for the daemon that is there now.
    if (!context.isCurrent())
      return refuseRequest(
        401,
        'Unauthorized: the home of this daemon was removed or replaced.',
        'unauthorised',
      );
    const { method, path, raw } = c.req;
    const refusal = await requestRefusal(
      {
        ...{ method, path, query: new URL(c.req.url).search, header: (name) => c.req.header(name) },
        body: () => (method === 'GET' ? Promise.resolve('') : raw.clone().text()),
      },
      { port: context.port(), token: context.token, access: context.access },
    );
    if (refusal) return refuseRequest(refusal.status, refusal.message, 'unauthorised');
    await next();
    c.header('x-content-type-options', 'nosniff');
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
    return undefined;
  });
  app.use('*', (c, next) => (c.req.path === '/v1/import' ? large : small)(c, next));

  app.get(HELLO, (c) => {
    const nonce = c.req.query('nonce') ?? '';
    if (!NONCE.test(nonce)) return refuseRequest(400, 'Missing nonce.', 'usage');
    const page = c.req.query('page');
    const { keyOf, passOf } = context.access;
    const secret = page === undefined ? context.token : (passOf(page) ?? keyOf(page));
    if (secret === undefined)
      return refuseRequest(401, 'Unauthorized: this daemon did not issue the page pass.', 'unauthorised');
    return c.json({ proof: tokenProof(secret, nonce) });
  });
  app.post('/v1/launch', async (c) => c.json(await launch(context, await c.req.text())));
  app.post(ENTER, async (c) => {
    exchangeLaunchKey(context, signerOf(c.req.header(PANEL_HEADER)), await c.req.text());
    return c.json({});
  });
  app.get(LIVE, () => streamNews(context, calls, randomUUID()));
  app.get('/v1/openapi.json', (c) => c.json(openapi(context.version)));
  app.post('/v1/open', async (c) => {
    const name = randomUUID();
    if (calls.size >= MAX_CALLS) return tooManyRequests(`${MAX_CALLS} calls`);
    calls.set(name, new AbortController());
    const opened = context.open(requestScope(queryOf(c.req.url)));
    return Response.json(await opened.finally(() => calls.delete(name)));
  });
  app.post('/v1/hook', async (c) => answerHook(context, c.req.raw, hooks, connectionOf(c.env)));
  app.post('/v1/taken', (c) => {
    context.untaken.taken(c.req.query('receipt') ?? '');
    return c.json({});
  });
  app.post('/v1/cancel', (c) => {
    calls.get(c.req.query('call') ?? '')?.abort();
    return c.json({});
  });
  app.post('/v1/stop', (c) => {
    context.stop('stop requested');
    return c.json({ stopping: true, pid: process.pid }, 202);
  });
  app.post('/v1/:verb', async (c) => {
    const verb = c.req.param('verb');
    return isVerb(verb) ? answerCall(context, calls, verb, c.req.raw) : noSuchThing();
  });
  app.get('*', (c, next) =>
    isOfPage(c.req.path) ? pageAt(c.req.path, c.req.header('accept-encoding') ?? '') : next(),
  );
  app.notFound(noSuchThing);
  app.onError((error) => {
    const { status, error: told } = wireErrorOf(error);
    if (told.code === 'unexpected') context.log.line(`request failed: ${error.stack ?? error.message}`);
    // Node knows no answer with 499 by name, and sends it all the same.
    return refuseRequest(status, told.message, told.code, told.hint);
  });
  return app;
}

const connectionOf = (bindings: unknown): Socket | undefined =>
  (bindings as Partial<HttpBindings> | undefined)?.incoming?.socket;

const queryOf = (url: string): URLSearchParams => new URL(url).searchParams;

const noSuchThing = (): Response =>
  refuseRequest(404, 'Not found.', 'not_found', 'GET /v1/openapi.json lists all endpoints.');

/** A line now and then shows both ends that the other is there. */
const ALIVE_MS = 10_000;

/** Streams changes for as long as a client listens. */
function streamNews(context: ServerContext, calls: ActiveCalls, name: string): Response {
  const stop = new AbortController();
  let end = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => {
        try {
          controller.enqueue(Buffer.from(text));
        } catch {
          // Its reader has gone without a word.
          end();
        }
      };
      const send = (event: 'hello' | 'news', data: LiveHello | LiveNews) =>
        write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      const unwatch = context.news.watch((news) => send('news', news));
      const alive = setInterval(() => write(':\n\n'), ALIVE_MS).unref();
      end = () => {
        unwatch();
        clearInterval(alive);
        calls.delete(name);
      };
      // Stopping the daemon aborts all calls, and this is one.
      calls.set(name, stop);
      stop.signal.addEventListener('abort', () => {
        end();
        try {
          controller.close();
        } catch {
          // Closed from the other side.
        }
      });
      send('hello', context.hello());
    },
    cancel: () => end(),
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  });
}
