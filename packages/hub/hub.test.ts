import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type AuditEntry,
  HUB_PROTOCOLS,
  type HubDevice,
  type HubFailure,
  type HubSpace,
  type LinkReply,
  type LiveReply,
  PASSING_REFUSALS,
  type PairReply,
  type SearchReply,
  type SyncReply,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { canonical, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { AS_PERSON } from '@sqrl/base/testing/as-person.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { backupHub, restoreHub } from './backup.ts';
import { actAs } from './caller.ts';
import type { HubDb } from './db.ts';
import type { HubPlace } from './open.ts';
import { carryOut } from './operate.ts';
import { hashOfState } from './records.ts';
import { expireAll } from './retention.ts';
import { HUB_TABLES } from './schema.ts';
import { searchWords } from './search.ts';
import { ask, BEGAN, paired, sealedAs, TestDevice, type TestHub, testHub, worded } from './testing/device.ts';
import { emptyHub, testEngines } from './testing/engines.ts';
import { HUB_PROGRAM } from './testing/program.ts';
import { randomRun } from './testing/random-hub.ts';

const engines = testEngines(process.env);
const folder = mkdtempSync(join(tmpdir(), 'sqrl-hub-'));

afterAll(async () => {
  for (const engine of engines) await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const post = <T>(hub: TestHub, { key }: PairReply, call: string, body: unknown) =>
  ask<T>(hub, call, { key, body });
const DAY_MS = 86_400_000;
const at = (minutes: number) => BEGAN + minutes * 60_000;

describe.each(engines)('a hub on $name', (engine) => {
  let db: HubDb;
  let hub: TestHub;
  let ann: PairReply;

  beforeAll(async () => {
    db = await engine.open();
  });
  afterAll(() => db.close());
  beforeEach(async () => {
    await emptyHub(db);
    hub = testHub(db);
    ann = await paired(hub, { org: 'acme', person: 'Ann' });
  });

  /** Bob in a team of Ann's, with a role. */
  async function teamWith(role: string): Promise<{ team: string; bob: PairReply }> {
    const made = await post<{ space: HubSpace }>(hub, ann, 'spaces', { kind: 'team', name: 'crew' });
    const team = made.body.space.id;
    const invited = await post<{ code: string }>(hub, ann, 'invite', { space: team, role });
    return { team, bob: await paired(hub, { code: invited.body.code, person: 'Bob' }) };
  }

  /** A space of Ann's that is not sealed. */
  const projectOfAnn = async (): Promise<string> =>
    (await post<{ space: HubSpace }>(hub, ann, 'spaces', { kind: 'project', name: 'shop' })).body.space.id;

  const pushOf = async (pair: PairReply, space: string, id: string, state: unknown, kind = 'memory') => {
    const push = [{ space, kind, id, state }];
    const { status, body } = await post<SyncReply>(hub, pair, 'sync', {
      protocol: 1,
      spaces: [{ id: space, after: 0, mark: '' }],
      push,
    });
    expect(status).toBe(200);
    const found = body.spaces.find((each) => each.id === space);
    return { why: body.refused[0]?.why, record: found?.records.find((record) => record[1] === id) };
  };

  test('a code pairs one device, once, within its time, and wrong ones are few', async () => {
    const { body } = await post<{ code: string; expiresAt: number }>(hub, ann, 'invite', {});
    const second = await paired(hub, {
      code: body.code.toLowerCase().replace('-', ' '),
      person: 'x',
      device: 'desk',
    });
    expect(second.person).toEqual(ann.person);
    expect(second.key).not.toBe(ann.key);
    const again = await ask<HubFailure>(hub, 'pair', { body: { code: body.code, person: 'x', device: 'y' } });
    expect([again.status, again.body.code]).toEqual([403, 'code']);

    const late = await post<{ code: string; expiresAt: number }>(hub, ann, 'invite', {});
    hub.clock.now = late.body.expiresAt;
    expect(
      (await ask(hub, 'pair', { body: { code: late.body.code, person: 'x', device: 'y' } })).status,
    ).toBe(403);

    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        ask(hub, 'pair', { body: { code: `AAAAA-0000${i}`, device: 'y' } }),
      ),
    );
    expect(tries.some(({ status }) => status === 403)).toBe(true);
    const limited = await ask<HubFailure>(hub, 'pair', { body: { code: 'AAAAA-AAAAA', device: 'y' } });
    expect([limited.status, limited.body.code]).toEqual([429, 'slow']);
    const elsewhere = { body: { code: 'AAAAA-AAAAA', device: 'y' }, headers: { 'x-test-address': 'there' } };
    expect((await ask(hub, 'pair', elsewhere)).status).toBe(403);

    const { body: left } = await post<{ devices: HubDevice[] }>(hub, ann, 'revoke', {
      device: second.device,
    });
    expect(left.devices.find(({ id }) => id === second.device)?.revokedAt).toBe(hub.clock.now);
    expect((await ask(hub, 'devices', { key: second.key })).status).toBe(401);
    expect((await ask(hub, 'devices', { key: ann.key })).status).toBe(200);
    // Neither keys nor codes are in the database.
    const kept = await everything(db);
    for (const secret of [ann.key, second.key, body.code, body.code.replace('-', '')])
      expect(kept).not.toContain(secret);
  });

  test('what one device writes the other gets, with what this program does not know, and is told at once', async () => {
    const { body } = await post<{ code: string }>(hub, ann, 'invite', {});
    const desk = new TestDevice(hub, await paired(hub, { code: body.code, person: 'x' }));
    const laptop = new TestDevice(hub, ann);
    const space = await projectOfAnn();
    await desk.sync();
    await laptop.sync();
    const live = (await desk.ask({ protocol: 1, spaces: [], push: [] })).live;
    const waiting = ask<LiveReply>(hub, `live?after=${live}`, { key: desk.pair.key });
    const state: SharedState = {
      ...worded('Tests need REDIS_URL \u0000\ud800', { tag: 'one', at: at(1) }),
      mood: ['feeling', { of: ['a', 1, null] }],
      ['__proto__']: ['last', 'x', at(1), 'dev'],
    };
    Object.defineProperty(state, '__proto__', { value: ['last', 'x', at(1), 'dev'], enumerable: true });
    laptop.write(space, 'memory', 'abcd', state);
    await laptop.sync();
    expect((await waiting).body).toMatchObject({ moved: true });
    await desk.sync();
    expect(canonical(desk.state(space, 'memory', 'abcd'))).toBe(canonical(state));

    desk.write(
      space,
      'memory',
      'abcd',
      worded('Tests need Redis', { tag: 'two', at: at(2), replaces: ['one'] }),
    );
    laptop.write(
      space,
      'memory',
      'abcd',
      worded('Tests need a Redis', { tag: 'three', at: at(3), replaces: ['one'] }),
    );
    await desk.sync();
    await laptop.sync();
    await desk.sync();
    expect(Object.keys(desk.state(space, 'memory', 'abcd')!.text![1] as object).sort()).toEqual([
      'three',
      'two',
    ]);
    expect(desk.state(space, 'memory', 'abcd')).toEqual(laptop.state(space, 'memory', 'abcd'));

    const [from, to] = HUB_PROTOCOLS;
    for (const [protocol, hint] of [
      [to + 1, 'Update the hub.'],
      [from - 1, 'Update Squirrel on the device.'],
    ])
      expect(await post<HubFailure>(hub, ann, 'sync', { protocol, spaces: [], push: [] })).toMatchObject({
        ...{ status: 426, body: { code: 'protocol', hint, message: expect.stringContaining(`${protocol}`) } },
      });
  });

  // PGlite runs one transaction at a time.
  test.skipIf(engine.name === 'PGlite')('two requests of one device do not wait for each other', async () => {
    const space = await projectOfAnn();
    const spaces = [{ id: space, after: 0, mark: '' }];
    const state = worded('Tests need Redis', { tag: 'one', at: at(1) });
    const push = [{ space, kind: 'memory', id: 'abcd', state }];
    await post(hub, ann, 'sync', { protocol: 1, spaces, push: [] });
    const [beforeSeen, hasPushed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hubThat = (on: (sql: string) => Promise<void> | void): TestHub => {
      const asHub: HubDb['asHub'] = (work, org) =>
        db.asHub(
          (query) =>
            work(async (sql, values) => {
              await on(sql);
              return query(sql, values);
            }),
          org,
        );
      const one = testHub({ ...db, asHub });
      one.clock.now = at(2);
      return one;
    };
    // The hub is about to note that the device was seen; the other request begins, and gets as far as the cursors.
    const idle = hubThat((sql) => {
      if (!sql.includes('set seen_at')) return;
      beforeSeen.resolve();
      return hasPushed.promise;
    });
    const pushing = hubThat((sql) => {
      if (sql.includes('into hub.seen')) hasPushed.resolve();
    });
    const asked = { protocol: 1, spaces: [{ id: ann.org.id, after: 0, mark: '' }, ...spaces], push: [] };
    const first = post(idle, ann, 'sync', asked);
    await beforeSeen.promise;
    const second = await post<SyncReply>(pushing, ann, 'sync', { ...asked, push });
    expect([second.status, second.body.refused, (await first).status]).toEqual([200, [], 200]);
  });

  test('pages end by rows and by bytes, and nothing is missed between them', async () => {
    const laptop = new TestDevice(hub, ann);
    await laptop.sync();
    const long = 'long words '.repeat(9000);
    for (let i = 0; i < 60; i++)
      laptop.write(ann.person.id, 'memory', `page${i}`, sealedAs(`${i} ${long}`, `t${i}`));
    // Requests are limited too.
    const keys = [...laptop.outbox];
    for (const part of [keys.slice(0, 30), keys.slice(30)]) {
      laptop.outbox.clear();
      for (const key of part) laptop.outbox.add(key);
      await laptop.sync();
    }
    const { body } = await post<{ code: string }>(hub, ann, 'invite', {});
    const desk = new TestDevice(hub, await paired(hub, { code: body.code, person: 'x' }));
    await desk.sync();
    expect(desk.sent.length).toBeGreaterThan(1);
    expect([...desk.records.keys()].sort()).toEqual([...laptop.records.keys()].sort());
  });

  test('a viewer reads and comments, a member changes their own, a maintainer all', async () => {
    const { team, bob } = await teamWith('viewer');
    const annsWords = worded('Deploy on Mondays', { tag: 'a', at: at(1) });
    expect((await pushOf(ann, team, 'anns1', annsWords)).why).toBeUndefined();
    expect((await pushOf(bob, team, 'bobs1', worded('Never', { tag: 'b', at: at(1) }))).why).toEqual({
      code: 'role',
      facts: { role: 'viewer' },
    });
    const comment = { said: ['last', 'Why?', at(1), 'dev'] };
    expect((await pushOf(bob, team, 'note1', comment, 'comment')).why).toBeUndefined();
    // The same again says nothing new, from any person.
    expect((await pushOf(bob, team, 'anns1', annsWords)).why).toBeUndefined();

    const as = (role: string | null) =>
      post<HubFailure>(hub, ann, 'role', { space: team, person: bob.person.id, role });
    await as('member');
    expect((await pushOf(bob, team, 'bobs1', worded('Never', { tag: 'b', at: at(1) }))).why).toBeUndefined();
    const edit = worded('Deploy never', { tag: 'c', at: at(2), replaces: ['a'] });
    expect((await pushOf(bob, team, 'anns1', edit)).why).toEqual({
      code: 'notYours',
      facts: { author: ann.person.id },
    });
    const end = { gone: ['gone', at(2), 'dev', ['a']] };
    expect((await pushOf(bob, team, 'anns1', end)).why?.code).toBe('notYours');
    const refusal = { hash: ['last', 'abc', at(1), 'dev'] };
    expect((await pushOf(bob, team, 'refuse1', refusal, 'refusal')).why?.code).toBe('role');
    await as('maintainer');
    expect((await pushOf(bob, team, 'anns1', edit)).why).toBeUndefined();
    expect((await pushOf(bob, team, 'refuse1', refusal, 'refusal')).why).toBeUndefined();

    const { record } = await pushOf(ann, team, 'anns1', edit);
    expect(record![3]).toMatchObject({ author: ann.person, by: { c: bob.person } });
    expect((await as('owner')).status).toBe(200);
    expect(
      (await post<HubFailure>(hub, bob, 'role', { space: team, person: ann.person.id, role: null })).status,
    ).toBe(200);
    expect((await post<HubFailure>(hub, bob, 'leave', { space: team })).body.code).toBe('last');
    const { body } = await post<SyncReply>(hub, ann, 'sync', {
      protocol: 1,
      spaces: [{ id: team, after: 0, mark: '' }],
      push: [],
    });
    expect(body.spaces.map(({ id }) => id)).not.toContain(team);
  });

  test('in a team a proposal is one until another approves exactly that state', async () => {
    const { team, bob } = await teamWith('maintainer');
    // People call a team by its name.
    const again = await post<HubFailure>(hub, bob, 'spaces', { kind: 'team', name: 'Crew' });
    expect([again.status, again.body.code]).toEqual([409, 'exists']);
    const words = worded('Rebase, never merge', { tag: 'a', at: at(1) });
    const first = (await pushOf(ann, team, 'rule', words)).record!;
    expect(first[3]).toMatchObject({ proposed: true, reviewedBy: null, author: ann.person });
    const judge = (pair: PairReply, more: object = {}) =>
      post<HubFailure & { facts: unknown }>(hub, pair, 'review', {
        ...{
          space: team,
          kind: 'memory',
          id: 'rule',
          tag: 'a',
          hash: hashOfState(first[2]),
          verdict: 'approve',
          ...more,
        },
      });
    expect((await judge(ann)).body.code).toBe('own');
    expect((await judge(bob, { hash: hashOfState({}) })).body.code).toBe('changed');
    expect((await judge(bob, { tag: 'z' })).body.code).toBe('changed');
    expect((await judge(bob)).body.facts).toMatchObject({ proposed: false, reviewedBy: bob.person });
    // Any change makes it a proposal again.
    const tagged = { tags: ['set', { git: [at(2), 'dev', 1] }] };
    const changed = (await pushOf(ann, team, 'rule', tagged)).record!;
    expect(changed[3]).toMatchObject({ proposed: true, reviewedBy: null });
    expect((await judge(bob)).body.code).toBe('changed');
    const hash = changed[3].hash;
    expect((await judge(bob, { hash, verdict: 'dismiss' })).body.facts).toMatchObject({
      proposed: true,
      dismissed: true,
    });
    await post(hub, ann, 'role', { space: team, person: bob.person.id, role: 'member' });
    expect((await judge(bob, { hash })).status).toBe(403);
    // Alone, a maintainer's word is enough; and what a member adds waits for it.
    expect((await judge(ann, { hash })).body.facts).toMatchObject({
      proposed: false,
      reviewedBy: ann.person,
    });
    expect((await pushOf(ann, team, 'rule2', words)).record![3]).toMatchObject({ proposed: false });
    expect(
      (await pushOf(bob, team, 'rule3', worded('Squash', { tag: 'q', at: at(1) }))).record![3],
    ).toMatchObject({ proposed: true });
    // To touch a proposal is not to approve it.
    const touched = (await pushOf(ann, team, 'rule3', tagged)).record!;
    expect(touched[3]).toMatchObject({ proposed: true, author: bob.person });
    const { body } = await ask<{ entries: { did: string }[] }>(hub, `audit?space=${team}`, { key: ann.key });
    expect(body.entries.map(({ did }) => did)).toEqual(
      expect.arrayContaining(['approved', 'dismissed', 'gave a role', 'created a space']),
    );
    expect((await ask(hub, `audit?space=${team}`, { key: bob.key })).status).toBe(403);
  });

  test('secrets are refused wherever they stand, past a device that does not look', async () => {
    const secrets = [
      'Use AKIAIOSFODNN7QAMPLEX with wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzzKEYx',
      `token ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`,
      'postgres://admin:hunter2secret@db.example.com/prod',
      '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----',
      'the password is Tr0ub4dor&3xyz!',
    ];
    const places: ((secret: string) => SharedState)[] = [
      (secret) => worded(secret, { tag: 'a', at: at(1) }),
      (secret) => ({ ...worded('fine', { tag: 'a', at: at(1) }), key: ['last', secret, at(1), 'dev'] }),
      (secret) => ({
        ...worded('fine', { tag: 'a', at: at(1) }),
        tags: ['set', { [secret]: [at(1), 'dev', 1] }],
      }),
      (secret) => ({ ...worded('fine', { tag: 'a', at: at(1) }), later: ['newer', { deep: [[secret]] }] }),
    ];
    const shop = await projectOfAnn();
    for (const [i, secret] of secrets.entries())
      for (const [j, place] of places.entries())
        expect((await pushOf(ann, shop, `sec${i}${j}x`, place(secret))).why?.code).toBe('secret');
    expect(await db.asOperator((query) => query('select id from hub.record'))).toEqual([]);
    for (const body of [{ kind: 'team', name: `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}` }])
      expect((await post(hub, ann, 'spaces', body)).status).toBe(400);
  });

  test('what has not the form, is too large, dated ahead or too much is refused, and the rest is taken', async () => {
    const { team } = await teamWith('member');
    const good = worded('fine', { tag: 'a', at: at(1) });
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`);
    const wrong: [unknown, string][] = [
      [null, 'form'],
      [{ space: team, kind: 'memory', id: 'x', state: good }, 'form'],
      [{ space: team, kind: 'secret', id: 'abcd', state: good }, 'form'],
      [{ space: team, kind: 'memory', id: 'abcd', state: [] }, 'form'],
      [{ space: team, kind: 'memory', id: 'abcd', state: { type: ['last', 'gotcha', 1, 'dev'] } }, 'form'],
      [{ space: team, kind: 'memory', id: 'abcd', state: { ...good, deep: ['newer', deep] } }, 'form'],
      [
        {
          space: team,
          kind: 'memory',
          id: 'abcd',
          state: { ...good, big: ['newer', 'word '.repeat(90_000)] },
        },
        'tooLarge',
      ],
      [
        { space: team, kind: 'memory', id: 'abcd', state: worded('x', { tag: 'a', at: at(3 * 1440) }) },
        'clock',
      ],
      [{ space: 'elsewhere', kind: 'memory', id: 'abcd', state: good }, 'space'],
    ];
    const push = [
      ...wrong.map(([record]) => record),
      { space: team, kind: 'memory', id: 'good1', state: good },
    ];
    const { body } = await post<SyncReply>(hub, ann, 'sync', { protocol: 1, spaces: [], push });
    expect(body.refused.map(({ why }) => why.code).sort()).toEqual(wrong.map(([, code]) => code).sort());
    const many = (prefix: string, space: string, count: number) =>
      Array.from({ length: count }, (_, i) => ({
        space,
        kind: 'memory',
        id: `${prefix}${i}`,
        state:
          space === ann.person.id
            ? sealedAs(`${prefix} ${i}`, `t${i}`)
            : worded(`${prefix} ${i}`, { tag: `t${i}`, at: at(1) }),
      }));
    const pushMany = async (records: unknown[]) =>
      (await post<SyncReply>(hub, ann, 'sync', { protocol: 1, spaces: [], push: records })).body.refused.map(
        ({ why }) => why.code,
      );
    expect(await pushMany(many('team', team, 201))).toEqual(['tooMany', 'tooMany']);
    await carryOut(db, 'quota', { org: ann.org.name, newPerDay: 203 }, hub.clock.now);
    expect(await pushMany(many('more', team, 5))).toEqual(['tooMany', 'tooMany']);
    await expect(carryOut(db, 'quota', { org: ann.org.name, newPerDay: -1 }, 0)).rejects.toThrow('from 0 to');
    // The same records pass a day later.
    expect(PASSING_REFUSALS).toEqual(expect.arrayContaining(['tooMany', 'clock']));
    expect(await pushMany(many('own', ann.person.id, 250))).toEqual([]);
    // What only its person may read is sealed.
    const clear = await pushOf(ann, ann.person.id, 'clear1', good);
    expect(clear).toEqual({ why: { code: 'form', facts: { what: 'sealed' } }, record: undefined });
    hub.clock.now += 86_400_000;
    expect(await pushMany(many('team', team, 201))).toEqual([]);
    expect(
      (await post(hub, ann, 'sync', { protocol: 1, spaces: [], push: Array(501).fill({}) })).status,
    ).toBe(413);
    // Whatever is sent, the hub answers; `ask` throws where it failed.
    const deepList = JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`);
    for (const odd of [null, '\0', deepList])
      for (const call of [
        'sync',
        'spaces',
        'link',
        'invite',
        'role',
        'leave',
        'revoke',
        'review',
        'erase',
        'pair',
        'search',
      ]) {
        const most = {
          protocol: 1,
          spaces: [],
          push: [odd],
          space: odd,
          person: odd,
          remotes: [odd],
          roots: [odd],
        };
        const rest = { kind: odd, id: odd, device: odd, code: odd, role: odd, name: odd, question: odd };
        const nearly = { ...most, space: team, role: 'member', verdict: 'approve' };
        for (const body of [odd, { ...most, ...rest }, nearly]) await post(hub, ann, call, body);
      }
    const raw = (text: string) =>
      hub.app.request('/v1/sync', {
        method: 'POST',
        body: text,
        headers: { authorization: `Bearer ${ann.key}` },
      });
    expect((await raw('{')).status).toBe(400);
    expect(
      (await raw(JSON.stringify({ protocol: 1, spaces: [], push: [], pad: 'x'.repeat(5_000_001) }))).status,
    ).toBe(413);
  });

  test('one organization sees nothing of another, by any call and by SQL', async () => {
    const zed = await paired(hub, { org: 'umbra', person: 'Zed' });
    const { team, bob } = await teamWith('member');
    await pushOf(ann, team, 'anns1', worded('A word of acme', { tag: 'a', at: at(1) }));
    await post(hub, ann, 'link', {
      remotes: ['git@github.com:acme/shop.git'],
      roots: ['a'.repeat(40)],
      name: 'shop',
      create: true,
    });
    const calls: [string, unknown][] = [
      [`members?space=${team}`, undefined],
      [`audit?space=${team}`, undefined],
      [`audit?space=${ann.org.id}`, undefined],
      [`members?space=${ann.person.id}`, undefined],
      ['invite', { space: team }],
      ['role', { space: team, person: zed.person.id, role: 'owner' }],
      ['role', { space: zed.org.id, person: ann.person.id, role: 'member' }],
      ['leave', { space: team }],
      ['revoke', { device: ann.device }],
      ['review', { space: team, kind: 'memory', id: 'anns1', tag: 'a', hash: 'x', verdict: 'approve' }],
      ['erase', { space: team, kind: 'memory', id: 'anns1' }],
      ['retention', { space: team, days: 1 }],
      ['reseal', { space: ann.person.id, head: 0, generation: 0, records: [] }],
      ['link', { remotes: [], roots: [], name: 'x', space: team }],
    ];
    for (const [call, body] of calls) {
      const reply = await ask<HubFailure>(hub, call, { key: zed.key, ...(body !== undefined && { body }) });
      expect([call, reply.status], JSON.stringify(reply.body)).toEqual([call, 404]);
    }
    // A new endpoint is added above, or here where it takes no id of a space, record, person or device. Of `sync`, `link`,
    // `live`, `devices` and `search` the answers are looked at below.
    const named = calls.map(([call, body]) => `${body === undefined ? 'GET' : 'POST'} ${call.split('?')[0]}`);
    const without = [
      'GET /healthz',
      'GET /readyz',
      'GET /metrics',
      'GET hello',
      'POST pair',
      'POST join',
      'POST spaces',
      'POST sync',
      'GET live',
      'GET devices',
      'POST search',
    ];
    const routes = hub.app.routes.filter(({ method }) => method !== 'ALL');
    expect(new Set(routes.map(({ method, path }) => `${method} ${path.replace('/v1/', '')}`))).toEqual(
      new Set([...named, ...without]),
    );
    const synced = await post<SyncReply>(hub, zed, 'sync', {
      ...{ protocol: 1, spaces: [{ id: team, after: 0, mark: '' }] },
      push: [{ space: team, kind: 'memory', id: 'anns1', state: worded('mine', { tag: 'z', at: at(1) }) }],
    });
    expect(synced.body.refused.map(({ why }) => why.code)).toEqual(['space']);
    const { code } = (await post<{ code: string }>(hub, ann, 'invite', { space: team })).body;
    expect((await post<HubFailure>(hub, zed, 'join', { code })).body.code).toBe('code');
    const linked = await post<LinkReply>(hub, zed, 'link', {
      remotes: ['https://github.com/acme/shop'],
      roots: ['a'.repeat(40)],
      name: 'shop',
    });
    expect(linked.body).toEqual({ status: 'ask', candidates: [] });
    const searched = await post<SearchReply>(hub, zed, 'search', { question: 'A word of acme' });
    expect(searched.body.found).toEqual([]);
    const { body: live } = await ask<LiveReply>(hub, 'live?after=', { key: zed.key });
    for (const said of [
      synced.body,
      linked.body,
      searched.body,
      live,
      (await ask(hub, 'devices', { key: zed.key })).body,
    ])
      expect(JSON.stringify(said)).not.toMatch(/acme|Ann|Bob/);
    // Within an organization too, a space is its members' own.
    expect((await ask(hub, `members?space=${ann.person.id}`, { key: bob.key })).status).toBe(404);

    for (const table of HUB_TABLES) {
      expect([table, await db.asHub((query) => query(`select * from hub.${table}`))]).toEqual([table, []]);
      const seen = await db.asHub(async (query) => {
        await actAs({ query, org: zed.org.id }, zed.person.id);
        return query(`select * from hub.${table}`);
      });
      expect(JSON.stringify(seen)).not.toContain(ann.org.id);
    }
    const asZed = (sql: string, values: unknown[]) =>
      db.asHub(async (query) => {
        await actAs({ query, org: zed.org.id }, zed.person.id);
        return query(sql, values);
      });
    await expect(
      asZed(`insert into hub.member values ($1, $2, $3, 'owner')`, [ann.org.id, team, zed.person.id]),
    ).rejects.toThrow(/row-level security/);
    const search = 'select * from hub.search($1, $2, $3, 10)';
    const words = searchWords(ann.org.id, 'word acme');
    expect(await asZed(search, [ann.org.id, words, []])).toEqual([]);
    expect(await db.asHub((query) => query(search, [ann.org.id, words, []]))).toEqual([]);
    const byAnn = await db.asHub(async (query) => {
      await actAs({ query, org: ann.org.id }, ann.person.id);
      return query(search, [ann.org.id, words, []]);
    });
    expect(byAnn).toHaveLength(1);
    await expect(asZed('delete from hub.audit', [])).rejects.toThrow(/permission denied/);
    await expect(asZed('delete from hub.record', [])).rejects.toThrow(/permission denied/);
    expect(
      await asZed('update hub.device set revoked_at = 1 where org = $1 returning id', [ann.org.id]),
    ).toEqual([]);
  });

  test('an erased text is nowhere at the hub, and the devices that do not know yet are named', async () => {
    const { team, bob } = await teamWith('member');
    const [laptop, bobs] = [new TestDevice(hub, ann), new TestDevice(hub, bob)];
    await laptop.sync();
    bobs.write(team, 'memory', 'oops', worded('The plum incident', { tag: 'a', at: at(1) }));
    await bobs.sync();
    await laptop.sync();
    expect((await post(hub, ann, 'erase', { space: team, kind: 'memory', id: 'none' })).status).toBe(404);
    const erase = async () =>
      (
        await post<{ unseen: HubDevice[] }>(hub, ann, 'erase', { space: team, kind: 'memory', id: 'oops' })
      ).body.unseen.map(({ person }) => person.name);
    expect(await erase()).toEqual(['Ann', 'Bob']);
    // A device says by its next question that it has what the last answer held.
    for (let i = 0; i < 2; i++) await laptop.sync();
    expect(await erase()).toEqual(['Bob']);
    bobs.write(
      team,
      'memory',
      'oops',
      worded('The plum incident, again', { tag: 'b', at: at(2), replaces: ['a'] }),
    );
    for (let i = 0; i < 2; i++) await bobs.sync();
    expect(await erase()).toEqual([]);
    expect(JSON.stringify([...bobs.records, ...laptop.records])).not.toContain('plum');
    expect(await everything(db)).not.toContain('plum');
  });

  test('what is sealed is ended by its devices; whoever runs the hub can only take it away', async () => {
    const mine = ann.person.id;
    await pushOf(ann, mine, 'oops', sealedAs('plum', 'a'));
    const erase = () =>
      post<{ unseen: HubDevice[] }>(hub, ann, 'erase', { space: mine, kind: 'memory', id: 'oops' });
    expect((await erase()).body.unseen).toMatchObject([{ id: ann.device }]);
    expect((await pushOf(ann, mine, 'oops', { gone: ['gone', at(1), 'd', ['a']] })).why).toMatchObject({
      code: 'form',
    });
    expect(await everything(db)).toContain('~plum');
    await carryOut(db, 'erase', { id: 'oops' }, hub.clock.now);
    expect(await everything(db)).not.toContain('plum');
    const { record } = await pushOf(ann, mine, 'oops', sealedAs('late', 'a'));
    expect(record?.[2]).toEqual({ sealed: ['many', {}, ['a']] });
  });

  test('a space forgets what was not changed for the days that its owner says, and leaves a trace', async () => {
    const { team, bob } = await teamWith('member');
    const bobs = new TestDevice(hub, bob);
    bobs.write(team, 'memory', 'olde', worded('The plum incident', { tag: 'a', at: at(1) }));
    await bobs.sync();
    hub.clock.now += 40 * DAY_MS;
    bobs.write(team, 'memory', 'newer', worded('The pear incident', { tag: 'b', at: hub.clock.now }));
    await bobs.sync();
    const set = (pair: PairReply, space: string, days: unknown) =>
      post(hub, pair, 'retention', { space, days });
    expect((await set(bob, team, 30)).status).toBe(403);
    for (const days of [0, 1.5, '30', undefined]) expect((await set(ann, team, days)).status).toBe(400);
    expect((await set(ann, ann.person.id, 30)).status).toBe(400);
    expect((await set(ann, team, 30)).body).toEqual({ days: 30, erased: 1 });
    await bobs.sync();
    expect(bobs.state(team, 'memory', 'olde')).toEqual({
      gone: ['gone', expect.any(Number), 'retention', ['a']],
    });
    expect(await everything(db)).not.toContain('plum');
    const { body } = await ask(hub, `members?space=${team}`, { key: bob.key });
    expect(body).toMatchObject({ retentionDays: 30 });
    // By itself from then on, once for each.
    hub.clock.now += 31 * DAY_MS;
    expect(await expireAll(db, hub.clock.now)).toBe(1);
    expect(await expireAll(db, hub.clock.now)).toBe(0);
    expect(await everything(db)).not.toContain('pear');
    const { entries } = (await ask<{ entries: AuditEntry[] }>(hub, `audit?space=${team}`, { key: ann.key }))
      .body;
    expect(entries.map(({ did, person, what }) => [did, person?.name, what.records])).toEqual(
      expect.arrayContaining([
        ['set the retention', 'Ann', undefined],
        ['erased what was too old', 'Ann', 1],
        ['erased what was too old', undefined, 1],
      ]),
    );
    expect((await set(ann, team, null)).body).toEqual({ days: null, erased: 0 });
  });

  test('a sealed space gets a new key all at once, and takes nothing under the old one after that', async () => {
    const mine = ann.person.id;
    const sealed = (value: string): SharedState => sealedAs(value, value);
    const push = async (id: string, generation?: number) => {
      const record = { space: mine, kind: 'memory', id, state: sealed('new'), generation };
      const body = { protocol: 1, spaces: [{ id: mine, after: 0, mark: '' }], push: [record] };
      const reply = (await post<SyncReply>(hub, ann, 'sync', body)).body;
      return { why: reply.refused[0]?.why.code, space: reply.spaces.find(({ id: one }) => one === mine)! };
    };
    await push('one1');
    const { space } = await push('two2');
    expect(space.generation).toBe(0);
    const reseal = (records: unknown[], more = {}) =>
      post<{ generation: number }>(hub, ann, 'reseal', {
        ...{ space: mine, head: space.head, generation: 0, records, ...more },
      });
    const [one, two] = ['one1', 'two2'].map((id) => ['memory', id, sealed('other')]);
    // Not half of them, not in clear, not from an older look, and not a space that others read.
    expect((await reseal([one])).status).toBe(400);
    expect((await reseal([one, ['memory', 'two2', { note: ['last', 'clear', 1, 'd'] }]])).status).toBe(400);
    expect((await reseal([one, two], { head: space.head - 1 })).status).toBe(409);
    expect((await reseal([], { space: await projectOfAnn(), head: 0 })).status).toBe(400);
    expect((await reseal([one, two])).body).toEqual({ generation: 1 });
    expect((await reseal([one, two])).status).toBe(409);
    expect((await push('three')).why).toBe('sealed');
    const after = await push('three', 1);
    expect(after.why).toBeUndefined();
    expect(after.space.generation).toBe(1);
    expect(after.space.records.map(([, id, state]) => [id, state])).toEqual([
      ['one1', sealed('other')],
      ['two2', sealed('other')],
      ['three', sealed('new')],
    ]);
  });

  test('a device says what it signs with, and its key goes where its words go', async () => {
    const { team, bob } = await teamWith('member');
    const [first, second] = ['A'.repeat(43), 'B'.repeat(43)];
    const sync = (pair: PairReply, more: object) =>
      post<SyncReply>(hub, pair, 'sync', {
        protocol: 1,
        spaces: [{ id: team, after: 0, mark: '' }],
        push: [],
        ...more,
      });
    const state = worded('A signed word', { tag: 'a', at: at(1) });
    expect((await sync(ann, { publicKey: 'x' })).status).toBe(400);
    await sync(ann, { publicKey: first, push: [{ space: team, kind: 'memory', id: 'signed', state }] });
    const person = { id: ann.person.id, name: 'Ann' };
    expect((await sync(bob, {})).body.keys).toEqual([{ device: ann.device, person, key: first }]);
    expect((await sync(bob, { spaces: [] })).body.keys).toEqual([]);
    await sync(ann, { publicKey: second });
    expect((await sync(bob, {})).body.keys).toMatchObject([{ key: second }]);
    const { entries } = (
      await ask<{ entries: AuditEntry[] }>(hub, `audit?space=${ann.org.id}`, { key: ann.key })
    ).body;
    const did = entries.map((entry) => entry.did).filter((word) => /sign/.test(word));
    expect(did.sort()).toEqual(['exchanged the key that it signs with', 'signs from now on']);
  });

  test('a repository is linked by its remote unasked, and by its first commit only if asked', async () => {
    const { bob } = await teamWith('member');
    const roots = ['b'.repeat(40)];
    const link = async (pair: PairReply, body: object) =>
      (await post<LinkReply>(hub, pair, 'link', { roots, name: 'shop', ...body })).body;
    expect(await link(ann, { remotes: ['git@GitHub.com:acme/shop.git'] })).toEqual({
      status: 'ask',
      candidates: [],
    });
    const made = await link(ann, { remotes: ['git@GitHub.com:acme/shop.git'], create: true });
    expect(made).toMatchObject({
      status: 'linked',
      created: true,
      space: { kind: 'project', name: 'shop', role: 'owner' },
    });
    const { space } = made as { space: HubSpace };
    expect(await link(bob, { remotes: ['https://user:pw@github.com:443/acme/shop/'] })).toMatchObject({
      status: 'linked',
      created: false,
      space: { id: space.id, role: 'member' },
    });
    const fork = await link(bob, { remotes: ['https://gitlab.com/bob/shop'] });
    expect(fork).toMatchObject({ status: 'ask', candidates: [{ id: space.id, name: 'shop' }] });
    expect(await link(bob, { remotes: ['https://gitlab.com/bob/shop'], space: space.id })).toMatchObject({
      status: 'linked',
      space: { id: space.id },
    });
  });

  test('a person who is removed from the organization is out of everything at the next request', async () => {
    const { team, bob } = await teamWith('member');
    const code = (await post<{ code: string }>(hub, bob, 'invite', {})).body.code;
    expect(
      (await post(hub, bob, 'role', { space: ann.org.id, person: ann.person.id, role: null })).status,
    ).toBe(403);
    // A space without an owner could not be managed.
    const bobs = await post<{ space: HubSpace }>(hub, bob, 'spaces', { kind: 'team', name: 'solo' });
    expect((await post<HubFailure>(hub, bob, 'leave', { space: ann.org.id })).body.code).toBe('last');
    await post(hub, ann, 'role', { space: ann.org.id, person: bob.person.id, role: null });
    expect((await ask(hub, 'devices', { key: bob.key })).status).toBe(401);
    expect((await ask(hub, 'pair', { body: { code, person: 'Bob', device: 'y' } })).status).toBe(403);
    const solo = await ask(hub, `members?space=${bobs.body.space.id}`, { key: ann.key });
    expect(solo.body).toEqual({ retentionDays: null, members: [{ person: ann.person, role: 'owner' }] });
    const { body } = await ask<{ members: { person: { name: string } }[] }>(hub, `members?space=${team}`, {
      key: ann.key,
    });
    expect(body.members.map(({ person }) => person.name)).toEqual(['Ann']);
    expect(
      (await post(hub, ann, 'role', { space: team, person: bob.person.id, role: 'member' })).status,
    ).toBe(404);
  });

  test('a hub that was put back from a backup gets everything again, with its authors and reviews', async () => {
    const { team, bob } = await teamWith('member');
    const [laptop, bobs] = [new TestDevice(hub, ann), new TestDevice(hub, bob)];
    await laptop.sync();
    await bobs.sync();
    const file = join(folder, `${engine.name}.gz`);
    await backupHub(db, file, hub.clock.now);
    bobs.write(team, 'memory', 'bobs1', worded('Lint before you push', { tag: 'a', at: at(1) }));
    await bobs.sync();
    await laptop.sync();
    const { facts } = laptop.records.get(`${team} memory bobs1`)!;
    await post(hub, ann, 'review', {
      space: team,
      kind: 'memory',
      id: 'bobs1',
      tag: 'a',
      hash: facts!.hash,
      verdict: 'approve',
    });
    await laptop.sync();

    await restoreHub(db, file, true);
    // Others may have gone on before the device comes back, so that its cursor exists again.
    expect(
      (await pushOf(bob, team, 'bobs2', worded('Other words', { tag: 'b', at: at(2) }))).why,
    ).toBeUndefined();
    await pushOf(bob, team, 'bobs3', worded('More words', { tag: 'c', at: at(2) }));
    await laptop.sync();
    expect(laptop.records.get(`${team} memory bobs1`)?.facts).toMatchObject({
      author: bob.person,
      by: { a: bob.person },
      proposed: false,
      reviewedBy: ann.person,
    });
    await bobs.sync();
    expect([...bobs.records.keys()].sort()).toEqual([...laptop.records.keys()].sort());

    // Facts that were not signed so bring nothing.
    const forged = { ...facts!, author: ann.person };
    await restoreHub(db, file, true);
    const push = [
      {
        space: team,
        kind: 'memory',
        id: 'bobs1',
        state: laptop.state(team, 'memory', 'bobs1'),
        facts: forged,
      },
    ];
    const { body } = await post<SyncReply>(hub, bob, 'sync', {
      protocol: 1,
      spaces: [{ id: team, after: 0, mark: '' }],
      push,
    });
    expect(body.spaces.find(({ id }) => id === team)!.records[0]![3]).toMatchObject({
      author: bob.person,
      proposed: true,
    });

    const before = await everything(db);
    truncateSync(file, readFileSync(file).length - 20);
    await expect(restoreHub(db, file, true)).rejects.toThrow(/not a whole backup/);
    writeFileSync(file, 'something else');
    await expect(restoreHub(db, file, true)).rejects.toThrow(/not a whole backup/);
    expect(await everything(db)).toBe(before);
  });

  test('a search finds what a person may read and their device lacks, the best first, and only what counts', async () => {
    const { team, bob } = await teamWith('member');
    const shop = await projectOfAnn();
    const say = (id: string, text: string, more: SharedState = {}, pair = ann, space = shop) =>
      pushOf(pair, space, id, { ...worded(text, { tag: id, at: at(1) }), ...more });
    const texts: Record<string, string> = {
      pay1: 'The payment client retries three times and then gives up',
      pay2: 'Payments are booked at night, by the ledger',
      note1: 'GitHub releases are written by src/release/publishNotes.ts',
      redis1: 'Tests need REDIS_URL \u0000\ud800 \\u0000 "before" they start \\',
      many1: `${'client three times '.repeat(2000)} ${'w'.repeat(3000)}`,
    };
    for (const [id, text] of Object.entries(texts)) expect((await say(id, text)).why).toBeUndefined();
    for (let i = 0; i < 8; i++) await say(`fill${i}`, `The client of service ${i} has port ${7000 + i}`);
    const set = (...names: string[]): SharedState[string] => [
      ...(['set', Object.fromEntries(names.map((name) => [name, [at(1), 'dev', 1]]))] as const),
    ];
    await say('tags1', 'See the runbook', { tags: set('oncall'), files: set('ops/pagerDuty.md') });
    await say('old1', 'The quokka is archived', { isArchived: ['last', true, at(1), 'dev'] });
    await say('past1', 'The quokka has expired', { expiresAt: ['last', at(0), at(1), 'dev'] });
    await say('gone1', 'The quokka is gone', { gone: ['gone', at(1), 'dev', ['gone1']] });
    await pushOf(ann, ann.person.id, 'seal1', sealedAs('quokka', 'a'));
    await say('prop1', 'The quokka is proposed', {}, bob, team);

    const search = async (
      question: string,
      { pair = ann, ...more }: { pair?: PairReply; limit?: number; without?: string[] } = {},
    ) => {
      const { status, body } = await post<SearchReply>(hub, pair, 'search', { question, ...more });
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    const ids = async (...asked: Parameters<typeof search>) =>
      (await search(...asked)).found.map(({ id }) => id);
    expect((await ids('how often does paymentClient retry?'))[0]).toBe('pay1');
    expect(await ids('ledger')).toEqual(['pay2']);
    expect((await ids('github publish notes'))[0]).toBe('note1');
    expect(await ids('postgres')).toEqual([]);
    expect(await ids('the redis url')).toEqual(['redis1']);
    expect(await ids('PagerDuty')).toEqual(['tags1']);
    // A number stands in one of them, and the client in all.
    expect((await ids('the client with port 7003'))[0]).toBe('fill3');
    expect(await ids('client', { limit: 2 })).toHaveLength(2);
    expect(await ids('quokka')).toEqual([]);
    const { found, spaces } = await search('redis');
    expect(found).toEqual([
      {
        ...{ space: shop, id: 'redis1', type: 'module_insight', text: texts.redis1, at: at(1) },
        ...{ person: ann.person, reviewedBy: null, contested: false },
      },
    ]);
    expect(spaces.map(({ kind, sealed }) => `${kind} ${sealed}`).sort()).toEqual(
      ['org false', 'personal true', 'project false', 'team false'].sort(),
    );
    // What the device has already is left out; what is not Bob's he does not find.
    expect(await search('redis', { without: [shop] })).toMatchObject({ found: [] });
    expect(await ids('redis', { pair: bob })).toEqual([]);

    // A team's memory is found as it was approved, and no more after a change.
    const review = async (verdict: string) => {
      const { record } = await say('prop1', 'The quokka is proposed', {}, bob, team);
      const body = { space: team, kind: 'memory', id: 'prop1', tag: 'prop1', hash: record![3].hash, verdict };
      await post(hub, ann, 'review', body);
    };
    await review('approve');
    expect((await search('quokkas', { pair: bob })).found).toMatchObject([
      { id: 'prop1', space: team, person: bob.person, reviewedBy: ann.person },
    ]);
    await review('dismiss');
    expect(await ids('quokka', { pair: bob })).toEqual([]);
    await review('approve');
    await say('prop1', 'The quokka is proposed', { tags: set('zoo') }, bob, team);
    expect(await ids('quokka', { pair: bob })).toEqual([]);

    // Nothing of a question is an operator.
    for (const question of [
      `"redis" & !client | (times) <-> :* '' \\ ' or 1=1; --`,
      'redis\0\0',
      '\ud800 redis \udfff',
      `redis ${'%_*?'.repeat(400)}`,
    ])
      expect(await ids(question), question).toContain('redis1');
    for (const question of ['', '   ', '& | !', "''", 'the of and', 'a b', '\u0000', '你好'])
      expect(await ids(question), question).toEqual([]);
    const tooLong = await post<HubFailure>(hub, ann, 'search', { question: 'redis '.repeat(1700) });
    expect([tooLong.status, tooLong.body.code]).toEqual([400, 'form']);
    for (const body of [{}, { question: 1 }, { question: 'x', without: 'y' }, { question: 'x', limit: -1 }])
      expect((await post(hub, ann, 'search', body)).status).toBe(400);

    // What comes back from a backup is found.
    const file = join(folder, `searched-${engine.name}.gz`);
    await backupHub(db, file, hub.clock.now);
    await restoreHub(db, file, true);
    expect(await ids('ledger')).toEqual(['pay2']);
    await post(hub, ann, 'erase', { space: shop, kind: 'memory', id: 'pay2' });
    expect(await ids('ledger')).toEqual([]);
  });

  test('every index begins with the organization', async () => {
    const indexes = await db.asOperator((query) =>
      query<{ name: string; def: string }>(
        `select indexname as name, indexdef as def from pg_indexes where schemaname = 'hub' order by 1`,
      ),
    );
    expect(indexes.length).toBeGreaterThan(HUB_TABLES.length);
    const others = indexes.filter(({ def }) => !/using \w+ \(org\b/i.test(def));
    // Of an account, which may be in several; of a code, which is all that a new device has; of the organization itself; of
    // words, which begin with it.
    expect(others.map(({ name }) => name)).toEqual([
      'account_user',
      'invite_code',
      'org_pkey',
      'record_words',
    ]);
    await pushOf(
      ann,
      await projectOfAnn(),
      'words1',
      worded('Tests need REDIS_URL', { tag: 'a', at: at(1) }),
    );
    const [{ words } = { words: [] }] = await db.asOperator((query) =>
      query<{ words: string[] }>('select tsvector_to_array(words) as words from hub.record'),
    );
    expect(words).toEqual(['redi', 'test', 'url'].map((word) => `${ann.org.id.slice(0, 6)}${word}`));
  });

  test('random changes, faults and old backups: all devices end alike, nothing is lost, nothing leaks', async () => {
    await emptyHub(db);
    const outcome = await randomRun(db, { seed: 3, steps: engine.steps });
    expect(outcome).toMatchObject({ diverged: [], lost: [], leaked: [], misattributed: [] });
    for (const what of ['restore', 'deviceRestore', 'hubCrash', 'crash', 'foreign'])
      expect([what, outcome.happened[what]]).toEqual([what, expect.any(Number)]);
  });

  test('what was acknowledged is there after the hub was killed', async () => {
    const place = await engine.place();
    const killed = await startServed(place);
    const { pair } = killed;
    let acknowledged = 0;
    const writing = (async () => {
      for (let i = 0; ; i++) {
        const state = sealedAs(`Word ${i}`, `t${i}`);
        const push = [{ space: pair.person.id, kind: 'memory', id: `kill${i}`, state }];
        await killed.post('sync', { protocol: 1, spaces: [], push });
        acknowledged = i + 1;
        if (acknowledged === 5) killed.child.kill('SIGKILL');
      }
    })();
    await expect(writing).rejects.toThrow();
    const again = await startServed(place);
    const reply = await again.post(
      'sync',
      { protocol: 1, spaces: [{ id: pair.person.id, after: 0, mark: '' }], push: [] },
      pair.key,
    );
    const ids = (reply as SyncReply).spaces
      .find(({ id }) => id === pair.person.id)!
      .records.map(([, id]) => id);
    for (let i = 0; i < acknowledged; i++) expect(ids).toContain(`kill${i}`);
    const { live } = reply as SyncReply;
    // A command of the operator reaches the process that has the database.
    const { code } = JSON.parse(await hubCommand(place, ['invite', '--json', '--person', 'Ann']));
    const waiting = expect(again.awaitNews(live, pair.key)).rejects.toThrow();
    expect(await again.post('pair', { code, person: '', device: 'desk' })).toMatchObject({
      person: pair.person,
    });
    const ended = new Promise((resolve) => again.child.once('exit', resolve));
    again.child.kill('SIGTERM');
    expect(await ended).toBe(0);
    await waiting;
    expect(again.said()).toBe('');
    rmSync(place.folder, { recursive: true, force: true });
  });
});

/** Statements of the person who runs the hub, and of its start, are about all organizations. */
const OF_OPERATORS = ['operate.ts', 'serve.ts', 'backup.ts', 'schema.ts'];

// Read replicas and a distribution of tables by organization stay possible.
test('every statement of a request names its organization first', () => {
  const files = ['.', 'accounts'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder))
      .filter((name) => /^[\w-]+\.ts$/.test(name))
      .map((name) => join(folder, name)),
  );
  const ofRequests = files.filter((name) => !OF_OPERATORS.includes(name));
  const statements = ofRequests.flatMap((name) =>
    [...readFileSync(join(import.meta.dirname, name), 'utf8').matchAll(/`[^`]*`|'[^'\n]*'/g)]
      .map(([sql]) => sql.slice(1, -1))
      .filter((sql) => new RegExp(`\\bhub\\.(${HUB_TABLES.join('|')})\\b`).test(sql)),
  );
  expect(statements.length).toBeGreaterThan(30);
  const wrong = statements.filter((sql) => {
    const tables = sql.match(new RegExp(`\\bhub\\.(${HUB_TABLES.join('|')})\\b`, 'g'))!;
    const orgs = sql.match(/\borg = |\(org, | on o\.id = [dm]\.org|from hub\.org where id = \$1/g) ?? [];
    const first = /\bwhere (\S+ = \S+)|insert into \S+ \((\w+),/.exec(sql);
    const isFirst = /^(\w+\.)?org( = |$)|^id = \$1$/.test(first?.[1] ?? first?.[2] ?? '');
    return !isFirst || orgs.length < tables.length;
  });
  expect(
    wrong.filter((sql) => !/^(create index|alter table)/.test(sql)).map((sql) => sql.replace(/\s+/g, ' ')),
  ).toEqual([
    // A new device has a code and nothing else.
    'select org, person, space, role, by, email, expires_at, used_at from hub.invite where code_hash = $1',
    'update hub.org set new_per_day = $2 where id = $1',
    // Once an hour, of all organizations.
    'select org, id, head, retention_days as days from hub.space where retention_days is not null order by org, id for update',
    // The organization itself.
    'insert into hub.org (id, name, secret) values ($1, $2, $3)',
    // The file of the operator may name the organization that groups give roles in.
    'select id from hub.org where name = $1',
    // An account may be in several organizations.
    'select org, person from hub.account where user_id = $1 order by org',
    'select org, person from hub.account where user_id = $1',
  ]);
});

test('a hub moves from one engine to the other, and its devices go on', async () => {
  const [from, to] = [engines[0]!, engines.at(-1)!];
  const hub = testHub(await from.open());
  const ann = await paired(hub, { org: 'moved', person: 'Ann' });
  const laptop = new TestDevice(hub, ann);
  laptop.write(ann.person.id, 'memory', 'abcd', sealedAs('Here', 'a'));
  await laptop.sync();
  await laptop.sync();
  // Without a server there is nothing to move to.
  if (from === to) return;
  const target = await to.open();
  const file = join(folder, 'moved.gz');
  await backupHub(hub.db, file, hub.clock.now);
  expect(await restoreHub(target, file, false)).toEqual({ records: 1, people: 1 });
  const there = testHub(target);
  const moved = await ask<SyncReply>(there, 'sync', {
    ...{ key: ann.key, body: { protocol: 1, spaces: laptop.sent.at(-1)!.spaces, push: [] } },
  });
  expect(moved.body.spaces.map(({ rewound }) => rewound)).toEqual([false, false]);
  expect(await everything(target)).toBe(await everything(hub.db));
  await target.close();
});

/** Every row of every table, as one text. */
const everything = (db: HubDb): Promise<string> =>
  db.asOperator(async (query) => {
    const all = [];
    for (const table of HUB_TABLES)
      all.push(await query(`select t::text as row from hub.${table} t order by 1`));
    return JSON.stringify(all);
  });

/** `sqrl-hub …` in a terminal of its own. */
async function hubCommand({ folder: at, database }: HubPlace, args: string[]): Promise<string> {
  const where = ['--dir', at, ...(database === undefined ? [] : ['--database', database])];
  const env = { PATH: process.env.PATH, SQRL_HOME: join(at, 'home') };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [AS_PERSON, HUB_PROGRAM, ...args, ...where],
    { env },
  );
  return stdout;
}

interface ServedChild {
  child: ChildProcess;
  pair: PairReply;
  post(call: string, body: unknown, key?: string): Promise<unknown>;
  awaitNews(after: string, key: string): Promise<unknown>;
  /** Its errors, and what it logged. */
  said(): string;
}

/** The program itself, as `sqrl-hub serve` runs it. */
async function startServed({ folder: at, database }: HubPlace): Promise<ServedChild> {
  const args = [HUB_PROGRAM, 'serve', '--port', '0', '--json', '--dir', at];
  const child = spawn(process.execPath, database === undefined ? args : [...args, '--database', database], {
    env: { ...process.env, SQRL_HOME: join(at, 'home') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  const { url, first } = await new Promise<{ url: string; first: { code: string } | null }>(
    (resolve, reject) => {
      let text = '';
      child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        if (text.includes('\n')) resolve(JSON.parse(text));
      });
      child.once('exit', () => reject(new Error(`the hub did not start: ${said}`)));
    },
  );
  const post = async (call: string, body: unknown, key?: string): Promise<unknown> => {
    const headers = { authorization: `Bearer ${key ?? pair?.key}` };
    const reply = await fetch(`${url}/v1/${call}`, { method: 'POST', body: JSON.stringify(body), headers });
    if (!reply.ok) throw new Error(await reply.text());
    return reply.json();
  };
  let pair: PairReply | undefined;
  if (first) pair = (await post('pair', { code: first.code, person: 'Ann', device: 'laptop' })) as PairReply;
  const awaitNews = (after: string, key: string): Promise<unknown> =>
    fetch(`${url}/v1/live?after=${after}`, { headers: { authorization: `Bearer ${key}` } });
  return { child, pair: pair!, post, awaitNews, said: () => said };
}
