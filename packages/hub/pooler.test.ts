import type { HubSpace, LiveReply, SyncReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { HUB_ROLE, openPostgres } from './db.ts';
import { newsOf } from './live.ts';
import { migrateHub } from './schema.ts';
import { ask, paired, testHub, worded } from './testing/device.ts';
import { type TestCluster, type TestPooler, testCluster } from './testing/engines.ts';

const cluster = await testCluster(['wal_level=replica', 'hot_standby=on']);
const pooler = await cluster?.pooler(2);
if (!pooler)
  console.warn(
    '\n!!! No pgbouncer is installed: the hub is not tested behind one. Run `apt-get install pgbouncer`.\n',
  );
let replica: TestCluster | undefined;
afterAll(async () => {
  await (pooler as TestPooler | undefined)?.stop();
  await replica?.stop();
  await cluster?.stop();
});

const sync = (hub: ReturnType<typeof testHub>, key: string, body = {}) =>
  ask<SyncReply>(hub, 'sync', { key, body: { protocol: 1, spaces: [], push: [], ...body } });

test.skipIf(!pooler)(
  'behind pgbouncer in transaction mode no organization sees another, whatever used the connection before',
  async () => {
    const url = pooler!.url('postgres');
    // All ask at once: on a busy machine the last would wait for its turn longer than a request may.
    const direct = cluster!.url('postgres');
    const db = await openPostgres(url, () => {}, { direct }, { turnMs: 600_000 });
    await migrateHub(db);
    const hub = testHub(db);
    const people = await Promise.all(
      ['acme', 'evil'].map((org) => paired(hub, { org, person: `Ann of ${org}` })),
    );
    await Promise.all(
      people.map(({ key, org }, i) => {
        const state = worded(`The secret of ${i}`, { tag: 't', at: hub.clock.now });
        return sync(hub, key, { push: [{ space: org.id, kind: 'memory', id: `own0000${i}`, state }] });
      }),
    );
    // Two connections for all of them; transactions that fail, and clients that leave in the middle.
    const { default: pg } = await import('pg');
    const stray = async () => {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => {});
      await client.connect();
      await client.query(`begin; set local role ${HUB_ROLE}; set local app.org = '${people[0]!.org.id}'`);
      await client.end();
    };
    const work = Array.from({ length: 120 }, async (_, i) => {
      const { key, org } = people[i % 2]!;
      const other = people[(i + 1) % 2]!.org.id;
      if (i % 10 === 9) await stray();
      if (i % 7 === 6)
        await db
          .asHub((query) => query('select 1/0'), org.id)
          .catch((error) => expect(error).toMatchObject({ code: '22012' }));
      const own = await sync(hub, key, {
        spaces: [
          { id: org.id, after: 0, mark: '' },
          { id: other, after: 0, mark: '' },
        ],
      });
      const text = JSON.stringify(own.body.spaces.flatMap(({ records }) => records));
      expect(text).toContain(`The secret of ${i % 2}`);
      expect(text).not.toContain(`The secret of ${(i + 1) % 2}`);
      expect(await db.asHub((query) => query('select * from hub.record'))).toEqual([]);
      expect(
        await db.asHub((query) => query('select 1 from hub.person where org = $1', [other]), org.id),
      ).toEqual([]);
    });
    await Promise.all(work);
    await db.close();
  },
);

test.skipIf(!pooler)(
  'behind a pooler, with a replica for reads, a device hears at once, and never that nothing moved where it did',
  async () => {
    // Without a word the device would learn of it at the end of its time, which never comes here.
    const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    onTestFinished(() => limits.mockRestore());
    replica = await cluster!.replica();
    const addresses = { direct: cluster!.url('postgres'), replica: replica.url('postgres') };
    const dbs = [1, 2].map(() => openPostgres(pooler!.url('postgres'), () => {}, addresses));
    const [one, two] = (await Promise.all(dbs)) as [Awaited<(typeof dbs)[0]>, Awaited<(typeof dbs)[0]>];
    await migrateHub(one);
    const news = newsOf(one.words!.send);
    const [here, there] = [testHub(one, { news }), testHub(two, { news: newsOf(two.words!.send) })];
    const stop = new AbortController();
    await new Promise<void>((resolve) => {
      void one.words!.listen((orgs) => {
        news.hear(orgs);
        resolve();
      }, stop.signal);
    });
    const ann = await paired(here, { org: 'crew', person: 'Ann' });
    for (let i = 0; i < 5; i++) {
      const { live } = (await sync(here, ann.key)).body;
      const waiting = ask<LiveReply>(here, `live?after=${live}`, { key: ann.key });
      while (news.waiting() === 0) await new Promise(setImmediate);
      const body = { kind: 'team', name: `team ${i}` };
      expect((await ask<{ space: HubSpace }>(there, 'spaces', { key: ann.key, body })).status).toBe(200);
      expect((await waiting).body).toMatchObject({ moved: true });
    }
    // The replica alone: it answers reads, takes no writes, and row security holds there.
    await expect(one.asReader!((query) => query('delete from hub.record'), ann.org.id)).rejects.toThrow();
    expect(await one.asReader!((query) => query('select * from hub.person'))).toEqual([]);
    stop.abort();
    await Promise.all([one.close(), two.close()]);
  },
);
