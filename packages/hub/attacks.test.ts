import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import type {
  HubFailure,
  HubSpace,
  LinkReply,
  PairReply,
  SyncReply,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HubDb } from './db.ts';
import { carryOut, type OperatorInvite } from './operate.ts';
import { serveHub } from './serve.ts';
import { ask, paired, type TestHub, testHub, worded } from './testing/device.ts';
import { emptyHub, testEngines } from './testing/engines.ts';

const engines = testEngines(process.env);
afterAll(async () => {
  for (const engine of engines) await engine.close();
});

describe.each(engines)('against a hub on $name', (engine) => {
  let db: HubDb;
  let hub: TestHub;
  let ann: PairReply;
  let bob: PairReply;

  beforeAll(async () => {
    db = await engine.open();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    await emptyHub(db);
    hub = testHub(db);
    ann = await paired(hub, { org: 'acme', person: 'Ann' });
    bob = await paired(hub, { org: 'acme', person: 'Bob' });
  });

  const post = <T>({ key }: PairReply, call: string, body: unknown) => ask<T>(hub, call, { key, body });
  const link = async (pair: PairReply, name: string, more = {}) => {
    const remotes = [`git@example.com:acme/${name}.git`];
    return (await post<LinkReply & HubFailure>(pair, 'link', { remotes, roots: [], name, ...more })).body;
  };
  const projectOf = async (pair: PairReply, name: string): Promise<HubSpace> =>
    ((await link(pair, name, { create: true })) as { space: HubSpace }).space;
  const give = async (space: string, role: string | null) =>
    (await post(ann, 'role', { space, person: bob.person.id, role })).status;
  const spacesOf = async (pair: PairReply) =>
    (await post<SyncReply>(pair, 'sync', { protocol: 1, spaces: [], push: [] })).body.spaces.map(
      ({ id }) => id,
    );

  test('a person who was removed does not come back by linking, only by an owner', async () => {
    const { id } = await projectOf(ann, 'shop');
    expect(await link(bob, 'shop')).toMatchObject({ space: { id, role: 'member' } });
    expect(await give(id, null)).toBe(200);
    expect(await link(bob, 'shop')).toMatchObject({
      code: 'role',
      message: expect.stringContaining('removed'),
    });
    expect(await link(bob, 'shop', { space: id })).toMatchObject({ code: 'role' });
    expect(await spacesOf(bob)).not.toContain(id);
    expect(await give(id, 'viewer')).toBe(200);
    expect(await link(bob, 'shop')).toMatchObject({ space: { id, role: 'viewer' } });
    // Nor does a person who had left before.
    await post(bob, 'leave', { space: id });
    await give(id, null);
    expect(await link(bob, 'shop')).toMatchObject({ code: 'role' });
  });

  test('a person who left comes back with no more than their last role', async () => {
    const { id } = await projectOf(ann, 'shop');
    await link(bob, 'shop');
    const again = async () => {
      await post(bob, 'leave', { space: id });
      expect(await spacesOf(bob)).not.toContain(id);
      return ((await link(bob, 'shop')) as { space: HubSpace }).space.role;
    };
    expect(await again()).toBe('member');
    await give(id, 'viewer');
    expect(await again()).toBe('viewer');
    expect(await again()).toBe('viewer');
    const push = [{ space: id, kind: 'memory', id: 'word1', state: worded('Use pnpm', { tag: 'a', at: 1 }) }];
    const { body } = await post<SyncReply>(bob, 'sync', { protocol: 1, spaces: [], push });
    expect(body.refused[0]?.why).toMatchObject({ code: 'role' });
    await give(id, 'owner');
    expect(await again()).toBe('member');
    // Also through the organization, which an owner takes them back into.
    await give(id, 'viewer');
    await give(ann.org.id, null);
    await give(ann.org.id, 'member');
    const { code } = (await carryOut(
      db,
      'invite',
      { person: bob.person.id },
      hub.clock.now,
    )) as OperatorInvite;
    bob = await paired(hub, { code, person: '' });
    expect(await link(bob, 'shop')).toMatchObject({ space: { role: 'viewer' } });
  });

  test('two people of one organization never have the same name', async () => {
    const names = [];
    for (const person of ['Bob', 'bob', 'ＢＯＢ'])
      names.push((await paired(hub, { org: 'acme', person })).person.name);
    expect(names).toEqual(['Bob 2', 'bob 3', 'ＢＯＢ 4']);
    expect((await paired(hub, { org: 'other', person: 'Bob' })).person.name).toBe('Bob');
  });

  test('only maintainers add a repository to a project, and its people are asked before they join', async () => {
    const { id } = await projectOf(ann, 'shop');
    const payroll = { space: id, remotes: ['git@example.com:acme/payroll.git'] };
    // Bob joins by the id, and as member and viewer names another repository.
    for (const role of ['member', 'viewer']) {
      expect(await link(bob, 'payroll', payroll)).toMatchObject({ status: 'linked', space: { id } });
      await give(id, role);
    }
    const carl = await paired(hub, { org: 'acme', person: 'Carl' });
    expect(await link(carl, 'payroll')).toEqual({ status: 'ask', candidates: [] });
    // A maintainer may: for a repository that moved. It is still asked for.
    await link(ann, 'payroll', payroll);
    const asked = await link(carl, 'payroll');
    const remotes = ['example.com/acme/shop', 'example.com/acme/payroll'];
    expect(asked).toEqual({ status: 'ask', candidates: [{ id, name: 'shop', remotes }] });
    expect(await spacesOf(carl)).not.toContain(id);
    // A space of its own wins over one that was given its remote.
    const own = await projectOf(carl, 'payroll');
    expect(own.id).not.toBe(id);
    expect(await link(bob, 'payroll')).toMatchObject({ status: 'linked', space: { id: own.id } });
  });

  test('of many wrong codes at once as few are judged as one after the other, and they lock nobody else out', async () => {
    const { code } = (await post<{ code: string }>(ann, 'invite', {})).body;
    const tries = (n: number, codeOf: (i: number) => string, addressOf: (i: number) => string) =>
      Promise.all(
        Array.from({ length: n }, async (_, i) => {
          const body = { code: codeOf(i), person: 'x', device: 'y' };
          return (await ask(hub, 'pair', { body, headers: { 'x-test-address': addressOf(i) } })).status;
        }),
      );
    const judged = (all: number[]) => all.filter((status) => status !== 429).length;
    const wrong = (i: number) => `AAAAA-${String(10_000 + i)}`;
    expect(judged(await tries(250, wrong, () => '192.0.2.1'))).toBe(10);
    // One person has 2^64 addresses of IPv6.
    expect(judged(await tries(50, wrong, (i) => `2001:db8::${i.toString(16)}`))).toBe(10);
    expect(
      judged(
        await tries(
          50,
          () => 'AAAAA-AAAAA',
          (i) => `192.0.2.${i + 2}`,
        ),
      ),
    ).toBe(10);
    expect(
      await tries(
        1,
        () => code,
        () => '192.0.2.99',
      ),
    ).toEqual([200]);
    // Right ones are not counted.
    for (let i = 0; i < 12; i++) {
      const next = (await post<{ code: string }>(ann, 'invite', {})).body.code;
      expect(
        await tries(
          1,
          () => next,
          () => '198.51.100.1',
        ),
      ).toEqual([200]);
    }
  });

  test('what comes without a key is not read as JSON', async () => {
    const said = async (call: string, body: string, key = `sqrl_${ann.org.id}_${'A'.repeat(43)}`) => {
      const headers = { authorization: `Bearer ${key}` };
      return (await hub.app.request(`/v1/${call}`, { method: 'POST', headers, body })).status;
    };
    for (const call of ['sync', 'search', 'link', 'review']) {
      expect(await said(call, '{"a":')).toBe(401);
      expect(await said(call, '{"a":', ann.key)).toBe(400);
    }
    expect(await said('pair', JSON.stringify({ code: 'A'.repeat(100_000) }))).toBe(413);
    for (const call of ['pair', 'join'])
      for (const code of [{ toString: 1 }, ['AAAAA-AAAAA'], 7, null])
        expect([400, 403]).toContain(
          await said(call, JSON.stringify({ code, person: [], device: {} }), ann.key),
        );
  });

  test('one device searches a limited number of times, and takes nothing from others', async () => {
    const search = async (pair: PairReply) =>
      (await post(pair, 'search', { question: 'redis', without: [], limit: 5 })).status;
    const all = await Promise.all(Array.from({ length: 300 }, () => search(bob)));
    expect(all.filter((status) => status === 200)).toHaveLength(60);
    expect(all.filter((status) => status === 429)).toHaveLength(240);
    expect(await search(ann)).toBe(200);
    hub.clock.now += 60_000;
    expect(await search(bob)).toBe(200);
  });
});

