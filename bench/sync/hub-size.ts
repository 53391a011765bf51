import { rmSync } from 'node:fs';
import type { PairReply, SyncReply, SyncRequest } from '@sqrl/base/model/sync/hub-protocol.ts';
import { seededRandom } from '@sqrl/base/statistics/random.ts';
import { type HubPlace, openHubDb } from '@sqrl/hub/open.ts';
import { HUB_TABLES } from '@sqrl/hub/schema.ts';
import { ask, testHub, worded } from '@sqrl/hub/testing/device.ts';
import { testEngines } from '@sqrl/hub/testing/engines.ts';
import type { Bench } from '../bench.ts';
import { ASSUMED, type Assumptions, extrapolated, type Measured } from './size/extrapolate.ts';
import { MADE, type MadeOrg, makeOrg, SIZES, sizesOf } from './size/made-orgs.ts';
import { costOf, outside, tableSizes } from './size/measure.ts';

/** As a server in use has them, without fsync, and without a vacuum whose processor time would be counted with requests. */
const SETTINGS = [
  'full_page_writes=on',
  'shared_buffers=128MB',
  'max_wal_size=8GB',
  'checkpoint_timeout=1h',
  'autovacuum=off',
];

/**
 * A sample of made-up organizations in PostgreSQL, what it takes, and what many more would. `--orgs`: in the sample; `--part`:
 * of a person's memories in it. Every assumption is an option by its name: `--edits 12 --priceGb 0.2`.
 */
