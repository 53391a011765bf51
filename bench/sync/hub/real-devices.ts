import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SyncReply, SyncRequest } from '@sqrl/base/model/sync/hub-protocol.ts';
import { canonical, partOf, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { seededRandom } from '@sqrl/base/statistics/random.ts';
import { backupHub, restoreHub } from '@sqrl/hub/backup.ts';
import { HISTORY, type History, joined } from '@sqrl/hub/testing/causal-history.ts';
import { ask, paired, testHub } from '@sqrl/hub/testing/device.ts';
import type { TestEngine } from '@sqrl/hub/testing/engines.ts';
import { openSpaces } from '@sqrl/squirrel/exchange/hub/sync-hub.ts';
import { sharedRows } from '@sqrl/squirrel/store/memory/shared.ts';
import { type BenchHome, openHome } from './homes.ts';

const DAY_MS = 86_400_000;

type Fate = 'well' | 'lostRequest' | 'lostReply' | 'doubled' | 'crash';

/** A wording, and those of the same record that its writer had seen. */
interface Wording {
  tag: string;
  seen: ReadonlySet<number>;
}

/**
 * Random runs with whole homes: the product's own verbs, stores and exchange, against the hub's own code. Faults as in the
 * runs of the protocol; a device crashes where it has a reply and nothing of it is stored. Wordings are judged by causal
 * history.
 */
export async function realDevices(
  engine: TestEngine,
  seeds: readonly number[],
  steps: number,
  print: (line: string) => void,
) {
  const total: Record<string, number> = {};
  for (const seed of seeds) {
    const { wrong, ...outcome } = await realRun(engine, seed, steps);
    print(
      `${engine.name}, whole homes, seed ${seed}: ${JSON.stringify({ ...outcome, wrong: wrong.length })}`,
    );
    for (const what of wrong.slice(0, 5)) print(`  ${what}`);
    for (const [name, n] of Object.entries({ ...outcome, wrong: wrong.length }))
      total[name] = (total[name] ?? 0) + n;
  }
  return total;
}

class Device {
  readonly root: string;
  readonly person: string;
  of: BenchHome;
  skewMs = 0;
  history: History = new Map();
  copied: History = new Map();
  crashed: History = new Map();

  constructor(root: string, person: string, clock: { now: number }) {
    this.root = root;
    this.person = person;
    this.clock = clock;
    this.of = this.#open();
  }

  readonly clock: { now: number };

  #open(): BenchHome {
    return openHome(this.root, () => this.clock.now + this.skewMs);
  }

  get copyAt(): string {
    return `${this.root}-copy`;
  }

  /** Keeps the files as they are now. Nothing is being written: a transaction never waits for anything. */
  keep(at = this.copyAt): void {
    rmSync(at, { recursive: true, force: true });
    cpSync(this.root, at, { recursive: true });
  }

  async goBack(at = this.copyAt): Promise<void> {
    await this.of.close();
    rmSync(this.root, { recursive: true, force: true });
    cpSync(at, this.root, { recursive: true });
    this.of = this.#open();
  }

  /** The states of what is shared, by space and record. */
  states(): Map<string, SharedState> {
    return new Map(
      openSpaces(this.of.engine).flatMap(({ at, space }) =>
        [...sharedRows(at.store, space.id).values()].map(
          ({ kind, id, state }) => [`${space.id} ${kind} ${id}`, state] as const,
        ),
      ),
    );
  }
}

