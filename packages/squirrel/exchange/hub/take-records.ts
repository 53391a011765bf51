import { createHash, randomBytes } from 'node:crypto';
import { printedName } from '@sqrl/base/model/printed.ts';
import {
  type HubPerson,
  type HubRecord,
  RETENTION,
  type RecordFacts,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { isEnded, sharedMemoryIn } from '@sqrl/base/model/sync/memory-state.ts';
import { personId } from '@sqrl/base/model/sync/person.ts';
import { canonical, GONE, joinStates, partOf, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { secretsIn } from '@sqrl/base/redact/secrets-in.ts';
import type { HubArrival } from '../../learn/gate/shared-memory.ts';
import { takeComment, weighDispute } from '../../learn/sharing/comments.ts';
import {
  addWaiting,
  clearForged,
  deviceOf,
  dropShared,
  type KnownSpace,
  noteForged,
  noteSealedTags,
  putShared,
  type SharedRow,
  sharedRow,
} from '../../store/memory/shared.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { NOTHING_READ, SharedIntake, takeAway } from '../intake.ts';
import { recordIn } from './ask-hub.ts';
import { followRefusal } from './refusals.ts';
import { openState, recordName, type SealKey } from './seal.ts';
import { judgeSignatures, type KnownSigners, type SignatureVerdict } from './signing.ts';

export const NOTHING_TAKEN = {
  ...NOTHING_READ,
  comments: 0,
  /** Records that were sealed with another code. */
  unopened: 0,
  /** Records whose signature does not fit: the person did not say this. */
  forged: 0,
};
export type TakenRecords = typeof NOTHING_TAKEN;

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

export async function takeRecords(place: RecordsPlace, records: readonly unknown[]): Promise<TakenRecords> {
  const intake = new SharedIntake(place.engine, place.at, NOTHING_TAKEN);
  await intake.takeAll(records, (said) => {
    const record = recordIn(said);
    if (!record) return intake.leaveOut();
    take(place, record, intake);
    if (place.seal && place.space.kind === 'personal') noteSealed(place, record, place.seal);
  });
  return intake.counts;
}

function take(place: RecordsPlace, record: HubRecord, intake: SharedIntake<TakenRecords>): unknown {
  const { engine, at, space, me } = place;
  const { store } = at;
  const { counts } = intake;
  const [kind, id] = record;
  const isPersonal = space.kind === 'personal';
  const isRefusal = kind === 'refusal' && isPersonal;
  if (kind !== 'memory' && kind !== 'comment' && !isRefusal) return undefined;
  const arrived = openedState(place, record);
  if (!arrived) return counts.unopened++;
  // All that was sealed in it is withheld.
  if (Object.keys(arrived).length === 0) return undefined;
  const row = sharedRow(store, id);
  const isElsewhere = row !== undefined && (row.space !== space.id || row.kind !== kind);
  // Nothing of a secret may be stored, not even its state.
  const isUnfit = intake.isAhead(arrived, place.now) || secretsIn(canonical(arrived)).length > 0;
  if (isElsewhere || isUnfit) return intake.leaveOut();
  // What is sealed is this person's alone; nothing that the hub says of it acts.
  const told = isPersonal
    ? { ...record[3], author: me, by: {}, proposed: false, reviewedBy: null, dismissed: false }
    : record[3];
  const before = row?.state ?? {};
  const state = joinStates(before, arrived);
  const carrier = { id, kind, space: space.id };
  if (isRefusal) {
    if (!followRefusal(store, state, engine.now())) return intake.leaveOut();
    return putShared(store, { ...carrier, state, standing: 'mine', facts: told });
  }
  const facts = fittingFacts(told, state, row?.facts ?? null);
  const isAuthor = facts.author.id === me.id;
  const verdict = signaturesOf(place, row, record, { arrived, facts });
  if (verdict.forged) {
    noteForged(store, { id, space: space.id, person: verdict.forged.name, at: engine.now() });
    return counts.forged++;
  }
  clearForged(store, id);
  if (kind === 'comment') {
    const standing = isAuthor ? 'mine' : 'reviewed';
    const comment: SharedRow = { ...carrier, state: arrived, standing, facts };
    return takeComment(store, comment, engine.now()) && counts.comments++;
  }
  if (row && (row.standing === 'hidden' || isKnown(row, state, facts)))
    return putShared(store, { ...row, facts });
  if (isEnded(state)) return row && end(at, { ...row, state, facts }, before, intake);
  const hub = arrivalOf(place, state, facts, verdict);
  const isApproved = facts.reviewedBy !== null && !facts.proposed && !facts.dismissed;
  // A hub could have put these words into a mouth that signs what it says: a person here has to confirm them.
  const isReviewed = hub.isOwn || (isApproved && !verdict.doubtful);
  const arrival = {
    ...{ id, before, state, isReviewed, hub },
    ...{ branch: null, ownerId: space.id, now: engine.now() },
  };
  const isOwn = isAuthor || row?.standing === 'mine';
  return intake.admit({ ...carrier, facts }, arrival, isOwn) && weighDispute(store, id);
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
function end(
  at: IndexedStore,
  row: SharedRow,
  before: SharedState,
  intake: SharedIntake<TakenRecords>,
): void {
  const [, , by, tags] = partOf(row.state[GONE], 'gone') ?? [];
  const seen = new Set(tags);
  const device = deviceOf(at.store);
  const wordings = Object.entries(partOf(before.text, 'many')?.[1] ?? {});
  const isUnseen = wordings.some(
    ([tag, value]) => !seen.has(tag) && Array.isArray(value) && value[2] === device,
  );
  // What others began, and this person reworded here, is theirs to keep; a space's retention ends only the sharing of it.
  intake.end(row, isUnseen || row.standing !== 'mine' || by === RETENTION);
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
