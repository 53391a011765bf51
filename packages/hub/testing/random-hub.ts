import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HubKind, SyncReply, SyncRequest } from '@sqrl/base/model/sync/hub-protocol.ts';
import { endOf, timeAfter } from '@sqrl/base/model/sync/memory-state.ts';
import { partOf, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { SEALED } from '@sqrl/base/model/sync/sealed-form.ts';
import { seededRandom } from '@sqrl/base/statistics/random.ts';
import { backupHub, restoreHub } from '../backup.ts';
import type { HubDb } from '../db.ts';
import { type Change, HISTORY, type History, joined, wrongIn } from './causal-history.ts';
import { ask, type Fate, paired, type Rule, TestDevice, type TestHub, testHub } from './device.ts';

/** What a random run found wrong, and how much it did. */
export interface RandomOutcome {
  /** Devices that end in another state than the hub, or a state that the causal history does not lead to. */
  diverged: string[];
  /** Wordings that nobody replaced and that are not there. */
  lost: string[];
  /** Texts of one organization that a device of the other got, or took into its space. */
  leaked: string[];
  /** Records whose author at the hub is not the person who added them. */
  misattributed: string[];
  steps: number;
  changes: number;
  /** How often each thing happened. */
  happened: Record<string, number>;
}

const DAY_MS = 86_400_000;

/**
 * Two organizations, eight devices of which one is a copy of another, requests that get lost, doubled and late, crashes of
 * devices and of the hub, clocks from 20 days behind to a day ahead, a viewer, and devices and a hub that are put back from
 * old copies. What must come out is computed from the causal history, without joining anything.
 */
export async function randomRun(
  of: HubDb,
  { seed, steps, breaks }: { seed: number; steps: number; breaks?: Rule | undefined },
): Promise<RandomOutcome> {
  const random = seededRandom(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
  const word = () =>
    Math.floor(random() * 2 ** 40)
      .toString(36)
      .padStart(8, '0');
  /** From 20 days behind to a day ahead, and a little more: the hub refuses that. */
  const skew = () => Math.round((random() * 21.2 - 20) * DAY_MS);
  const faulty = crashable(of);
  const hub = testHub(faulty.db);
  /** What the hub has of each record. */
  let atHub: History = new Map();
  const changes: Change[] = [];
  const devices = await populate(hub, breaks);
  for (const device of devices) await device.sync();
  const authors = new Map<string, string>();
  const skews = devices.map(() => skew());
  const copies = devices.map((device) => device.copy());
  const file = join(tmpdir(), `sqrl-hub-${process.pid}-${seed}.jsonl.gz`);
  await backupHub(of, file, hub.clock.now);
  let backedUp = joined(atHub);
  const leaked: string[] = [];
  // What is rare happens in a short run too.
  const surely = new Map(
    SURELY.map((what, i) => [Math.floor(((i + 8) * steps) / (SURELY.length + 12)), what]),
  );
  const happened: Record<string, number> = {};

  for (let step = 0; step < steps; step++) {
    hub.clock.now += 60_000;
    const device = pick(devices);
    const did = surely.get(step) ?? nextOf(random());
    happened[did] = (happened[did] ?? 0) + 1;
    if (did === 'change') change(device);
    else if (did === 'late') await late(device);
    else if (did === 'foreign') await reachOver(device);
    else if (did === 'hubCrash') {
      faulty.next = true;
      await device.sync().catch(() => {});
      faulty.next = false;
    } else if (did === 'backup') {
      await backupHub(of, file, hub.clock.now);
      backedUp = joined(atHub);
    } else if (did === 'restore') {
      await restoreHub(of, file, true);
      atHub = joined(backedUp);
    } else if (did === 'deviceCopy') copies[devices.indexOf(device)] = device.copy();
    else if (did === 'deviceRestore') device.restore(copies[devices.indexOf(device)]!);
    else if (did === 'rebuild') {
      await device.rebuild(random() < 0.6);
      change(device);
    } else if (did === 'clock') skews[devices.indexOf(device)] = skew();
    else if (did === 'together') {
      await Promise.all(devices.map((each) => each.sync()));
      // What each saw of the others is certain only after another round.
      for (const each of devices) await each.sync();
    } else await device.sync(did);
  }
  const alive = joined(atHub, ...devices.map(({ history }) => history));
  // Refusals that pass do so by time.
  for (let round = 0; round < 3; round++) {
    hub.clock.now += DAY_MS;
    for (const device of devices) await device.sync();
  }
  rmSync(file, { force: true });
  return {
    ...(await judged(alive)),
    steps,
    changes: changes.length,
    happened: { ...happened, ...refusals() },
  };

  /** What happens next; most of the time a change or a sync. */
  function nextOf(chance: number): Happening {
    let sum = 0;
    for (const [what, share] of HAPPENINGS) {
      sum += share;
      if (chance < sum) return what;
    }
    return 'change';
  }

  function change(device: RandomDevice): void {
    const space = pick(device.spaces());
    const role = device.roles.get(space)!;
    const me = device.pair.person.id;
    const kind: HubKind = random() < 0.15 ? 'comment' : 'memory';
    const begins = `${space} ${kind} `;
    // Few records, so that they are contested; now and then one that this device has not heard of yet.
    const isMine = (key: string) =>
      key.startsWith(begins) &&
      (authors.get(key) === me || role === 'owner' || role === 'maintainer') &&
      !partOf(device.records.get(key)?.state.gone, 'gone');
    const byId = (a: string, b: string) => (a.slice(begins.length) < b.slice(begins.length) ? -1 : 1);
    const known = [...device.records.keys()].filter(isMine).sort(byId);
    const own = [...authors.keys()].filter((key) => isMine(key) && authors.get(key) === me).sort(byId);
    const chance = random();
    const key =
      chance < 0.35 && own.length > 0
        ? pick(own)
        : known.length > 2 || (known.length > 0 && chance < 0.7)
          ? pick(known)
          : `${begins}${word()}`;
    const id = key.split(' ')[2]!;
    const state = device.state(space, kind, id) ?? {};
    const clock = hub.clock.now + skews[devices.indexOf(device)]!;
    const at = breaks === 'clocks' ? clock : timeAfter(state, clock);
    const by = device.pair.device;
    const fresh = word();
    const tag = breaks === 'names' ? `${by}n${namedBy(by, state)}` : fresh;
    // A person's own space takes sealed texts, and nothing else.
    const isSealed = space === me;
    const living = Object.keys(partOf(isSealed ? state.sealed : state.text, 'many')?.[1] ?? {});
    const what = living.length === 0 || isSealed ? 0 : random();
    const text = `${isSealed ? SEALED : ''}${device.pair.org.name} says ${word()}`;
    const [color, isIn, type, n] = [
      pick(['red', 'green', 'blue']),
      random() < 0.5 ? (1 as const) : (0 as const),
      word(),
      Math.floor(random() * 3),
    ];
    const [delta, says]: [SharedState, Change['says']] =
      what < 0.4
        ? [
            isSealed
              ? { sealed: ['many', { [tag]: text }, living] }
              : { text: ['many', { [tag]: [text, at, by, me] }, living] },
            { of: 'text', tag, text },
          ]
        : what < 0.6
          ? [{ tags: ['set', { [color]: [at, by, isIn] }] }, { of: `tag ${color}`, value: isIn }]
          : what < 0.85
            ? [{ type: ['last', type, at, by] }, { of: 'type', value: type }]
            : what < 0.97
              ? [{ later: ['newer-kind', { n }] }, { of: 'later', value: n }]
              : [endOf(state, { tag, at, device: by, person: me }), { of: 'gone' }];
    device.write(space, kind, id, delta);
    const isAllowed = role !== 'viewer' || kind === 'comment';
    changes.push({ key, says, seen: new Set(device.history.get(key)), isAllowed });
    device.history.set(key, new Set([...(device.history.get(key) ?? []), changes.length - 1]));
    if (isAllowed && !authors.has(key)) authors.set(key, me);
  }

  /** A request of before arrives again; its answer goes nowhere. */
  async function late(device: RandomDevice): Promise<void> {
    if (device.sent.length > 0) await device.ask(pick(device.sent));
  }

  /** Asks for a space that is not the device's, of either organization, and writes into it. */
  async function reachOver(device: RandomDevice): Promise<void> {
    const foreign = devices.flatMap((each) => each.spaces()).filter((id) => !device.roles.has(id));
    const space = pick(foreign);
    const key = pick([...authors.keys(), `${space} memory ${word()}`]);
    const state: SharedState = { text: ['many', { [word()]: ['foreign words', 1, 'dev', 'x'] }, []] };
    const push = [{ space, kind: 'memory' as const, id: key.split(' ')[2]!, state }];
    const spaces = [{ id: space, after: 0, mark: '' }];
    const { body } = await ask<SyncReply>(hub, 'sync', {
      ...{ key: device.pair.key, body: { protocol: 1, spaces, push } },
    });
    if (body.refused[0]?.why.code !== 'space' || body.spaces.some(({ id }) => id === space))
      leaked.push(`${device.pair.person.name} reached ${space}`);
  }

  function refusals(): Record<string, number> {
    const counted: Record<string, number> = {};
    for (const { refused } of devices)
      for (const { why } of refused)
        counted[`refused: ${why.code}`] = (counted[`refused: ${why.code}`] ?? 0) + 1;
    return counted;
  }

  async function judged(history: History) {
    const held = new Map(
      (
        await of.asOperator((query) =>
          query<{ space: string; kind: string; id: string; state: string; author: string }>(
            'select space, kind, id, state, author from hub.record',
          ),
        )
      ).map((row) => [`${row.space} ${row.kind} ${row.id}`, row]),
    );
    const diverged: string[] = [];
    const lost: string[] = [];
    for (const [key, ids] of history) {
      const said = [...ids].map((n) => changes[n]!).filter(({ isAllowed }) => isAllowed);
      if (said.length === 0) continue;
      const row = held.get(key);
      const wrong = wrongIn(JSON.parse(row?.state ?? '{}'), said, changes);
      lost.push(...wrong.lost.map((what) => `${key}: ${what}`));
      diverged.push(...wrong.other.map((what) => `${key}: ${what}`));
      for (const device of devices)
        if (device.roles.has(key.split(' ')[0]!) && device.canonicalState(key) !== row?.state)
          diverged.push(`${device.pair.person.name}'s ${device.pair.device}: ${key}`);
    }
    for (const key of held.keys()) if (!history.has(key)) diverged.push(`unexpected ${key}`);
    const texts = devices.flatMap(({ records, pair }) =>
      [...records.values()].flatMap(({ state }) =>
        (JSON.stringify(state).match(/\w+ says \w+|foreign words/g) ?? []).filter(
          (text) => !text.startsWith(`${pair.org.name} `),
        ),
      ),
    );
    const misattributed = [...history.keys()].flatMap((key) => {
      const [row, author] = [held.get(key), authors.get(key)];
      return row && author !== undefined && row.author !== author ? [key] : [];
    });
    return { diverged, lost, leaked: [...leaked, ...texts], misattributed };
  }

  async function populate(at: TestHub, rule: Rule | undefined): Promise<RandomDevice[]> {
    const all: RandomDevice[] = [];
    const shadow = {
      get hub() {
        return atHub;
      },
    };
    for (const org of ['acme', 'umbra']) {
      const owner = await paired(at, { org, person: 'Ann' });
      const again = await ask<{ code: string }>(at, 'invite', { key: owner.key, body: {} });
      const second = await paired(at, { code: again.body.code, person: 'ignored', device: 'desk' });
      const team = await ask<{ space: { id: string } }>(at, 'spaces', {
        key: owner.key,
        body: { kind: 'team', name: 'crew' },
      });
      const asked = async (role: string) => {
        const body = { space: team.body.space.id, role };
        return (await ask<{ code: string }>(at, 'invite', { key: owner.key, body })).body.code;
      };
      const bob = await paired(at, { code: await asked('member'), person: 'Bob' });
      // In the other organization Bob's home was copied to a second machine, with its key.
      const last = org === 'acme' ? await paired(at, { code: await asked('viewer'), person: 'Vic' }) : bob;
      all.push(...[owner, second, bob, last].map((pair) => new RandomDevice(at, pair, rule, shadow)));
    }
    return all;
  }
}

/** How many wordings of a state a device has given names of its own to. */
function namedBy(device: string, state: SharedState): number {
  const [, values, replaced] = partOf(state.text ?? state.sealed, 'many') ?? ['many', {}, []];
  return [...Object.keys(values), ...replaced].filter((tag) => tag.startsWith(`${device}n`)).length;
}

type Happening =
  | Fate
  | 'change'
  | 'late'
  | 'foreign'
  | 'hubCrash'
  | 'backup'
  | 'restore'
  | 'deviceCopy'
  | 'deviceRestore'
  | 'rebuild'
  | 'clock'
  | 'together';

/** The share of each; the rest are changes. */
const HAPPENINGS: readonly [Happening, number][] = [
  ['well', 0.22],
  ['lostRequest', 0.04],
  ['lostReply', 0.05],
  ['doubled', 0.04],
  ['crash', 0.04],
  ['late', 0.04],
  ['foreign', 0.02],
  ['hubCrash', 0.02],
  ['backup', 0.014],
  ['restore', 0.01],
  ['deviceCopy', 0.02],
  ['deviceRestore', 0.02],
  ['rebuild', 0.02],
  ['clock', 0.02],
  ['together', 0.002],
];

const SURELY: readonly Happening[] = [
  ...([
    'deviceCopy',
    'backup',
    'crash',
    'hubCrash',
    'restore',
    'foreign',
    'deviceRestore',
    'rebuild',
  ] as const),
];

/** A device that notes which changes it has seen, next to what it keeps: the noting joins nothing. */
class RandomDevice extends TestDevice {
  history: History = new Map();
  readonly #shadow: { readonly hub: History };
  readonly #carried = new WeakMap<SyncRequest, History>();
  readonly #told = new WeakMap<SyncReply, History>();

  constructor(
    hub: TestHub,
    pair: TestDevice['pair'],
    breaks: Rule | undefined,
    shadow: { readonly hub: History },
  ) {
    super(hub, pair, breaks);
    this.#shadow = shadow;
  }

  protected override request(...of: Parameters<TestDevice['request']>): SyncRequest {
    const request = super.request(...of);
    this.#carried.set(request, HISTORY.of(this.history, of[1]));
    return request;
  }

  override async ask(request: SyncRequest): Promise<SyncReply> {
    const reply = await super.ask(request);
    const refused = new Set(reply.refused.map(({ space, kind, id }) => `${space} ${kind} ${id}`));
    HISTORY.add(this.#shadow.hub, this.#carried.get(request)!, (key) => !refused.has(key));
    const keys = reply.spaces.flatMap(({ id: space, records }) =>
      records.map(([kind, id]) => `${space} ${kind} ${id}`),
    );
    this.#told.set(reply, HISTORY.of(this.#shadow.hub, keys));
    return reply;
  }

  protected override take(...of: Parameters<TestDevice['take']>): boolean {
    const [reply] = of;
    const before = new Map([...this.records].map(([key, { state }]) => [key, state]));
    const isWhole = super.take(...of);
    const told = this.#told.get(reply)!;
    // A part of them, where the device ended in the middle.
    HISTORY.add(this.history, told, (key) => isWhole || this.records.get(key)?.state !== before.get(key));
    for (const key of this.history.keys()) if (!this.records.has(key)) this.history.delete(key);
    return isWhole;
  }

  override copy() {
    return { ...super.copy(), history: joined(this.history) };
  }

  override restore(copy: ReturnType<RandomDevice['copy']>): void {
    super.restore(copy);
    this.history = joined(copy.history);
  }

  /** In an order that the random ids do not change: a seed is the same run again. */
  spaces(): string[] {
    const first = [this.pair.person.id, this.pair.org.id];
    return [...this.roles.keys()].sort((a, b) => first.indexOf(b) - first.indexOf(a));
  }

  canonicalState(key: string): string | undefined {
    const known = this.records.get(key);
    return known && HISTORY.textOf(known.state);
  }
}

/** A database whose next transaction is undone at its end, as if the hub had been killed. */
function crashable(inner: HubDb): { db: HubDb; next: boolean } {
  const faulty = {
    next: false,
    db: {
      ...inner,
      asHub: (work, org) =>
        inner.asHub(async (query) => {
          const result = await work(query);
          if (faulty.next) throw new Error('killed');
          return result;
        }, org),
    } satisfies HubDb,
  };
  return faulty;
}
