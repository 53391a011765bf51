import { randomBytes } from 'node:crypto';
import {
  HUB_LIMITS,
  HUB_PROTOCOL,
  PASSING_REFUSALS,
  type PushedRecord,
  type SyncReply,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { latestIn, restamped } from '@sqrl/base/model/sync/memory-state.ts';
import { canonical } from '@sqrl/base/model/sync/registers.ts';
import { Problem } from '@sqrl/base/problem.ts';
import {
  addWaiting,
  clearRefused,
  deviceOf,
  dropSpace,
  dropSyncNote,
  type KnownSpace,
  knownSpace,
  knownSpaces,
  noteRefused,
  type PendingRecord,
  pendingRecords,
  pinKey,
  putShared,
  putSpace,
  sealedTags,
  setSyncNote,
  settlePending,
  sharedRow,
  sharedRows,
  signingPeople,
  syncNote,
} from '../../store/memory/shared.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { PERSONAL_SCOPES, PROJECT_SCOPES, worthSharing } from '../what-travels.ts';
import { askHub, HubProblem } from './ask-hub.ts';
import { adoptedCode, type HubLogin, readLogin } from './login.ts';
import { offerRefusals } from './refusals.ts';
import { recordName, type SealKey, sealKeyOf, sealState } from './seal.ts';
import { shareIn } from './share-in.ts';
import { signOwn, withSigningKey } from './signing.ts';
import {
  hubPersonId,
  leaveSpace,
  NOTHING_TAKEN,
  type RecordsPlace,
  type TakenRecords,
  takeRecords,
} from './take-records.ts';
import { wholeSpace } from './whole-space.ts';

export interface HubExchange extends TakenRecords {
  sent: number;
  refused: number;
  /** Spaces that are no longer this person's; what was in them is removed here. */
  lost: string[];
  /** The hub was put back from a backup: it gets again what it lost. */
  rewound: boolean;
  /** What `GET /v1/live` is asked with. */
  live: string;
}

/** Of one command; a page has a thousand records, so this is a large space. */
const MAX_ROUNDS = 200;
/** Below this a clock is right. */
const CLOCK_MS = 60_000;
/** Of a request's body, with room for what is around the states. */
const MAX_PUSH_BYTES = HUB_LIMITS.bytes * 0.8;

/**
 * Exchanges changes with a hub: what waits here goes out, what is new there comes in, in one request as long as both fit into
 * one. Joining is idempotent: a request that was lost, doubled or late needs nothing.
 */
export async function syncHub(
  engine: Engine,
  given: HubLogin,
  { rebuild = false, signal }: { rebuild?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<HubExchange> {
  const login = withSigningKey(engine.home.root, given);
  // By its cursors it is noticed that the hub was put back; what it lost is sent before this home believes it.
  if (rebuild) {
    const synced = await syncHub(engine, login, { signal });
    // The exchange may have taken a new code over.
    return fetchAnew(engine, readLogin(engine.home.root) ?? login, synced, signal);
  }
  const result: HubExchange = {
    ...{ ...NOTHING_TAKEN, sent: 0, refused: 0, lost: [], rewound: false, live: '' },
  };
  const keys = keysOf(engine, login);
  for (const at of engine.indexedStores) noteLogin(at, login);
  shareWorthy(engine);
  const settled = new Set<string>();
  const taken: Push['pending'] = [];
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const push = collect(engine, settled, { seal: keys.seal, login });
    const spaces = openSpaces(engine).map(({ space: { id, cursor, mark } }) => ({ id, after: cursor, mark }));
    const publicKey = login.signingKey.x;
    const asked = { protocol: HUB_PROTOCOL, spaces, push: push.records, publicKey };
    const reply = await askHub(login, 'sync', asked, { signal });
    const generation = reply.spaces.find(({ kind }) => kind === 'personal')?.generation ?? 0;
    // The hub took a new code, and its reply was lost.
    if (login.nextCode !== undefined && generation === (login.generation ?? 0) + 1)
      return syncHub(engine, adoptedCode(engine.home.root, login, generation), { signal });
    noteAnswer(engine, reply);
    noteKeys(engine, reply);
    taken.push(...settle(engine, push, reply, { result, settled }));
    noteSpaces(engine, reply, result);
    let goesOn = push.isFull;
    for (const { at, space } of openSpaces(engine)) {
      const said = reply.spaces.find(({ id }) => id === space.id);
      const isAsked = spaces.some(({ id }) => id === space.id);
      // A space that is new to this home was not asked for yet.
      if (!isAsked) goesOn = true;
      if (!said || !isAsked) continue;
      if (said.rewound) {
        result.rewound = true;
        offerAgain(at, space, engine.now());
      }
      add(result, await takeRecords(placeOf(engine, { at, space }, keys, reply), said.records));
      putSpace(at.store, { ...knownSpace(at.store, space.id)!, cursor: said.cursor, mark: said.mark });
      goesOn ||= said.more || said.rewound;
    }
    result.live = reply.live;
    if (goesOn) continue;
    // Only now: a hub that is put back to before it took them is noticed by a cursor that has moved past them.
    for (const { at, record } of taken) settlePending(at.store, record);
    return result;
  }
  throw new Problem(
    'The hub has more than can be read at once.',
    'Run `sqrl sync --now` again; it goes on where it stopped.',
    'provider',
  );
}

type ExchangeKeys = Pick<RecordsPlace, 'seal' | 'signers'>;

const keysOf = ({ user: { store } }: Engine, { recoveryCode }: HubLogin): ExchangeKeys => ({
  seal: recoveryCode === undefined ? undefined : sealKeyOf(recoveryCode),
  signers: { store, people: signingPeople(store) },
});

const placeOf = (
  engine: Engine,
  open: Pick<RecordsPlace, 'at' | 'space'>,
  keys: ExchangeKeys,
  { person: me, now }: SyncReply,
): RecordsPlace => ({ ...{ engine, ...open, ...keys, me }, now: Math.max(engine.now(), now) });

/** Puts a whole copy of every space, fetched before anything is changed, in the place of what is known. */
async function fetchAnew(
  engine: Engine,
  login: HubLogin,
  result: HubExchange,
  signal: AbortSignal | undefined,
): Promise<HubExchange> {
  const keys = keysOf(engine, login);
  const copies = [];
  for (const open of openSpaces(engine)) {
    const onPage = (reply: SyncReply) => noteKeys(engine, reply);
    copies.push({ ...open, copy: await wholeSpace(login, open.space.id, { signal, onPage }) });
  }
  for (const { at, space, copy } of copies) {
    const { records, cursor, reply } = copy;
    add(result, await takeRecords(placeOf(engine, { at, space }, keys, reply), records));
    at.store.transaction(() => {
      const there = new Set(records.map((record) => (Array.isArray(record) ? record[1] : undefined)));
      const waits = new Set(pendingRecords(at.store, -1).map(({ id }) => id));
      const missing = [...sharedRows(at.store, space.id).values()].filter(
        ({ id, standing }) => standing !== 'mine' && !there.has(id) && !waits.has(id),
      );
      result.removed += leaveSpace(at, missing, { keepOwn: true });
      putSpace(at.store, { ...knownSpace(at.store, space.id)!, cursor: cursor.after, mark: cursor.mark });
    });
  }
  return result;
}

/** The spaces that are exchanged here: those of the person in their own file, that of the project in its file. */
export const openSpaces = (engine: Engine): { at: IndexedStore; space: KnownSpace }[] =>
  engine.indexedStores.flatMap((at) =>
    knownSpaces(at.store)
      .filter(({ kind }) => (kind === 'project') === (at !== engine.user))
      .filter(({ kind }) => kind !== 'personal' || syncNote(at.store, 'hub auto') !== undefined)
      .map((space) => ({ at, space })),
  );

function noteLogin({ store }: IndexedStore, { person }: HubLogin): void {
  if (syncNote(store, 'hub person') !== hubPersonId(person))
    setSyncNote(store, 'hub person', hubPersonId(person));
}

/** Shares what the person said or confirmed, in the spaces for which they agreed to that. */
function shareWorthy(engine: Engine): void {
  for (const { at, space } of openSpaces(engine)) {
    if (space.kind !== 'personal' && space.kind !== 'project') continue;
    if (syncNote(at.store, 'hub auto') === undefined || space.role === 'viewer') continue;
    const fresh = worthSharing(
      engine,
      at,
      space.kind === 'project' ? PROJECT_SCOPES : PERSONAL_SCOPES,
    ).filter(({ id }) => !sharedRow(at.store, id));
    at.store.transaction(() => {
      for (const memory of fresh) shareIn(at.store, memory, space.id, engine.now());
      if (space.kind === 'personal') offerRefusals(at.store, space.id, engine.now());
    });
  }
}

interface Push {
  records: PushedRecord[];
  pending: { at: IndexedStore; record: PendingRecord }[];
  /** More waits than fits into one request. */
  isFull: boolean;
}

function collect(
  engine: Engine,
  settled: ReadonlySet<string>,
  { seal, login }: { seal: SealKey | undefined; login: HubLogin },
): Push {
  const push: Push = { records: [], pending: [], isFull: false };
  let bytes = 0;
  const open = new Map(openSpaces(engine).map(({ space }) => [space.id, space]));
  for (const at of engine.indexedStores)
    for (const record of pendingRecords(at.store, HUB_LIMITS.pushed + settled.size)) {
      if (settled.has(record.id) || !open.has(record.space)) continue;
      const known = sharedRow(at.store, record.id)!;
      const isSealed = open.get(record.space)!.kind === 'personal';
      // Never in clear: without the code it waits.
      if (isSealed && !seal) continue;
      // What is sealed is authenticated by its key.
      const row = isSealed ? known : signOwn(at.store, known, login);
      const state = isSealed
        ? sealState(seal!, recordName(record), row.state, sealedTags(at.store, record.id))
        : row.state;
      bytes += canonical(state).length * 2;
      if (push.records.length >= HUB_LIMITS.pushed || (bytes > MAX_PUSH_BYTES && push.records.length > 0)) {
        push.isFull = true;
        return push;
      }
      const { space, kind, id } = record;
      push.records.push({
        ...{ space, kind, id, state },
        ...(row.facts && { facts: row.facts }),
        ...(isSealed && login.generation && { generation: login.generation }),
        ...(isSealed && { latest: latestIn(row.state) }),
      });
      push.pending.push({ at, record });
    }
  return push;
}

function noteAnswer(engine: Engine, { now }: SyncReply): void {
  const ahead = engine.now() - now;
  for (const { store } of engine.indexedStores)
    store.transaction(() => {
      setSyncNote(store, 'hub clock', String(Math.abs(ahead) > CLOCK_MS ? ahead : 0));
      setSyncNote(store, 'hub synced', String(engine.now()));
      dropSyncNote(store, 'hub failed');
    });
}

/** Pins keys of devices that were not seen before; one that was exchanged is only noted, and its words are not used. */
function noteKeys({ user: { store }, now }: Engine, { keys }: SyncReply): void {
  if (keys.length === 0) return;
  store.transaction(() => {
    for (const { device, person, key } of keys)
      pinKey(store, { device, person: person.id, name: person.name, key, at: now() });
  });
}

/** Notes what the hub did not take, and returns what it took. */
function settle(
  engine: Engine,
  { pending }: Push,
  { refused, now }: SyncReply,
  { result, settled }: { result: HubExchange; settled: Set<string> },
): Push['pending'] {
  const refusals = new Map(refused.map((one) => [one.id, one.why]));
  return pending.filter(({ at, record }) =>
    at.store.transaction(() => {
      const why = refusals.get(record.id);
      // Each is sent once in an exchange: what passes is tried again by the next.
      settled.add(record.id);
      if (why === undefined) {
        clearRefused(at.store, record.id);
        result.sent++;
        return true;
      }
      result.refused++;
      noteRefused(at.store, { id: record.id, space: record.space, why: why.code, at: engine.now() });
      if (why.code === 'clock') restamp(at, record.id, { now, known: Number(why.facts.known) || 0 });
      if (!PASSING_REFUSALS.includes(why.code)) settlePending(at.store, record);
      return false;
    }),
  );
}

/** The hub took nothing of it, so no other device has seen these times: they become the hub's. */
function restamp({ store }: IndexedStore, id: string, clock: { now: number; known: number }): void {
  const row = sharedRow(store, id);
  // Taken out while the hub was asked.
  if (row) putShared(store, { ...row, state: restamped(row.state, deviceOf(store), clock) });
}

/** Brings the list of spaces to what the hub says. One that is missing is no longer the person's. */
function noteSpaces(engine: Engine, { spaces }: SyncReply, result: HubExchange): void {
  const named = new Map(spaces.map((space) => [space.id, space]));
  for (const at of engine.indexedStores)
    at.store.transaction(() => {
      for (const known of knownSpaces(at.store)) {
        const said = named.get(known.id);
        if (said) {
          if (said.name !== known.name || said.role !== known.role)
            putSpace(at.store, { ...known, name: said.name, role: said.role });
          continue;
        }
        result.removed += leaveSpace(at, sharedRows(at.store, known.id).values(), { keepOwn: true });
        dropSpace(at.store, known.id);
        if (!result.lost.includes(known.name)) result.lost.push(known.name);
      }
      if (at !== engine.user) return;
      // Those of projects are listed here too: a project that is linked later finds its space by its id.
      for (const { id, kind, name, role } of spaces)
        if (!knownSpace(at.store, id))
          putSpace(at.store, { id, kind, name, role, project: null, cursor: 0, mark: '' });
    });
}

/** Has everything of a space sent again, to a hub that lost it. */
function offerAgain({ store }: IndexedStore, { id: space }: KnownSpace, now: number): void {
  store.transaction(() => {
    for (const { id, state } of sharedRows(store, space).values()) {
      const tag = randomBytes(6).toString('hex');
      // Of what a person here does not want, nothing is known that could be sent.
      if (Object.keys(state).length > 0) addWaiting(store, { tag, id, delta: {}, at: now });
    }
  });
}

function add(into: TakenRecords, taken: TakenRecords): void {
  for (const [name, n] of Object.entries(taken)) into[name as keyof TakenRecords] += n;
}

/** Notes why a hub could not be asked, for `sqrl sync --status`. */
export function noteFailure(engine: Engine, error: unknown): void {
  const said = error instanceof HubProblem ? error.message : undefined;
  if (said === undefined || engine.user.store.readOnly) return;
  setSyncNote(engine.user.store, 'hub failed', said);
}