export const hubSize: Bench = {
  summary: 'What 10,000 organizations would need of a hub: a sample in PostgreSQL, and what follows from it',
  async run({ print, flags }) {
    const assumed = Object.fromEntries(
      Object.entries(ASSUMED).map(([name, usual]) => [name, Number(flags[name] ?? usual)]),
    ) as Assumptions;
    const orgs = Number(flags.orgs ?? 100);
    const part = Number(flags.part ?? 0.1);
    const engine = testEngines(process.env, SETTINGS).find(({ name }) => name === 'PostgreSQL');
    if (!engine) {
      print('hub-size: skipped, no PostgreSQL server is installed.');
      return undefined;
    }
    let place: HubPlace | undefined;
    try {
      place = await engine.place();
      const measured = await measure(place, { orgs, part, print });
      const found = extrapolated(measured, assumed);
      print(`\nAssumed: ${JSON.stringify(assumed)}`);
      print(`Organizations by size (share, people from, to): ${JSON.stringify(SIZES)}`);
      print(`\n${assumed.organizations} organizations:`);
      for (const [name, value] of Object.entries(found))
        if (name !== 'storage' && name !== 'breaks') print(`  ${name.padEnd(24)} ${JSON.stringify(value)}`);
      for (const { table, rows, gb } of found.storage)
        print(`  ${table.padEnd(10)} ${String(rows).padStart(12)} rows ${String(gb).padStart(9)} GB`);
      print('\nWhat one of each bears, the first to break at the top:');
      for (const { what, atOrganizations } of found.breaks)
        print(`  ${String(atOrganizations).padStart(12)} organizations  ${what}`);
      return { orgs, part, assumed, made: MADE, sizes: SIZES, measured, ...found };
    } finally {
      await engine.close();
      if (place) rmSync(place.folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  place: HubPlace,
  { orgs, part, print }: { orgs: number; part: number; print: (line: string) => void },
): Promise<Measured> {
  const database = place.database!;
  const db = await openHubDb(place, () => {});
  const hub = testHub(db);
  const random = seededRandom(7);
  const sizes = sizesOf(orgs);
  const made: MadeOrg[] = [];
  for (const [i, people] of sizes.entries()) {
    made.push(await makeOrg(hub, { name: `org${i}`, people, part, random }));
    if ((i + 1) % 20 === 0) print(`${i + 1} of ${orgs} organizations made`);
  }
  const people = sizes.reduce((sum, size) => sum + size, 0);
  await outside(db, 'vacuum analyze');
  const tables = await tableSizes(db, HUB_TABLES);
  print(`\nSample: ${orgs} organizations, ${people} people. Bytes per row, and per row in each index:`);
  for (const { table, rows, row, indexes } of tables)
    print(`  ${table.padEnd(8)} ${String(rows).padStart(8)} rows  ${row}  ${JSON.stringify(indexes)}`);
  const now = hub.clock.now + 1000;
  await db.close();

  const chosen = made.filter((_, i) => sizes[i]! >= 5);
  const at = (i: number): MadeOrg => chosen[i % chosen.length]!;
  const sync = (of: typeof hub, { key }: PairReply, request: Omit<SyncRequest, 'protocol'>) =>
    ask<SyncReply>(of, 'sync', { key, body: { protocol: 1, ...request } });
  const bytes = (reply: unknown) => Buffer.byteLength(JSON.stringify(reply));
  const cursors = new Map<string, { id: string; after: number; mark: string }[]>();
  const live = new Map<string, string>();
  /** Reads everything, so that the next request has nothing new. */
  const readAll = async (of: typeof hub, pair: PairReply) => {
    let spaces = pair.spaces.map(({ id }) => ({ id, after: 0, mark: '' }));
    for (;;) {
      const { body } = await sync(of, pair, { spaces, push: [] });
      spaces = body.spaces.map(({ id, cursor, mark, more }) => {
        const isAsked = spaces.some((space) => space.id === id);
        return { id, after: isAsked ? cursor : 0, mark: isAsked ? mark : '', more };
      });
      live.set(pair.key, body.live);
      if (body.spaces.every(({ more }) => !more)) break;
    }
    cursors.set(pair.key, spaces);
  };
  const ready = await openHubDb(place, () => {});
  const warm = testHub(ready);
  warm.clock.now = now;
  for (const { people: members, second } of chosen)
    for (const pair of [members[1]!, second]) await readAll(warm, pair);
  await ready.close();

  const gone = AbortSignal.abort();
  /** Wordings of the one memory that is edited in a project. */
  const edited = new Map<string, string[]>();
  const edit = async (of: typeof hub, i: number) => {
    const { people: members, project } = at(i);
    const tag = `tag${i}`;
    const tags = edited.get(project) ?? [];
    const text = `The worker ${i} needs the cache before tests of invoice${i}`;
    const state = worded(text, { tag, at: now, replaces: tags });
    edited.set(project, [...tags, tag]);
    const { key } = members[1]!;
    const push = [{ space: project, kind: 'memory' as const, id: 'edited00', state }];
    const { body } = await sync(of, members[1]!, { spaces: cursors.get(key)!, push });
    if (body.refused.length > 0) throw new Error(`refused: ${JSON.stringify(body.refused)}`);
    cursors.set(
      key,
      body.spaces.map(({ id: space, cursor, mark }) => ({ id: space, after: cursor, mark })),
    );
    return bytes(body);
  };
  const costs: Measured['costs'] = {
    live: await costOf(database, {
      now,
      // The device is gone, so that the hub answers after its first look at the database. A request that waits looks twice.
      async send(of, i) {
        const { key } = at(i).second;
        const headers = { authorization: `Bearer ${key}` };
        const reply = await of.app.request(`/v1/live?after=${live.get(key)}`, { headers, signal: gone });
        return (await reply.text()).length / 2;
      },
    }),
    idle: await costOf(database, {
      now,
      async send(of, i) {
        const { second } = at(i);
        return bytes((await sync(of, second, { spaces: cursors.get(second.key)!, push: [] })).body);
      },
    }),
    pull: await costOf(database, {
      now,
      // The last memory of a project, or the last two: every other time the hub notes how far the device has read.
      async send(of, i) {
        const { second, project } = at(i);
        const back = 1 + (Math.floor(i / chosen.length) % 2);
        const spaces = cursors
          .get(second.key)!
          .map((space) => (space.id === project ? { ...space, after: space.after - back } : space));
        return bytes((await sync(of, second, { spaces, push: [] })).body);
      },
    }),
    search: await costOf(database, {
      now,
      async send(of, i) {
        const { second } = at(i);
        const body = {
          question: 'which worker needs the payment cache before tests?',
          without: [],
          limit: 10,
        };
        return bytes((await ask(of, 'search', { key: second.key, body })).body);
      },
    }),
    push: await costOf(database, { now, send: edit }),
  };
  const first = await costOf(database, {
    ...{ now, afterCheckpoint: true },
    send: (of, i) => edit(of, 1000 + i),
  });
  print('\nPer request:');
  for (const [kind, cost] of Object.entries(costs))
    print(
      `  ${kind.padEnd(7)} ${Object.entries(cost)
        .map(([name, value]) => `${name} ${value.toFixed(name.endsWith('Ms') ? 2 : 0)}`)
        .join(', ')}`,
    );
  print(`  An edit after a checkpoint writes ${Math.round(first.walBytes)} bytes of log.`);
  return {
    ...{ orgs, people, tables, costs, walFirst: first.walBytes },
    squares: sizes.reduce((sum, size) => sum + size * size, 0),
    memories: tables.find(({ table }) => table === 'record')!.rows / people,
  };
}
