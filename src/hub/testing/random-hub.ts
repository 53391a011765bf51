import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HubKind } from '../../model/sync/hub-protocol.ts';
import { endOf, timeAfter } from '../../model/sync/memory-state.ts';
import { canonical, joinStates, partOf, type SharedState } from '../../model/sync/registers.ts';
import { SEALED } from '../../model/sync/sealed-form.ts';
import { backupHub, restoreHub } from '../backup.ts';
import type { HubDb } from '../db.ts';
import { ask, type Fate, paired, TestDevice, type TestHub, testHub } from './device.ts';

/** What a random run found wrong, and how much it did. */
export interface RandomOutcome {
  /** Devices or the hub that end in another state than the others, or than all accepted changes joined. */
  diverged: string[];
  /** Wordings that were accepted and are neither there nor replaced nor of an ended record. */
  lost: string[];
  /** Texts of one organization that a device of the other got. */
  leaked: string[];
  /** Records whose author at the hub is not the person who added them. */
  misattributed: string[];
  steps: number;
  restores: number;
  refused: number;
}

/** Two organizations, seven devices, requests that get lost, doubled and late, a viewer, and a hub put back from old backups. */
export async function randomRun(
  db: HubDb,
  { seed, steps, breaks }: { seed: number; steps: number; breaks?: 'pushAgain' },
): Promise<RandomOutcome> {
  const random = randomOf(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const word = () =>
    Math.floor(random() * 2 ** 40)
      .toString(36)
      .padStart(8, '0');
  const hub = testHub(db);
  const people = await populate(hub, breaks);
  const devices = people.flatMap(({ devices }) => devices);
  for (const device of devices) await device.sync();
  /** Every change that its writer had the right to make, joined. */
  const expected = new Map<string, SharedState>();
  const authors = new Map<string, string>();
  const tags = new Map<string, string>();
  const file = join(tmpdir(), `sqrl-hub-${process.pid}-${seed}.jsonl.gz`);
  await backupHub(db, file, hub.clock.now);
  let restores = 0;

  for (let step = 0; step < steps; step++) {
    hub.clock.now += 60_000;
    const device = pick(devices);
    const chance = random();
    if (chance < 0.5) change(device);
    else if (chance < 0.9)
      await device.sync(pick<Fate>(['well', 'well', 'well', 'lostRequest', 'lostReply', 'doubled']));
    else if (chance < 0.94 && device.sent.length > 0) await device.ask(pick(device.sent));
    else if (chance < 0.96) await backupHub(db, file, hub.clock.now);
    else if (chance < 0.975) {
      await restoreHub(db, file, true);
      restores++;
    }
  }
  for (let round = 0; round < 3; round++) for (const device of devices) await device.sync();
  rmSync(file, { force: true });
  return {
    ...(await judged()),
    steps,
    restores,
    refused: devices.reduce((sum, { refused }) => sum + refused.length, 0),
  };

  function change(device: TestDevice): void {
    const space = pick([...device.roles.keys()]);
    const role = device.roles.get(space)!;
    const me = device.pair.person.id;
    const kind: HubKind = random() < 0.15 ? 'comment' : 'memory';
    const known = [...device.records.keys()].filter((key) => key.startsWith(`${space} ${kind} `));
    // Few records, so that they are contested.
    const mine = known.filter((key) => authors.get(key) === me || role === 'owner' || role === 'maintainer');
    const key =
      mine.length > 3 || (mine.length > 0 && random() < 0.7) ? pick(mine) : `${space} ${kind} ${word()}`;
    const id = key.split(' ')[2]!;
    const state = device.state(space, kind, id) ?? {};
    if (partOf(state.gone, 'gone')) return;
    const at = timeAfter(state, hub.clock.now + ((devices.indexOf(device) % 5) - 2) * HOUR_MS);
    const stamp = { tag: word(), at, device: device.pair.device, person: '' };
    const living = Object.keys(partOf(state.text, 'many')?.[1] ?? {});
    const what = living.length === 0 ? 0 : random();
    // A person's own space takes what looks sealed, and nothing else.
    const isSealed = space === me;
    const sealed = (said: string): string => (isSealed ? `${SEALED}${said}` : said);
    const text = sealed(`${device.pair.org.name} says ${stamp.tag}`);
    const n = Math.floor(random() * 3);
    const delta: SharedState =
      what < 0.5
        ? { text: ['many', { [stamp.tag]: [text, at, stamp.device, me] }, living] }
        : what < 0.7
          ? {
              tags: [
                'set',
                { [sealed(pick(['red', 'green', 'blue']))]: [at, stamp.device, random() < 0.5 ? 1 : 0] },
              ],
            }
          : what < 0.95
            ? { later: isSealed ? ['sealed', sealed(`${n}`)] : ['newer-kind', { n }] }
            : endOf(state, stamp);
    device.write(space, kind, id, delta);
    if (role === 'viewer' && kind !== 'comment') return;
    expected.set(key, joinStates(expected.get(key) ?? {}, delta));
    if (!authors.has(key)) authors.set(key, me);
    if (what < 0.5) tags.set(stamp.tag, key);
  }

  async function judged() {
    const held = new Map(
      (
        await db.asOperator((query) =>
          query<{ space: string; kind: string; id: string; state: string; author: string }>(
            'select space, kind, id, state, author from hub.record',
          ),
        )
      ).map((row) => [`${row.space} ${row.kind} ${row.id}`, row]),
    );
    const diverged: string[] = [];
    for (const [key, state] of expected) {
      if (held.get(key)?.state !== canonical(state)) diverged.push(`hub ${key}`);
      for (const device of devices)
        if (
          device.roles.has(key.split(' ')[0]!) &&
          canonical(device.records.get(key)?.state ?? {}) !== canonical(state)
        )
          diverged.push(`${device.pair.person.name} ${key}`);
    }
    for (const key of held.keys()) if (!expected.has(key)) diverged.push(`unexpected ${key}`);
    const lost = [...tags].flatMap(([tag, key]) => {
      const state = JSON.parse(held.get(key)?.state ?? '{}') as SharedState;
      const text = partOf(state.text, 'many');
      const isThere = state.gone || text?.[2].includes(tag) || Object.hasOwn(text?.[1] ?? {}, tag);
      return isThere ? [] : [tag];
    });
    const leaked = devices.flatMap(({ records, pair }) =>
      [...records.values()].flatMap(({ state }) => {
        const texts = JSON.stringify(state).match(/\w+ says \w+/g) ?? [];
        return texts.filter((text) => !text.startsWith(`${pair.org.name} `));
      }),
    );
    const misattributed = [...authors].flatMap(([key, author]) =>
      held.get(key)?.author === author ? [] : [key],
    );
    return { diverged, lost, leaked, misattributed };
  }
}

/** Clocks are wrong by up to two hours. */
const HOUR_MS = 3_600_000;

interface TestPerson {
  devices: TestDevice[];
}

async function populate(hub: TestHub, breaks: 'pushAgain' | undefined): Promise<TestPerson[]> {
  const people: TestPerson[] = [];
  for (const org of ['acme', 'umbra']) {
    const owner = await paired(hub, { org, person: 'Ann' });
    const again = await ask<{ code: string }>(hub, 'invite', { key: owner.key, body: {} });
    const second = await paired(hub, { code: again.body.code, person: 'ignored', device: 'desk' });
    const team = await ask<{ space: { id: string } }>(hub, 'spaces', {
      key: owner.key,
      body: { kind: 'team', name: 'crew' },
    });
    const asked = async (role: string) => {
      const body = { space: team.body.space.id, role };
      return (await ask<{ code: string }>(hub, 'invite', { key: owner.key, body })).body.code;
    };
    const others = [await paired(hub, { code: await asked('member'), person: 'Bob' })];
    if (org === 'acme') others.push(await paired(hub, { code: await asked('viewer'), person: 'Vic' }));
    people.push({ devices: [owner, second, ...others].map((pair) => new TestDevice(hub, pair, breaks)) });
  }
  return people;
}

/** Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
