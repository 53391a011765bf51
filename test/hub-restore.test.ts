// Issue 46: the backup of a hub rehearsed as docs/HUB.md says, with its own program, on both engines.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HubSpace, PairReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import { canonical } from '@sqrl/base/model/sync/registers.ts';
import { type HubPlace, openHubDb } from '@sqrl/hub/open.ts';
import { ask, BEGAN, paired, sealedAs, TestDevice, type TestHub, worded } from '@sqrl/hub/testing/device.ts';
import { testEngines } from '@sqrl/hub/testing/engines.ts';
import { HUB_PROGRAM } from '@sqrl/hub/testing/program.ts';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { patient } from './support/patient.ts';

patient();

const engines = testEngines(process.env);
afterAll(async () => {
  for (const engine of engines) await engine.close();
});

const typed = ({ folder, database }: HubPlace, ...words: string[]) => [
  ...[HUB_PROGRAM, ...words, '--json', '--dir', folder],
  ...(database === undefined ? [] : ['--database', database]),
];
const env = { PATH: process.env.PATH, HOME: tmpdir() };

/** `sqrl-hub serve`, as test devices reach it. */
async function serve(place: HubPlace) {
  const child = spawn(process.execPath, typed(place, 'serve', '--port', '0'), {
    ...{ env, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { url, first } = await new Promise<{ url: string; first: { code: string } | null }>(
    (resolve, reject) => {
      let said = '';
      child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
        said += piece;
        if (said.endsWith('\n')) resolve(JSON.parse(said));
      });
      child.once('exit', () => reject(new Error('the hub ended')));
    },
  );
  const app = { request: (path: string, init: RequestInit) => fetch(`${url}${path}`, init) };
  const hub = { app, log: [], clock: { now: BEGAN } } as unknown as TestHub;
  const kill = () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    return ended;
  };
  return { hub, first, kill };
}

test('a hub that listens everywhere names no address that other machines cannot reach', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-hub-'));
  const typed = [HUB_PROGRAM, 'serve', '--host', '0.0.0.0', '--behind-proxy', '--port', '0', '--dir', folder];
  const child = spawn(process.execPath, typed, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  for await (const piece of child.stdout.setEncoding('utf8')) {
    said += piece;
    if (said.includes('more devices')) break;
  }
  child.kill('SIGKILL');
  expect(said).toMatch(/with the address of the hub, within 15 minutes:\n {2}sqrl login URL [\dA-Z-]{11}\n/);
  rmSync(folder, { recursive: true, force: true });
});

/** A command of the operator, and what it prints. */
function command<T>(place: HubPlace, ...words: string[]): T {
  const { status, stdout, stderr } = spawnSync(process.execPath, typed(place, ...words), {
    encoding: 'utf8',
    env,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

test.each(engines)(
  'on $name a hub with 500 records is backed up while it runs, destroyed and restored, on PostgreSQL into partitions, and its devices go on',
  async (engine) => {
    const place = await engine.place();
    const folder = mkdtempSync(join(tmpdir(), 'sqrl-restore-'));
    let { hub, first, kill } = await serve(place);
    const ann = await paired(hub, { code: first!.code, person: 'Ann' });
    const post = async <T>(call: string, body: object) =>
      (await ask<T>(hub, call, { key: ann.key, body })).body;
    const { space } = await post<{ space: HubSpace }>('spaces', { kind: 'team', name: 'crew' });
    const people: PairReply[] = [ann];
    for (const person of ['Bob', 'Cleo']) {
      const { code } = await post<{ code: string }>('invite', { space: space.id, role: 'maintainer' });
      people.push(await paired(hub, { code, person }));
    }
    const devices = people.map((pair) => new TestDevice(hub, pair));
    const round = async () => {
      for (const device of devices) await device.sync();
    };
    await round();
    // The sealed space of one person, and a team that all three write to: 200 and 300.
    const write = (from: number, to: number) => {
      for (let n = from; n < to; n++) {
        if (n % 5 < 2)
          devices[0]!.write(ann.person.id, 'memory', `sealed${n}`, sealedAs(`Secret ${n}`, `t${n}`));
        else {
          const rule = worded(`Rule ${n}`, { tag: `t${n}`, at: BEGAN + n });
          devices[(n % 5) - 2]!.write(space.id, 'memory', `shared${n}`, rule);
        }
      }
    };
    write(0, 500);
    for (let n = 0; n < 3; n++) await round();
    const held = () =>
      devices.map(({ records }) =>
        canonical(
          [...records]
            .map(([key, { state }]) => [key, canonical(state)])
            .sort(([a], [b]) => (a! < b! ? -1 : 1)),
        ),
      );
    expect(devices.map(({ records }) => records.size)).toEqual([500, 300, 300]);

    const file = join(folder, 'hub.jsonl.gz');
    expect(command(place, 'backup', file)).toMatchObject({ records: 500, people: 3 });
    // What comes after the backup is with the devices only, once the hub is gone.
    write(500, 550);
    for (let n = 0; n < 3; n++) await round();
    const before = held();
    await kill();
    rmSync(place.folder, { recursive: true });

    const fresh = await engine.place();
    if (fresh.database === undefined) rmSync(fresh.folder, { recursive: true });
    expect(command(fresh, 'restore', file)).toMatchObject({ records: 500, people: 3 });
    if (fresh.database !== undefined) {
      const db = await openHubDb(fresh, () => {});
      const sql = readFileSync(new URL('../examples/hub/partitions.sql', import.meta.url), 'utf8');
      await db.asOperator((query) => query(sql));
      await db.close();
    }
    const restored = await serve(fresh);
    ({ kill } = restored);
    expect(restored.first).toBeNull();
    Object.assign(hub, { app: restored.hub.app });
    for (let n = 0; n < 2; n++) await round();
    expect(held()).toEqual(before);
    expect(devices.flatMap(({ refused }) => refused)).toEqual([]);
    // A new device of each finds all of it, once.
    for (const [i, { key }] of people.entries()) {
      const { code } = (await ask<{ code: string }>(hub, 'invite', { key, body: {} })).body;
      const second = new TestDevice(hub, await paired(hub, { code, person: '' }));
      for (let n = 0; n < 2; n++) await second.sync();
      expect([...second.records.keys()].sort()).toEqual([...devices[i]!.records.keys()].sort());
    }
    expect(command(fresh, 'backup', join(folder, 'second.gz'))).toMatchObject({ records: 550, people: 3 });
    const { entries } = command<{ entries: { did: string }[] }>(fresh, 'audit');
    expect(entries.map(({ did }) => did)).toContain('restored from a backup');
    // As `| head` leaves it.
    const cut = spawn(process.execPath, typed(fresh, 'audit'), { env, stdio: ['ignore', 'pipe', 'pipe'] });
    cut.stdout.destroy();
    let complaint = '';
    cut.stderr.setEncoding('utf8').on('data', (piece: string) => (complaint += piece));
    expect([await new Promise((resolve) => cut.once('close', resolve)), complaint]).toEqual([0, '']);
    await kill();
    for (const gone of [folder, fresh.folder]) rmSync(gone, { recursive: true, force: true });
  },
);
