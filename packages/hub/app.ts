import {
  HUB_LIMITS,
  HUB_PROTOCOLS,
  type HubAsked,
  type HubCall,
  type HubFailure,
  type HubReply,
  hubCalls,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { type Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import { loginRoutes } from './accounts/device-routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { SCIM_PATH } from './accounts/scim.ts';
import type { Accounts } from './accounts/visits.ts';
import { askedIn, jsonIn, MAX_FORM_BYTES, textOf } from './body.ts';
import { asCaller, type Caller, notingDenials } from './caller.ts';
import type { HubDb } from './db.ts';
import { RequestFailure } from './failure.ts';
import { codeGuard, limiter, type Take, tooMany, turnsOf } from './limits.ts';
import { awaitNews, type News } from './live.ts';
import { invite, joinSpace, pair } from './pair.ts';
import { resealSpace } from './reseal.ts';
import { setRetention } from './retention.ts';
import { auditOf, eraseRecord, reviewRecord } from './review.ts';
import { searchSpaces } from './search.ts';
import {
  createSpace,
  devicesOf,
  leaveSpace,
  linkProject,
  membersOf,
  revokeDevice,
  setRole,
} from './spaces.ts';
import { checkProtocol, lockedFirst, syncDevice } from './sync.ts';
import { type AnsweredRequest, watchOf } from './watch.ts';

export interface HubContext {
  db: HubDb;
  news: News;
  now(): number;
  log(line: string): void;
  /** Where a request comes from, as far as the server can tell. */
  addressOf(headers: Headers, env: unknown): string;
  /** Whether a request may read what the hub counts of itself. */
  mayWatch?(headers: Headers, env: unknown): boolean;
  onRequest?: ((request: AnsweredRequest) => void) | undefined;
  /** Left out where people have no accounts: nothing of them can be reached then. */
  accounts?: Accounts | undefined;
}

type Answers<K extends HubCall> = { [C in K]: (at: Caller, asked: HubAsked<C>) => Promise<HubReply<C>> };

const READS: Answers<'members' | 'devices' | 'audit'> = {
  members: membersOf,
  devices: devicesOf,
  audit: auditOf,
};

const WRITES: Answers<
  'spaces' | 'link' | 'invite' | 'role' | 'leave' | 'revoke' | 'review' | 'erase' | 'retention' | 'reseal'
> = {
  spaces: createSpace,
  link: linkProject,
  invite,
  role: setRole,
  leave: leaveSpace,
  revoke: revokeDevice,
  review: reviewRecord,
  erase: eraseRecord,
  retention: setRetention,
  reseal: resealSpace,
};

export function hubApp(context: HubContext): Hono {
  const { db, news, now } = context;
  const guarded = codeGuard();
  const searches = limiter(MAX_SEARCHES);
  const troubles = limiter(MAX_LINES);
  const inTurn = turnsOf();
  const watch = watchOf();
  let underWay = 0;
  const callers = new WeakMap<Context, Pick<AnsweredRequest, 'org' | 'device'>>();
  const app = new Hono();

  app.use('*', async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
    c.header('x-content-type-options', 'nosniff');
  });
  app.use('*', async (c, next) => {
    const began = now();
    await next();
    const route = routePath(c, -1);
    const answered: AnsweredRequest = {
      ...{ method: c.req.method, route: route.includes('*') ? 'other' : route, status: c.res.status },
      ms: Math.max(0, now() - began),
      ...{ address: context.addressOf(c.req.raw.headers, c.env), ...callers.get(c) },
    };
    watch.count(answered);
    context.onRequest?.(answered);
  });
  app.get('/healthz', (c) => c.text('ok\n'));
  app.get('/readyz', async (c) => {
    const isReady = await db.asHub((query) => query('select 1')).catch(() => undefined);
    return isReady ? c.text('ok\n') : c.text('The database does not answer.\n', 503);
  });
  app.get('/metrics', (c) => {
    if (!context.mayWatch?.(c.req.raw.headers, c.env)) return c.notFound();
    return c.text(
      watch.metrics({
        hub_waiting_devices: news.waiting(),
        hub_requests_under_way: underWay,
        ...db.gauges?.(),
      }),
    );
  });

  const { accounts } = context;
  app.get('/v1/hello', (c) =>
    c.json({ squirrel: 'hub', protocol: HUB_PROTOCOLS, now: now(), accounts: accounts !== undefined }),
  );
  if (accounts) {
    loginRoutes(app, context, accounts);
    if (accounts.scim)
      app.all(`${SCIM_PATH}/*`, async (c) => {
        const from = { request: c.req.raw, address: context.addressOf(c.req.raw.headers, c.env) };
        const { reply, changed } = await accounts.auth.provision(
          from,
          await textOf(c.req.raw, MAX_SCIM_BYTES),
        );
        for (const org of changed) news.tell(org);
        return reply;
      });
    app.route('/account', accountRoutes(context, accounts));
  }
  app.post('/v1/pair', async (c) => {
    const address = context.addressOf(c.req.raw.headers, c.env);
    const asked = askedIn('pair', jsonIn(await textOf(c.req.raw, MAX_FORM_BYTES)));
    const judged = guarded({ address, code: asked.code, now: now() }, () =>
      db
        .asHub((query) => pair(query, asked, now()))
        .catch((error) => {
          if (error instanceof RequestFailure && error.body.code === 'code')
            context.log(`pairing refused: wrong code from ${address}`);
          throw error;
        }),
    );
    return c.json(await judged);
  });
  app.get('/v1/live', async (c) => {
    const authorization = c.req.header('authorization');
    const { after } = askedIn('live', c.req.query());
    return c.json(await awaitNews(context, { authorization, after, gone: c.req.raw.signal }));
  });
  app.post('/v1/sync', async (c) => {
    const { org, reply, changed } = await keyed(c, async (at, body, take) => {
      checkProtocol(body);
      const asked = askedIn('sync', body);
      // The database would let pushes wait with a connection each, and soon nobody else had one.
      take(lockedFirst(asked));
      return { org: at.org, ...(await syncDevice(at, asked)) };
    });
    // After the transaction: they look at once.
    if (changed > 0) news.tell(org);
    return c.json(reply);
  });
  const answers = {
    ...READS,
    ...WRITES,
    // Reads, but its question stands in no address that a proxy logs.
    search(at, asked) {
      if (!searches.take(at.device, now())) throw tooMany('searches by this device');
      return searchSpaces(at, asked);
    },
  } satisfies Partial<Answers<HubCall>>;
  for (const [name, answer] of Object.entries(answers) as [HubCall, Answers<HubCall>['role']][])
    app.on(hubCalls[name].method, `/v1/${name}`, async (c) => {
      const [org, reply] = await keyed(c, async (at, body) => [
        ...([at.org, await answer(at, askedIn(name, body) as never)] as const),
      ]);
      if (Object.hasOwn(WRITES, name)) news.tell(org);
      return c.json(reply);
    });
  app.post('/v1/join', async (c) => {
    const address = context.addressOf(c.req.raw.headers, c.env);
    const reply = await keyed(c, (at, body) => {
      const asked = askedIn('join', body);
      return guarded({ address, code: asked.code, now: now() }, () => joinSpace(at, asked));
    });
    return c.json(reply);
  });
  app.notFound(() => failed(new RequestFailure(404, 'notFound', 'Not found.')));
  app.onError((error) => {
    if (error instanceof RequestFailure) return failed(error);
    if (error instanceof Problem) {
      if (troubles.take(error.message, now())) context.log(`request failed: ${error.message}`);
      return failed(busy());
    }
    context.log(`request failed: ${error.stack ?? error.message}`);
    return Response.json(
      { code: 'hub', message: 'The hub failed.', hint: 'Its log says why.' },
      { status: 500 },
    );
  });
  return app;

  /** A body that is slow to come takes nobody's place: what counts is what waits for the database. */
  async function noting<T>(c: Context, work: (at: Caller, take: Take) => Promise<T>): Promise<T> {
    if (underWay >= MAX_UNDER_WAY) throw busy();
    underWay++;
    const caller = { authorization: c.req.header('authorization'), now: now() };
    try {
      return await inTurn((take) =>
        notingDenials(
          (todo) => asCaller(db, caller, todo),
          (at) => {
            callers.set(c, { org: at.org, device: at.device });
            return work(at, take);
          },
        ),
      );
    } finally {
      underWay--;
    }
  }

  /** The key is looked at before what comes with it is read as JSON, and before a large body is read at all. */
  async function keyed<T>(
    c: Context,
    work: (at: Caller, asked: unknown, take: Take) => Promise<T>,
  ): Promise<T> {
    if (c.req.method === 'GET') return noting(c, (at, take) => work(at, c.req.query(), take));
    if (!(Number(c.req.header('content-length')) <= SMALL_BYTES)) await noting(c, async () => {});
    const text = await textOf(c.req.raw, HUB_LIMITS.bytes);
    return noting(c, (at, take) => work(at, jsonIn(text), take));
  }
}

/** A group with a thousand people. */
const MAX_SCIM_BYTES = 256_000;
/** A body that costs less than looking a key up twice. */
const SMALL_BYTES = 64_000;
/** Of one device in a minute. */
const MAX_SEARCHES = 60;
/** In the log, about one trouble of the database in a minute. */
const MAX_LINES = 10;

/** Of requests with a key; all devices of a large organization may ask at once when something moved. */
export const MAX_UNDER_WAY = 512;
const RETRY_S = 5;

const busy = (): RequestFailure =>
  new RequestFailure(503, 'busy', 'The hub is busy, or its database is down.', 'Try again.');

const failed = ({ status, body }: RequestFailure): Response =>
  Response.json(body satisfies HubFailure, {
    status,
    ...(status === 503 && { headers: { 'retry-after': String(RETRY_S) } }),
  });
