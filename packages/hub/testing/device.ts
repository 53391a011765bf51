import {
  HUB_PROTOCOL,
  type HubKind,
  PASSING_REFUSALS,
  type PairReply,
  type PushedRecord,
  type RecordFacts,
  type SyncReply,
  type SyncRequest,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { restamped } from '@sqrl/base/model/sync/memory-state.ts';
import { joinStates, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { SEALED } from '@sqrl/base/model/sync/sealed-form.ts';
import type { Hono } from 'hono';
import { type HubContext, hubApp } from '../app.ts';
import type { HubDb } from '../db.ts';
import { newsOf } from '../live.ts';
import { carryOut, type OperatorInvite } from '../operate.ts';
import { hashOfState } from '../records.ts';

/** A hub in this process, with a clock that the test turns. */
export interface TestHub {
  app: Hono;
  db: HubDb;
  context: HubContext;
  clock: { now: number };
  log: string[];
}

export const BEGAN = Date.UTC(2026, 0, 5);

export function testHub(db: HubDb, more: Partial<HubContext> = {}): TestHub {
  const clock = { now: BEGAN };
  const log: string[] = [];
  const context: HubContext = {
    ...{ db, news: newsOf(), now: () => clock.now, log: (line) => void log.push(line) },
    mayWatch: () => true,
    addressOf: (headers) => headers.get('x-test-address') ?? 'here',
    ...more,
  };
  return { app: hubApp(context), db, context, clock, log };
}

interface TestReply<T> {
  status: number;
  body: T;
}

export async function ask<T>(
  { app, log }: TestHub,
  call: string,
  { key, body, headers = {} }: { key?: string; body?: unknown; headers?: Record<string, string> },
): Promise<TestReply<T>> {
  const reply = await app.request(`/v1/${call}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (reply.status >= 500) throw new Error(log.at(-1));
  return { status: reply.status, body: (await reply.json()) as T };
}

/** A person with their first device: invited from the hub, or by a code. */
export async function paired(
  hub: TestHub,
  {
    code,
    person,
    device = 'laptop',
    ...invite
  }: { code?: string; person: string; device?: string; org?: string; role?: string },
): Promise<PairReply> {
  const given = code ?? ((await carryOut(hub.db, 'invite', invite, hub.clock.now)) as OperatorInvite).code;
  const { status, body } = await ask<PairReply>(hub, 'pair', { body: { code: given, person, device } });
  if (status !== 200) throw new Error(`not paired: ${JSON.stringify(body)}`);
  return body;
}

/** What may happen to a request on its way, or to the device while it takes the reply. */
export type Fate = 'well' | 'lostRequest' | 'lostReply' | 'doubled' | 'crash';

/** The rules of the design (section 4 of it), one of which a device may break, to see that each is needed. */
export const RULES = {
  names: 'a change has a random name, not the next number of its device',
  receipts: 'what was sent is offered again until the hub has answered',
  restored: 'a device that was put back from a copy goes on from where the copy was',
  clocks: 'a change is dated after everything that its writer had seen',
  rebuild: 'a rebuild fetches a whole copy before it replaces anything',
  refusals: 'what the hub refuses does not keep back what comes after it',
  pushAgain: 'a device pushes everything again to a hub that was put back',
} as const;
export type Rule = keyof typeof RULES;

interface Place {
  after: number;
  mark: string;
}

/** What a device has on its disk. */
interface DeviceCopy {
  records: Map<string, { state: SharedState; facts: RecordFacts | undefined }>;
  outbox: Set<string>;
  cursors: Map<string, Place>;
  roles: Map<string, string>;
}

/** A device as the protocol wants it, in memory: it joins what it gets, and pushes what it changed. */
export class TestDevice {
  records: DeviceCopy['records'] = new Map();
  outbox = new Set<string>();
  roles = new Map<string, string>();
  readonly refused: SyncReply['refused'] = [];
  readonly sent: SyncRequest[] = [];
  readonly hub: TestHub;
  readonly pair: PairReply;
  readonly breaks: Rule | undefined;
  #cursors = new Map<string, Place>();
  /** Without the rule of refusals: nothing goes out any more. */
  #isStuck = false;

  constructor(hub: TestHub, pair: PairReply, breaks?: Rule) {
    this.hub = hub;
    this.pair = pair;
    this.breaks = breaks;
    for (const { id, role } of pair.spaces) this.#learn(id, role);
  }

  #learn(id: string, role: string): void {
    this.roles.set(id, role);
    if (!this.#cursors.has(id)) this.#cursors.set(id, { after: 0, mark: '' });
  }

  state(space: string, kind: HubKind, id: string): SharedState | undefined {
    return this.records.get(`${space} ${kind} ${id}`)?.state;
  }

  /** Changes a record here; the hub gets it with the next sync. */
  write(space: string, kind: HubKind, id: string, delta: SharedState): void {
    const key = `${space} ${kind} ${id}`;
    const known = this.records.get(key);
    this.records.set(key, { state: joinStates(known?.state ?? {}, delta), facts: known?.facts });
    this.outbox.add(key);
  }

  /** One sync with all its pages; false where a request or reply was lost, or the device ended in the middle. */
  async sync(fate: Fate = 'well'): Promise<boolean> {
    const tried = new Set<string>();
    const taken = new Set<string>();
    for (;;) {
      const keys = this.#isStuck ? [] : [...this.outbox].filter((key) => !tried.has(key)).slice(0, 500);
      for (const key of keys) tried.add(key);
      const request = this.request([...this.#cursors], keys);
      if (this.breaks === 'receipts') for (const key of keys) this.outbox.delete(key);
      if (fate === 'lostRequest') return false;
      let reply = await this.ask(request);
      if (fate === 'doubled') reply = await this.ask(request);
      if (fate === 'lostReply') return false;
      if (!this.take(reply, fate === 'crash')) return false;
      const refused = new Set(reply.refused.map(keyOf));
      for (const key of keys) if (!refused.has(key)) taken.add(key);
      // Each is sent once in a sync: what passes is tried again by the next.
      const hasMore = [...this.outbox].some((key) => !tried.has(key)) && !this.#isStuck;
      const isQuiet = reply.spaces.every(({ more, rewound }) => !more && !rewound);
      if (isQuiet && !hasMore && reply.refused.every(isPassing)) {
        // Only now: a hub that is put back to before it took them is noticed by a cursor that has moved past them.
        for (const key of taken) this.outbox.delete(key);
        return true;
      }
      if (reply.spaces.some(({ rewound }) => rewound)) tried.clear();
    }
  }

  protected request(places: readonly [string, Place][], keys: readonly string[]): SyncRequest {
    const push = keys.map((key): PushedRecord => {
      const [space, kind, id] = key.split(' ') as [string, HubKind, string];
      const { state, facts } = this.records.get(key)!;
      return { space, kind, id, state, facts };
    });
    const spaces = places.map(([id, at]) => ({ id, ...at }));
    const request: SyncRequest = { protocol: HUB_PROTOCOL, spaces, push };
    this.sent.push(request);
    if (this.sent.length > 50) this.sent.shift();
    return request;
  }

  async ask(request: SyncRequest): Promise<SyncReply> {
    const { status, body } = await ask<SyncReply>(this.hub, 'sync', { key: this.pair.key, body: request });
    if (status !== 200) throw new Error(`sync: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  /** Fetches everything anew, after a sync: a hub that was put back gets first what it lost. What it has not then, goes. */
  async rebuild(isLost: boolean): Promise<void> {
    if (this.breaks !== 'rebuild') await this.sync();
    else {
      for (const key of this.records.keys()) if (!this.outbox.has(key)) this.records.delete(key);
      for (const id of this.#cursors.keys()) this.#cursors.set(id, { after: 0, mark: '' });
    }
    const places = new Map([...this.#cursors.keys()].map((id) => [id, { after: 0, mark: '' }]));
    const replies: SyncReply[] = [];
    for (;;) {
      const reply = await this.ask(this.request([...places], []));
      if (isLost) return;
      replies.push(reply);
      for (const { id, cursor, mark } of reply.spaces)
        if (places.has(id)) places.set(id, { after: cursor, mark });
      if (!reply.spaces.some(({ id, more }) => more && places.has(id))) break;
    }
    const there = new Set(
      replies.flatMap(({ spaces }) =>
        spaces.flatMap(({ id: space, records }) => records.map(([kind, id]) => `${space} ${kind} ${id}`)),
      ),
    );
    for (const reply of replies) this.take(reply, false);
    for (const key of this.records.keys())
      if (!there.has(key) && !this.outbox.has(key)) this.records.delete(key);
  }

  /** What a backup of this device has. */
  copy(): DeviceCopy {
    return {
      ...{ records: new Map(this.records), outbox: new Set(this.outbox) },
      ...{ cursors: new Map(this.#cursors), roles: new Map(this.roles) },
    };
  }

  /** Goes back to a copy. */
  restore({ records, outbox, cursors, roles }: DeviceCopy): void {
    this.records = new Map(records);
    this.outbox = new Set(outbox);
    if (this.breaks !== 'restored') this.#cursors = new Map(cursors);
    this.roles = new Map(roles);
  }

  /** Takes a reply; a device that ends in the middle has joined a part of it, and did not move on. */
  protected take(reply: SyncReply, crashes: boolean): boolean {
    const refused = new Map(reply.refused.map((one) => [keyOf(one), one]));
    this.refused.push(...reply.refused);
    if (this.breaks === 'refusals' && refused.size > 0) this.#isStuck = true;
    const mine = new Set(reply.spaces.map(({ id }) => id));
    for (const id of this.#cursors.keys()) if (!mine.has(id)) this.#forget(id);
    for (const space of reply.spaces) {
      const isKnown = this.#cursors.has(space.id);
      this.#learn(space.id, space.role);
      // A space that it learned of just now has not been asked for.
      if (!isKnown) continue;
      if (space.rewound && this.breaks !== 'pushAgain')
        for (const key of this.records.keys()) if (key.startsWith(`${space.id} `)) this.outbox.add(key);
      const records = crashes ? space.records.slice(0, space.records.length / 2) : space.records;
      for (const [kind, id, state, facts] of records) {
        const key = `${space.id} ${kind} ${id}`;
        const known = this.records.get(key);
        const joined = joinStates(known?.state ?? {}, state);
        // Facts of a hub that was put back are of an older state; those that fit are worth more.
        const had = known?.facts?.hash === hashOfState(joined) ? known.facts : undefined;
        this.records.set(key, {
          state: joined,
          facts: had && facts.hash !== had.hash ? had : facts,
        });
      }
      if (crashes) return false;
      this.#cursors.set(space.id, { after: space.cursor, mark: space.mark });
    }
    for (const [key, { space, why }] of refused) {
      const known = this.records.get(key);
      if (why.code === 'clock' && known)
        this.records.set(key, {
          ...known,
          state: restamped(known.state, this.pair.device, { now: reply.now, known: Number(why.facts.known) }),
        });
      if (isPassing(refused.get(key))) continue;
      // What it may not write it does not keep, and asks for what the hub has instead.
      this.records.delete(key);
      this.outbox.delete(key);
      if (this.#cursors.has(space)) this.#cursors.set(space, { after: 0, mark: '' });
    }
    return true;
  }

  #forget(space: string): void {
    this.#cursors.delete(space);
    this.roles.delete(space);
    for (const key of this.records.keys()) if (key.startsWith(`${space} `)) this.records.delete(key);
  }
}

const keyOf = ({ space, kind, id }: { space: string; kind: string; id: string }): string =>
  `${space} ${kind} ${id}`;

const isPassing = (refused: SyncReply['refused'][number] | undefined): boolean =>
  refused !== undefined && PASSING_REFUSALS.includes(refused.why.code);

/** The state of a record in a person's own space; what is in the text is nothing to the hub. */
export const sealedAs = (text: string, tag: string): SharedState => ({
  sealed: ['many', { [tag]: `${SEALED}${text}` }, []],
});

/** The state of a memory with one wording. */
export const worded = (
  text: string,
  { tag, at, replaces = [] }: { tag: string; at: number; replaces?: string[] },
): SharedState => ({
  text: ['many', { [tag]: [text, at, 'dev', 'Ann ~12345678'] }, replaces],
});