describe.each(engines)('against a hub on $name that listens', (engine) => {
  const log: string[] = [];
  const stop = new AbortController();
  let port: number;
  let code: string;
  let ended: Promise<void>;

  beforeAll(async () => {
    const place = await engine.place();
    await new Promise<void>((resolve, reject) => {
      ended = serveHub(
        { ...place, host: '127.0.0.1', port: 0, tls: undefined, behindProxy: false },
        {
          ...{ now: Date.now, log: (line) => void log.push(line), signal: stop.signal },
          onReady({ url, first }) {
            port = Number(new URL(url).port);
            code = first!.code;
            resolve();
          },
        },
      );
      ended.catch(reject);
    });
  });
  afterAll(async () => {
    stop.abort();
    await ended;
  });

  interface Sent {
    method?: string;
    path: string;
    headers?: Record<string, string>;
    /** Sent in pieces, without a length. */
    pieces?: readonly string[];
    from?: string;
  }
  const send = ({ method = 'POST', path, headers = {}, pieces = [], from = '127.0.0.1' }: Sent) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const chunked = pieces.length > 0 && { 'transfer-encoding': 'chunked' };
      const options = {
        ...{ port, host: '127.0.0.1', localAddress: from, method, path, agent: false },
        headers: { ...headers, ...chunked },
      };
      const sent = httpRequest(options as never, (reply) => {
        let body = '';
        reply.setEncoding('utf8').on('data', (piece: string) => {
          body += piece;
        });
        reply.on('end', () => resolve({ status: reply.statusCode!, body }));
      });
      sent.on('error', reject);
      for (const piece of pieces) sent.write(piece);
      sent.end();
    });

  test('bodies without a length and odd methods are answered, and leave no stack in the log', async () => {
    const wrong = await send({ path: '/v1/pair', pieces: ['{"code":', '"AAAAA-AAAAA"}'] });
    expect([wrong.status, JSON.parse(wrong.body).code]).toEqual([403, 'code']);
    const paired = await send({
      path: '/v1/pair',
      pieces: [JSON.stringify({ code, person: 'Ann' }).slice(0, -1), ',"device":"laptop"}'],
    });
    expect(paired.status).toBe(200);
    const headers = { authorization: `Bearer ${JSON.parse(paired.body).key}` };
    const sync = await send({
      path: '/v1/sync',
      headers,
      pieces: ['{"protocol":1,', '"spaces":[],"push":[]}'],
    });
    expect(sync.status).toBe(200);
    for (const path of ['/', '/v1/pair', '/v1/sync', '/account/sign-in'])
      for (const method of ['OPTIONS', 'DELETE', 'PUT', 'PATCH', 'PROPFIND'])
        for (const pieces of [[], ['{}']]) {
          const { status } = await send({ method, path, pieces });
          expect([method, path, status]).toEqual([method, path, 404]);
        }
    const piece = 'x'.repeat(1_000_000);
    for (const [path, sent] of [
      ['/v1/sync', { headers, pieces: Array(6).fill(piece) }],
      ['/v1/pair', { pieces: [piece] }],
    ] as const) {
      // The hub may hang up before all of it is sent.
      const { status } = await send({ path, ...sent }).catch(() => ({ status: 413 }));
      expect([path, status]).toEqual([path, 413]);
    }
    expect(log.filter((line) => /\bat \S+:\d+|TypeError|failed/.test(line))).toEqual([]);
  });

  test.skipIf(process.platform !== 'linux')('one address cannot take all connections', async () => {
    const sockets: Socket[] = [];
    const answers = Array.from({ length: 400 }, () => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
      sockets.push(socket);
      socket.write('GET /v1/hello HTTP/1.1\r\nHost: x\r\n\r\n');
      return new Promise<boolean>((resolve) => {
        socket.on('error', () => {}).once('data', () => resolve(true));
        socket.once('close', () => resolve(false));
      });
    });
    expect((await Promise.all(answers)).filter(Boolean)).toHaveLength(256);
    expect((await send({ method: 'GET', path: '/v1/hello' })).status).toBe(200);
    for (const socket of sockets) socket.destroy();
  });

  // Ten seconds, so on one engine: no database has a part in it.
  test.runIf(engine === engines[0])('half a request is not waited for', async () => {
    const socket = connect({ port, host: '127.0.0.1' });
    const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve));
    socket.write('POST /v1/pair HTTP/1.1\r\nHost: x\r\nContent-');
    await closed;
  });
});