async function realRun(engine: TestEngine, seed: number, steps: number) {
  const random = seededRandom(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const db = await engine.open();
  const hub = testHub(db);
  const root = mkdtempSync(join(tmpdir(), 'sqrl-bench-devices-'));
  const file = join(root, 'backup.gz');
  const { fetch } = globalThis;
  let atHub: History = new Map();
  let backedUp: History = new Map();
  const wordings: Wording[] = [];
  const named = new Set<string>();
  const happened: Record<string, number> = {};
  const wire: { fate: Fate; device: Device | undefined; told: History | undefined } = {
    ...{ fate: 'well', device: undefined, told: undefined },
  };
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    const { device } = wire;
    const path = new URL(url).pathname;
    const send = () => hub.app.request(path, init as never);
    if (path !== '/v1/sync' || !device) return send();
    // The reply before was taken whole when the next request goes out.
    if (wire.told) HISTORY.add(device.history, wire.told);
    wire.told = undefined;
    const body = JSON.parse(init.body as string) as SyncRequest;
    // What a sync shares by itself has its wording from then on.
    const states = device.states();
    for (const { space, kind, id } of body.push) {
      const key = `${space} ${kind} ${id}`;
      // What is sent may be sealed.
      for (const tag of tagsOf(states.get(key))) noteWording(device, key, tag);
    }
    const carried = HISTORY.of(
      device.history,
      body.push.map(({ space, kind, id }) => `${space} ${kind} ${id}`),
    );
    if (wire.fate === 'lostRequest') throw new TypeError('fetch failed');
    let said = await send();
    if (wire.fate === 'doubled') said = await send();
    const reply = (await said.clone().json()) as SyncReply;
    if (said.status === 200) {
      const refused = new Set(reply.refused.map(({ space, kind, id }) => `${space} ${kind} ${id}`));
      HISTORY.add(atHub, carried, (key) => !refused.has(key));
      wire.told = HISTORY.of(
        atHub,
        reply.spaces.flatMap(({ id: space, records }) =>
          records.map(([kind, id]) => `${space} ${kind} ${id}`),
        ),
      );
    }
    if (wire.fate === 'lostReply') {
      wire.told = undefined;
      throw new TypeError('fetch failed');
    }
    if (wire.fate === 'crash') {
      device.keep(`${device.root}-crash`);
      device.crashed = joined(device.history);
      wire.told = undefined;
    }
    return said;
  }) as typeof globalThis.fetch;

  const devices: Device[] = [];
  try {
    await populate();
    await backupHub(db, file, hub.clock.now);
    backedUp = joined(atHub);
    for (let step = 0; step < steps; step++) {
      hub.clock.now += 60_000;
      const device = pick(devices);
      const chance = random();
      const did =
        chance < 0.5
          ? 'change'
          : chance < 0.9
            ? pick<Fate>(['well', 'well', 'well', 'lostRequest', 'lostReply', 'doubled', 'crash'])
            : chance < 0.92
              ? 'backup'
              : chance < 0.93
                ? 'restore'
                : chance < 0.95
                  ? 'deviceCopy'
                  : chance < 0.965
                    ? 'deviceRestore'
                    : chance < 0.98
                      ? 'rebuild'
                      : 'clock';
      happened[did] = (happened[did] ?? 0) + 1;
      if (did === 'change') await change(device);
      else if (did === 'backup') {
        await backupHub(db, file, hub.clock.now);
        backedUp = joined(atHub);
      } else if (did === 'restore') {
        await restoreHub(db, file, true);
        atHub = joined(backedUp);
      } else if (did === 'deviceCopy') {
        device.keep();
        device.copied = joined(device.history);
      } else if (did === 'deviceRestore') {
        await device.goBack();
        device.history = joined(device.copied);
      } else if (did === 'rebuild') await sync(device, pick<Fate>(['well', 'lostReply']), { rebuild: true });
      else if (did === 'clock') device.skewMs = Math.round((random() * 21 - 20) * DAY_MS);
      else await sync(device, did);
    }
    const alive = joined(atHub, ...devices.map(({ history }) => history));
    for (let round = 0; round < 3; round++) {
      hub.clock.now += DAY_MS;
      for (const device of devices) await sync(device, 'well');
    }
    return { steps, wordings: wordings.length, ...happened, wrong: await judged(alive) };
  } finally {
    globalThis.fetch = fetch;
    for (const { of } of devices) await of.close();
    await db.close();
    rmSync(root, { recursive: true, force: true });
  }

  async function sync(device: Device, fate: Fate, input = {}): Promise<void> {
    Object.assign(wire, { fate, device, told: undefined });
    try {
      await device.of.client.call('hubSync', input);
      if (wire.told) HISTORY.add(device.history, wire.told);
    } catch (error) {
      if (fate === 'well' || fate === 'doubled') throw error;
    }
    Object.assign(wire, { fate: 'well', device: undefined, told: undefined });
    if (fate !== 'crash') return;
    await device.goBack(`${device.root}-crash`);
    device.history = joined(device.crashed);
  }

  /** Notes what a verb did to the wordings of the records of a device. */
  async function noted(device: Device, verb: () => Promise<unknown>): Promise<void> {
    const before = device.states();
    await verb();
    for (const [key, state] of device.states()) {
      const had = new Set(tagsOf(before.get(key)));
      for (const tag of tagsOf(state)) if (!had.has(tag)) noteWording(device, key, tag);
    }
  }

  function noteWording(device: Device, key: string, tag: string): void {
    if (named.has(tag)) return;
    named.add(tag);
    wordings.push({ tag, seen: new Set(device.history.get(key)) });
    device.history.set(key, new Set([...(device.history.get(key) ?? []), wordings.length - 1]));
  }

  async function change(device: Device): Promise<void> {
    const { client } = device.of;
    const text = `Service ${Math.floor(random() * 1e9).toString(36)} of ${device.person} needs ${Math.floor(
      random() * 1e9,
    )
      .toString(36)
      .toUpperCase()}`;
    const own = (await client.call('list', {})).memories.filter(
      ({ userId, via }) => userId === null && via === null,
    );
    const what = own.length < 4 ? 0 : random();
    if (what < 0.2)
      return noted(device, async () => {
        const isGlobal = random() < 0.3;
        const { id } = await client.call('remember', { text, ...(isGlobal && { scope: 'global' as const }) });
        if (!isGlobal && random() < 0.4 && device.person !== 'Vic')
          await client.call('hubShare', { ids: [id], space: 'crew' });
      });
    const { id } = pick(own);
    return noted(device, () =>
      what < 0.95 ? client.call('correct', { id, text }) : client.call('forget', { ids: [id] }),
    );
  }

  async function populate(): Promise<void> {
    for (const org of ['acme', 'umbra']) {
      const owner = await paired(hub, { org, person: 'Ann' });
      const made = await ask<{ space: { id: string } }>(hub, 'spaces', {
        key: owner.key,
        body: { kind: 'team', name: 'crew' },
      });
      const codeOf = async (role?: string) =>
        (
          await ask<{ code: string }>(hub, 'invite', {
            key: owner.key,
            body: role === undefined ? {} : { space: made.body.space.id, role },
          })
        ).body.code;
      let recovery: string | undefined;
      for (const [i, [person, role]] of (
        [
          ['Ann'],
          ['Ann'],
          ['Bob', 'member'],
          org === 'acme' ? ['Vic', 'viewer'] : ['Cid', 'maintainer'],
        ] as const
      ).entries()) {
        const device = new Device(join(root, `${org}${i}`), person, hub.clock);
        devices.push(device);
        wire.device = device;
        const { client } = device.of;
        await client.call('hubLogin', {
          url: 'http://127.0.0.1:1',
          code: await codeOf(role),
          person,
          device: `${i}`,
        });
        await client.call('hubLink', { create: true, auto: person !== 'Vic' });
        if (person === 'Ann') {
          const begun = await client.call('hubSync', { personal: true, ...(recovery && { code: recovery }) });
          recovery = begun.recoveryCode ?? recovery;
        } else await client.call('hubSync', {});
        device.keep();
      }
    }
    wire.device = undefined;
  }

  async function judged(history: History): Promise<string[]> {
    const wrong: string[] = [];
    const rows = await db.asOperator((query) =>
      query<{ space: string; kind: string; id: string; state: string; sealed: boolean }>(
        'select r.space, r.kind, r.id, r.state, s.sealed from hub.record r join hub.space s on s.org = r.org and s.id = r.space',
      ),
    );
    const sealed = new Set(rows.flatMap(({ space, sealed }) => (sealed ? [space] : [])));
    const held = new Map(rows.map((row) => [`${row.space} ${row.kind} ${row.id}`, row]));
    const states = devices.map((device) => device.states());
    for (const [key, ids] of history) {
      const space = key.split(' ')[0]!;
      const copies = states
        .map((each) => each.get(key))
        .filter((state): state is SharedState => state !== undefined && Object.keys(state).length > 0);
      const texts = new Set(copies.map(canonical));
      if (!sealed.has(space)) texts.add(held.get(key)?.state ?? 'nothing at the hub');
      if (texts.size > 1) wrong.push(`${key} differs: ${[...texts].join('\n    ')}`);
      const state = copies[0] ?? (JSON.parse(held.get(key)?.state ?? '{}') as SharedState);
      if (partOf(state.gone, 'gone')) continue;
      const said = [...ids].map((n) => [n, wordings[n]!] as const);
      const standing = said
        .filter(([n]) => !said.some(([, { seen }]) => seen.has(n)))
        .map(([, { tag }]) => tag);
      if (canonical(standing.sort()) !== canonical(tagsOf(state).sort()))
        wrong.push(`${key}: ${tagsOf(state)} stand, not ${standing}`);
    }
    return wrong;
  }
}

const tagsOf = (state: SharedState | undefined): string[] =>
  Object.keys(partOf(state?.text, 'many')?.[1] ?? {});
