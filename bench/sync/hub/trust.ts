import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { HubSpace, SyncReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import { canonical, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { ask, paired, TestDevice, testHub, worded } from '@sqrl/hub/testing/device.ts';
import type { TestEngine } from '@sqrl/hub/testing/engines.ts';
import { generate } from '../../secrets/generate.ts';
import { openHome } from './homes.ts';

/** Where a text can stand in a state. */
const PLACES: Record<string, (secret: string, at: number) => SharedState> = {
  text: (secret, at) => worded(secret, { tag: 'a', at }),
  field: (secret, at) => ({ ...worded('fine', { tag: 'a', at }), key: ['last', secret, at, 'dev'] }),
  element: (secret, at) => ({
    ...worded('fine', { tag: 'a', at }),
    tags: ['set', { [secret]: [at, 'dev', 1] }],
  }),
  'unknown field': (secret, at) => ({
    ...worded('fine', { tag: 'a', at }),
    later: ['newer', { deep: [[secret]] }],
  }),
};

/** The labeled secrets, pushed by a device that does not look: how many does the hub keep. */
export async function secretsPast(engine: TestEngine, seeds: readonly number[]) {
  const db = await engine.open();
  try {
    const hub = testHub(db);
    const ann = await paired(hub, { person: 'Ann' });
    const { body } = await ask<{ space: HubSpace }>(hub, 'spaces', {
      key: ann.key,
      body: { kind: 'project', name: 'shop' },
    });
    const space = body.space.id;
    const lines = seeds.flatMap((seed) => generate(seed)).filter(({ label }) => label === 1);
    const pushed = lines.flatMap((line, i) =>
      Object.entries(PLACES).map(([place, make], j) => ({
        ...{ line, place },
        record: { space, kind: 'memory', id: `sec${i}x${j}`, state: make(line.text, hub.clock.now) },
      })),
    );
    for (let i = 0; i < pushed.length; i += 150) {
      // Past the limit of new records a day, too.
      hub.clock.now += 86_400_001;
      const push = pushed.slice(i, i + 150).map(({ record }) => record);
      await ask<SyncReply>(hub, 'sync', { key: ann.key, body: { protocol: 1, spaces: [], push } });
    }
    const kept = await db.asOperator((query) =>
      query<{ id: string; state: string }>('select id, state from hub.record'),
    );
    const states = new Map(kept.map(({ id, state }) => [id, state]));
    const stored = pushed.filter(({ line, record }) => {
      const state = states.get(record.id);
      return state?.includes(JSON.stringify(line.secret ?? line.text).slice(1, -1));
    });
    return {
      ...{ secrets: lines.length, pushed: pushed.length, stored: stored.length },
      which: stored.slice(0, 5).map(({ line, place }) => `${line.category} in ${place}`),
    };
  } finally {
    await db.close();
  }
}

/** A program that knows less than another: it changes memories a thousand times, and fields it does not know stay. */
export async function olderClient(engine: TestEngine, operations: number) {
  const db = await engine.open();
  const hub = testHub(db);
  hub.clock.now = Date.now();
  const server = createServer(getRequestListener(hub.app.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const root = mkdtempSync(join(tmpdir(), 'sqrl-bench-older-'));
  const old = openHome(root);
  try {
    const newer = await paired(hub, { person: 'Ann' });
    const { body: invited } = await ask<{ code: string }>(hub, 'invite', { key: newer.key, body: {} });
    await old.client.call('hubLogin', { url, code: invited.code, person: '', device: 'old' });
    await old.client.call('hubLink', { create: true, auto: true });
    const device = new TestDevice(hub, newer);
    await device.sync();
    const space = [...device.roles.keys()].find((id) => ![newer.person.id, newer.org.id].includes(id))!;
    const unknown = (n: number): SharedState => ({
      mood: ['feeling', { of: [`calm ${n}`, null, { deep: n }] }],
      type: ['last', 'prophecy', hub.clock.now, 'newer'],
      weight: ['count', { newer: n }],
      text: [
        'many',
        { [`new${n}`]: [`Rule ${n} of the newer program`, hub.clock.now, 'newer', 'Ann ~12345678', 'more'] },
        [],
      ],
    });
    const ids = Array.from({ length: 20 }, (_, i) => `newer${100 + i}`);
    const written = new Map(ids.map((id) => [id, new Set<string>()]));
    const write = (id: string, state: SharedState) => {
      device.write(space, 'memory', id, state);
      written.get(id)!.add(canonical(state.mood));
    };
    for (const [i, id] of ids.entries()) write(id, unknown(i));
    await device.sync();
    await old.client.call('hubSync', {});
    let done = 0;
    for (let i = 0; done < operations; i++, done++) {
      const id = ids[i % ids.length]!;
      hub.clock.now = Date.now();
      await old.client.call('correct', { id, text: `Rule ${i % 20} as the older program words it, ${i}` });
      if (i % 10 === 9) await old.client.call('hubSync', {});
      // The newer program goes on too.
      if (i % 50 === 49) {
        await device.sync();
        write(id, { weight: ['count', { newer: 1000 + i }], mood: ['feeling', { of: [`later ${i}`] }] });
        await device.sync();
      }
    }
    await old.client.call('hubSync', {});
    await device.sync();
    const intact = ids.filter((id) => {
      const state = canonical(device.state(space, 'memory', id));
      return (
        state.includes('"weight":["count"') && [...written.get(id)!].every((mood) => state.includes(mood))
      );
    }).length;
    const { memories } = await old.client.call('list', {});
    return {
      ...{ operations: done, records: ids.length, 'unknown fields intact': intact },
      'types that it does not know, shown as': [...new Set(memories.map(({ type }) => type))],
    };
  } finally {
    await old.close();
    server.closeAllConnections();
    server.close();
    await db.close();
    rmSync(root, { recursive: true, force: true });
  }
}
