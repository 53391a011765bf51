import { createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { printedName } from '@sqrl/base/model/printed.ts';
import {
  type HubPerson,
  type HubRecord,
  RETENTION,
  type RecordFacts,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { isEnded, latestIn, sharedMemoryIn } from '@sqrl/base/model/sync/memory-state.ts';
import { personId } from '@sqrl/base/model/sync/person.ts';
import { canonical, GONE, joinStates, partOf, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { secretsIn } from '@sqrl/base/redact/secrets-in.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { admitShared, type HubArrival } from '../../learn/gate/shared-memory.ts';
import { takeComment, weighDispute } from '../../learn/sharing/comments.ts';
import { remove } from '../../learn/verbs/verbs.ts';
import { memoryAt, replaceMemory, rowById } from '../../store/memory/memories.ts';
import {
  addWaiting,
  deviceOf,
  dropShared,
  noteSealedTags,
  putShared,
  type SharedRow,
  sharedRow,
} from '../../store/memory/shared.ts';
import { clearForged, type KnownSpace, noteForged } from '../../store/memory/spaces.ts';
import { removeVector } from '../../store/vectors/stored-index.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import { embedAgain } from '../../workspace/reembed.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { recordIn } from './ask-hub.ts';
import { followRefusal } from './refusals.ts';
import { openState, recordName, type SealKey } from './seal.ts';
import { judgeSignatures, type KnownSigners, type SignatureVerdict } from './signing.ts';

/** What taking a hub's records came to. */
export interface TakenRecords {
  added: number;
  changed: number;
  removed: number;
  proposed: number;
  contested: number;
  comments: number;
  /** Records that were sealed with another code. */
  unopened: number;
  /** Records whose signature does not fit: the person did not say this. */
  forged: number;
  /** Records that were left out: a secret, a time ahead, an id of another memory here, an unknown form. */
  left: number;
}

export const NOTHING_TAKEN: TakenRecords = {
  added: 0,
  changed: 0,
  removed: 0,
  proposed: 0,
  contested: 0,
  comments: 0,
  unopened: 0,
  forged: 0,
  left: 0,
};

const BATCH_RECORDS = 64;
/** How far a clock of others may be ahead, in milliseconds. */
const MAX_AHEAD_MS = 24 * 3600_000;

/** Where records of a space go, and who reads them. */
export interface RecordsPlace {
  engine: Engine;
  at: IndexedStore;
  space: KnownSpace;
  /** Opens what a personal space has. */
  seal: SealKey | undefined;
  signers: KnownSigners;
  me: HubPerson;
  /** The hub's clock or this machine's, whichever is later. */
  now: number;
}

/** Joins records of a space with what is known here, a few at a time: nobody waits for them. */
export async function takeRecords(place: RecordsPlace, records: readonly unknown[]): Promise<TakenRecords> {
  const { engine, at } = place;
  const result = { ...NOTHING_TAKEN };
  const unembedded: string[] = [];
  for (let i = 0; i < records.length; i += BATCH_RECORDS) {
    at.store.transaction(() => {
      for (const said of records.slice(i, i + BATCH_RECORDS)) {
        const record = recordIn(said);
        if (record) unembedded.push(...take(place, record, result));
        else result.left++;
        if (record && place.seal && place.space.kind === 'personal') noteSealed(place, record, place.seal);
      }
    });
    await setImmediate();
  }
  await embedAgain(engine, [at.store], unembedded);
  return result;
}

/** Takes one record, inside a transaction; the ids of memories that have no vector any more. */
function take(place: RecordsPlace, record: HubRecord, result: TakenRecords): string[] {
  const { engine, at, space, me, now } = place;
  const [kind, id] = record;
  const arrived = openedState(place, record);
  const { store } = at;
  // What is sealed is this person's alone; nothing that the hub says of it acts.
  const told =
    space.kind === 'personal'
      ? { ...record[3], author: me, by: {}, proposed: false, reviewedBy: null, dismissed: false }
      : record[3];
  const row = sharedRow(store, id);
  const isRefusal = kind === 'refusal' && space.kind === 'personal';
  if (kind !== 'memory' && kind !== 'comment' && !isRefusal) return [];
  if (!arrived) {
    result.unopened++;
    return [];
  }
  // All that was sealed in it is withheld.
  if (Object.keys(arrived).length === 0) return [];
  const isElsewhere = row !== undefined && (row.space !== space.id || row.kind !== kind);
  // Nothing of a secret may be stored, not even its state.
  const isUnfit = latestIn(arrived) > now + MAX_AHEAD_MS || secretsIn(canonical(arrived)).length > 0;
  if (isElsewhere || isUnfit) {
    result.left++;
    return [];
  }
  if (isRefusal) {
    const state = joinStates(row?.state ?? {}, arrived);
    if (!followRefusal(store, state, engine.now())) result.left++;
    else putShared(store, { id, kind, state, standing: 'mine', space: space.id, facts: told });
    return [];
  }
  const facts = fittingFacts(told, joinStates(row?.state ?? {}, arrived), row?.facts ?? null);
  const isAuthor = facts.author.id === me.id;
  const verdict = signaturesOf(place, row, record, { arrived, facts });
  if (verdict.forged) {
    noteForged(store, { id, space: space.id, person: verdict.forged.name, at: engine.now() });
    result.forged++;
    return [];
  }
  clearForged(store, id);
  if (kind === 'comment') {
    const comment: SharedRow = {
      id,
      kind,
      state: arrived,
      standing: isAuthor ? 'mine' : 'reviewed',
      space: space.id,
      facts,
    };
    if (takeComment(store, comment, engine.now())) result.comments++;
    return [];
  }
  if (row?.standing === 'hidden') {
    putShared(store, { ...row, facts });
    return [];
  }
  const before = row?.state ?? {};
  const state = joinStates(before, arrived);
  if (row && isKnown(row, state, facts)) {
    putShared(store, { ...row, facts });
    return [];
  }
  if (isEnded(state)) {
    if (row) end(place, { ...row, state, facts }, before, result);
    return [];
  }
  const hub = arrivalOf(place, state, facts, verdict);
  const isApproved = facts.reviewedBy !== null && !facts.proposed && !facts.dismissed;
  // A hub could have put these words into a mouth that signs what it says: a person here has to confirm them.
  const isReviewed = hub.isOwn || (isApproved && !verdict.doubtful);
  const outcome = admitShared(store, {
    ...{ id, before, state, isReviewed, hub },
    ...{ branch: null, ownerId: space.id, now: engine.now() },
  });
  if (outcome.did === 'clash' || outcome.did === 'empty') {
    result.left++;
    return [];
  }
  const isOwn = isAuthor || row?.standing === 'mine';
  const standing = isOwn ? 'mine' : isReviewed ? 'reviewed' : 'proposed';
  putShared(store, { id, kind, state, standing, space: space.id, facts });
  if (!('row' in outcome)) return [];
  result[outcome.did]++;
  if (outcome.did === 'added' && !isReviewed) result.proposed++;
  if (outcome.isContested) result.contested++;
  if (!outcome.isReworded) return [];
  weighDispute(store, id);
  removeVector(store, outcome.row);
  at.index.remove(outcome.row);
  return [id];
}

/** Whether a record says nothing that this store does not know: most are its own, on their way back. */
function isKnown(row: SharedRow, state: SharedState, facts: RecordFacts): boolean {
  if (canonical(row.state) !== canonical(state)) return false;
  const said = ({ author, by, proposed, reviewedBy, dismissed }: RecordFacts) =>
    canonical([author, by, proposed, reviewedBy, dismissed]);
  return row.standing === 'mine' || (row.facts !== null && said(row.facts) === said(facts));
}

/** A hub that was put back may tell of an older state than this store has; what it once said of that one still holds. */
function fittingFacts(told: RecordFacts, state: SharedState, known: RecordFacts | null): RecordFacts {
  if (!known || known.hash === told.hash) return told;
  return known.hash === createHash('sha256').update(canonical(state)).digest('hex') ? known : told;
}

/** What a record says; undefined where it was sealed with another code, or by nobody of this person. */
function openedState({ space, seal }: RecordsPlace, [kind, id, state]: HubRecord): SharedState | undefined {
  if (space.kind !== 'personal') return state;
  const opened = seal && openState(seal, recordName({ kind, id }), state);
  return opened && opened.failed === 0 ? opened.state : undefined;
}

/** Notes what the hub has of a record; where that is several texts, this device sends what they say together. */
function noteSealed(
  { engine, at: { store } }: RecordsPlace,
  [kind, id, state]: HubRecord,
  seal: SealKey,
): void {
  const { tags, failed } = openState(seal, recordName({ kind, id }), state);
  if (failed > 0 || !sharedRow(store, id)) return;
  store.transaction(() => {
    noteSealedTags(store, id, tags);
    if (tags.length > 1)
      addWaiting(store, { tag: randomBytes(6).toString('hex'), id, delta: {}, at: engine.now() });
  });
}

/** What is sealed is authenticated already. */
function signaturesOf(
  { at: { store }, space, signers }: RecordsPlace,
  row: SharedRow | undefined,
  [kind, id]: HubRecord,
  { arrived, facts }: { arrived: SharedState; facts: RecordFacts },
): SignatureVerdict {
  if (space.kind === 'personal') return { forged: undefined, unsigned: false, doubtful: false };
  const newest = sharedMemoryIn(joinStates(row?.state ?? {}, arrived))?.wordings[0].tag;
  return judgeSignatures({ signers, store, row }, { space: space.id, kind, id }, { arrived, newest, facts });
}

function arrivalOf(
  { space, me }: RecordsPlace,
  state: SharedState,
  facts: RecordFacts,
  { unsigned, doubtful }: { unsigned: boolean; doubtful: boolean },
): HubArrival {
  const newest = sharedMemoryIn(state)?.wordings[0];
  const by = facts.by[newest?.tag ?? ''] ?? facts.author;
  const { reviewedBy, proposed, dismissed } = facts;
  const isReviewed = reviewedBy !== null && !proposed && !dismissed;
  const name = spaceName(space);
  return {
    owner: space.kind === 'personal' ? 'user' : space.kind === 'org' ? 'org' : 'team',
    isGlobal: space.kind !== 'project',
    isOwn: by.id === me.id && !doubtful,
    userId: hubPersonId(by),
    via: [
      name,
      ...(isReviewed ? [`reviewed by ${printedName(reviewedBy.name, 60)}`] : []),
      ...(unsigned ? ['unsigned'] : []),
    ].join(', '),
    space: name,
    isDismissed: dismissed,
    nameOf: (tag) => (facts.by[tag] ?? facts.author).name,
  };
}

/** A space as it is named to people and agents: `team crew`. */
export const spaceName = ({ kind, name }: Pick<KnownSpace, 'kind' | 'name'>): string =>
  `${kind === 'org' ? 'organization' : kind} ${printedName(name, 60)}`;

/** A person of a hub as a memory names them. */
export const hubPersonId = ({ id, name }: HubPerson): string =>
  personId(name, createHash('sha256').update(id).digest('hex'));

/** It was forgotten elsewhere. A wording of this device that its end had not seen stays, as a memory of this home. */
function end({ at }: RecordsPlace, row: SharedRow, before: SharedState, result: TakenRecords): void {
  const [, , by, tags] = partOf(row.state[GONE], 'gone') ?? [];
  const seen = new Set(tags);
  const device = deviceOf(at.store);
  const wordings = Object.entries(partOf(before.text, 'many')?.[1] ?? {});
  const isUnseen = wordings.some(
    ([tag, value]) => !seen.has(tag) && Array.isArray(value) && value[2] === device,
  );
  putShared(at.store, { ...row, standing: 'hidden' });
  // What others began, and this person reworded here, is theirs to keep; a space's retention ends only the sharing of it.
  if (takeAway(at, row, isUnseen || row.standing !== 'mine' || by === RETENTION)) result.removed++;
}

/** Removes a memory that is not shared with this home any more, or makes it this home's own; true where it was removed. */
function takeAway(at: IndexedStore, { id, standing }: SharedRow, keepsOwn: boolean): boolean {
  const row = rowById(at.store, id);
  const memory = row === undefined ? undefined : memoryAt(at.store, row);
  if (!memory) return false;
  if (keepsOwn && (standing === 'mine' || memory.userId === null)) {
    const own = { ...memory, owner: 'user' as const, ownerId: null, via: null };
    replaceMemory(at.store, row!, own, hashOf(own.text));
    return false;
  }
  remove(at, row!);
  return true;
}

/** Takes everything of a space out of a store; one's own contributions stay where they are wanted. Says how many were removed. */
export function leaveSpace(
  at: IndexedStore,
  rows: Iterable<SharedRow>,
  { keepOwn }: { keepOwn: boolean },
): number {
  let removed = 0;
  for (const row of rows) {
    dropShared(at.store, row.id);
    if (row.kind === 'memory' && takeAway(at, row, keepOwn)) removed++;
  }
  return removed;
}
