import type { Hono } from 'hono';
import {
  HUB_PROTOCOL,
  type HubKind,
  type PairReply,
  type PushedRecord,
  type RecordFacts,
  type SyncReply,
  type SyncRequest,
} from '../../model/sync/hub-protocol.ts';
import { joinStates, type SharedState } from '../../model/sync/registers.ts';
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

export function testHub(db: HubDb): TestHub {
  const clock = { now: BEGAN };
  const log: string[] = [];
  const context: HubContext = {
    ...{ db, news: newsOf(), now: () => clock.now, log: (line) => void log.push(line) },
    addressOf: (headers) => headers.get('x-test-address') ?? 'here',
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

/** What may happen to a request on its way. */
export type Fate = 'well' | 'lostRequest' | 'lostReply' | 'doubled';

/** A device as the protocol wants it, in memory: it joins what it gets, and pushes what it changed. */
export class TestDevice {
  readonly records = new Map<string, { state: SharedState; facts: RecordFacts | undefined }>();
  readonly outbox = new Set<string>();
  readonly refused: SyncReply['refused'] = [];
  readonly sent: SyncRequest[] = [];
  readonly hub: TestHub;
  readonly pair: PairReply;
  readonly #cursors = new Map<string, { after: number; mark: string }>();
  /** A rule of the protocol that this device breaks, to see that the rule is needed. */
  readonly breaks: 'pushAgain' | undefined;
  roles = new Map<string, string>();

  constructor(hub: TestHub, pair: PairReply, breaks?: 'pushAgain') {
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

  /** One sync with all its pages; false where a request or reply was lost. */
  async sync(fate: Fate = 'well'): Promise<boolean> {
    for (;;) {
      const keys = [...this.outbox].slice(0, 500);
      const push = keys.map((key): PushedRecord => {
        const [space, kind, id] = key.split(' ') as [string, HubKind, string];
        const { state, facts } = this.records.get(key)!;
        return { space, kind, id, state, facts };
      });
      const spaces = [...this.#cursors].map(([id, at]) => ({ id, ...at }));
      const request: SyncRequest = { protocol: HUB_PROTOCOL, spaces, push };
      this.sent.push(request);
      if (fate === 'lostRequest') return false;
      let reply = await this.ask(request);
      if (fate === 'doubled') reply = await this.ask(request);
      if (fate === 'lostReply') return false;
      this.#take(reply, keys);
      const isQuiet =
        reply.refused.length === 0 && reply.spaces.every(({ more, rewound }) => !more && !rewound);
      if (this.outbox.size === 0 && isQuiet) return true;
    }
  }

  async ask(request: SyncRequest): Promise<SyncReply> {
    const { status, body } = await ask<SyncReply>(this.hub, 'sync', { key: this.pair.key, body: request });
    if (status !== 200) throw new Error(`sync: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  #take(reply: SyncReply, keys: readonly string[]): void {
    for (const key of keys) this.outbox.delete(key);
    this.refused.push(...reply.refused);
    const mine = new Set(reply.spaces.map(({ id }) => id));
    for (const id of this.#cursors.keys()) if (!mine.has(id)) this.#forget(id);
    for (const space of reply.spaces) {
      const isKnown = this.#cursors.has(space.id);
      this.#learn(space.id, space.role);
      // A space that it learned of just now has not been asked for.
      if (!isKnown) continue;
      if (space.rewound && this.breaks !== 'pushAgain')
        for (const key of this.records.keys()) if (key.startsWith(`${space.id} `)) this.outbox.add(key);
      for (const [kind, id, state, facts] of space.records) {
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
      this.#cursors.set(space.id, { after: space.cursor, mark: space.mark });
    }
    // What it may not write it does not keep, and asks for what the hub has instead.
    for (const { space, kind, id } of reply.refused) {
      this.records.delete(`${space} ${kind} ${id}`);
      this.outbox.delete(`${space} ${kind} ${id}`);
      if (this.#cursors.has(space)) this.#cursors.set(space, { after: 0, mark: '' });
    }
  }

  #forget(space: string): void {
    this.#cursors.delete(space);
    this.roles.delete(space);
    for (const key of this.records.keys()) if (key.startsWith(`${space} `)) this.records.delete(key);
  }
}

/** The state of a memory with one wording. */
export const worded = (
  text: string,
  { tag, at, replaces = [] }: { tag: string; at: number; replaces?: string[] },
): SharedState => ({
  text: ['many', { [tag]: [text, at, 'dev', 'Ann ~12345678'] }, replaces],
});
