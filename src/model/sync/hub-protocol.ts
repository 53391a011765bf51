import { canonical, type SharedState } from './registers.ts';

/**
 * What a device and a hub say to each other, as JSON over HTTP with `Authorization: Bearer KEY`. Joining states is
 * idempotent, so every request may be sent twice, late or not at all; nothing is numbered or acknowledged. A failed request
 * answers with a status and a `HubFailure`.
 *
 * | call | body | reply |
 * | --- | --- | --- |
 * | `POST /v1/pair` (no key) | `PairRequest` | `PairReply` |
 * | `POST /v1/sync` | `SyncRequest` | `SyncReply` |
 * | `GET /v1/live?after=LIVE` | | `LiveReply`, at once if something moved, else after 30 s |
 * | `POST /v1/spaces` | `{kind, name}` | `{space: HubSpace}` |
 * | `POST /v1/link` | `LinkRequest` | `LinkReply` |
 * | `POST /v1/invite` | `InviteRequest` | `InviteReply` |
 * | `GET /v1/members?space=ID` | | `{members: HubMember[], retentionDays: number or null}` |
 * | `POST /v1/role` | `{space, person, role}`, role null removes the person | `{members: HubMember[]}` |
 * | `POST /v1/leave` | `{space}` | `{}` |
 * | `GET /v1/devices` | | `{devices: HubDevice[]}`: one's own; an owner of the organization sees all |
 * | `POST /v1/revoke` | `{device}` | `{devices: HubDevice[]}` |
 * | `POST /v1/review` | `ReviewRequest` | `{facts: RecordFacts}` |
 * | `POST /v1/erase` | `{space, kind, id}` | `{unseen: HubDevice[]}`; erased already, it only lists who has not seen it |
 * | `POST /v1/reseal` | `ResealRequest`: all records of a sealed space, under a new key | `{generation}` |
 * | `POST /v1/retention` | `{space, days}`, days null keeps everything | `{days, erased}` |
 * | `GET /v1/audit?space=ID` | | `{entries: AuditEntry[]}`, the newest first |
 * | `POST /v1/search` | `HubSearchRequest` | `SearchReply`; an older hub answers 404 |
 */
export const HUB_PROTOCOL = 1;

/** The versions that this program's hub serves, from and to. */
export const HUB_PROTOCOLS: readonly [number, number] = [1, 1];

export const HUB_KINDS = ['memory', 'refusal', 'comment', 'link'] as const;
export type HubKind = (typeof HUB_KINDS)[number];

export const SPACE_KINDS = ['personal', 'project', 'team', 'org'] as const;
export type SpaceKind = (typeof SPACE_KINDS)[number];

/** The device that a `gone` register names where a space's retention ended a record: its author keeps their own. */
export const RETENTION = 'retention';

/** From the least that may be done to the most. */
export const HUB_ROLES = ['viewer', 'member', 'maintainer', 'owner'] as const;
export type HubRole = (typeof HUB_ROLES)[number];

export const HUB_LIMITS = {
  /** Records in one request. */
  pushed: 500,
  /** Bytes of a request. */
  bytes: 5_000_000,
  /** Characters of one state as JSON. */
  state: 400_000,
  /** New records that a device may add in 24 hours to spaces of several people. */
  newPerDay: 200,
  /** Milliseconds by which a state may be dated after the hub's clock. */
  aheadMs: 86_400_000,
  /** Characters of a question. */
  question: 2000,
  /** Memories that a search answers with. */
  found: 50,
} as const;

export interface HubPerson {
  id: string;
  name: string;
}

export interface HubSpace {
  id: string;
  kind: SpaceKind;
  name: string;
  role: HubRole;
  /** Whether values are encrypted for the hub. */
  sealed: boolean;
  /** The `seq` of its latest change. */
  head: number;
  /** How often the key of a sealed space was changed; absent is 0, as on hubs where it cannot be. */
  generation?: number | undefined;
}

/** Puts all records of a sealed space under a new key at once; refused where the space has moved since. */
export interface ResealRequest {
  space: string;
  head: number;
  /** The one that is replaced. */
  generation: number;
  records: [kind: HubKind, id: string, state: SharedState][];
}

export interface SyncRequest {
  protocol: number;
  /** The spaces whose records are wanted. `after` and `mark` are the `cursor` and `mark` of the last reply; 0 and '' at first. */
  spaces: { id: string; after: number; mark: string }[];
  push: PushedRecord[];
  /** The public half of the key with which this device signs wordings: Ed25519, base64url. */
  publicKey?: string | undefined;
}

/** The key of a device of a person. */
export interface DeviceKey {
  device: string;
  person: HubPerson;
  key: string;
}

export interface PushedRecord {
  space: string;
  kind: HubKind;
  id: string;
  /** The whole state as the device has it: the hub may have lost what it had. */
  state: SharedState;
  /**
   * The facts that came with the record, for a record that others may have written. The hub believes what it signed, and
   * so gets back author and review of what it lost.
   */
  facts?: RecordFacts | undefined;
  /** Of a sealed space: the generation of the key that the state is sealed with; absent is 0. */
  generation?: number | undefined;
}

/**
 * What the hub vouches for. A device keeps it next to the state and sends it back as it is. After `rewound` the facts of a
 * record may be of an older state than the device has: facts whose `hash` fits the device's state are kept instead.
 */
export interface RecordFacts {
  seq: number;
  /** The person who added the record. */
  author: HubPerson;
  /** The person who pushed each wording that is not replaced, by its tag. */
  by: Record<string, HubPerson>;
  /** In spaces of kind team and org: no other person with the right to review has approved of this state. */
  proposed: boolean;
  /** The person who approved, or dismissed, the state as it is now. */
  reviewedBy: HubPerson | null;
  dismissed: boolean;
  /** The hash of the state, see `hashedState`: what a review names. */
  hash: string;
  /** The hub's signature. */
  proof: string;
}

export type HubRecord = [kind: HubKind, id: string, state: SharedState, facts: RecordFacts];

export interface SyncReply {
  /** The hub's clock, in milliseconds. */
  now: number;
  protocol: [from: number, to: number];
  /** The id of this device at the hub. */
  device: string;
  person: HubPerson;
  /** Every space of the person. One that is missing is no longer theirs. */
  spaces: SyncedSpace[];
  /** Records that were not taken. All others of the request were. */
  refused: { space: string; kind: string; id: string; why: HubRefusal }[];
  /** What `GET /v1/live` is asked with. */
  live: string;
  limits: { pushed: number; bytes: number; state: number; newPerDay: number; aheadMs: number };
  /** The keys of the people who worded the records of this reply; hubs before signatures have none. */
  keys?: DeviceKey[];
}

export interface SyncedSpace extends HubSpace {
  cursor: number;
  mark: string;
  /** There is more after the cursor: ask again. */
  more: boolean;
  /**
   * The hub does not know the cursor: it was put back from a backup. The records begin anew, and the device pushes again
   * everything that it has of the space, with facts. Nothing is deleted on the device.
   */
  rewound: boolean;
  /** Empty for a space that was not asked for. */
  records: HubRecord[];
}

/** Why the hub did not take a record; `facts` are for the sentence. */
export type HubRefusal =
  /** Not a space of this person. */
  | { code: 'space'; facts: Record<string, never> }
  /** The role does not allow it. */
  | { code: 'role'; facts: { role: HubRole } }
  /** A member changes only their own. */
  | { code: 'notYours'; facts: { author: string } }
  /** Something in it looks like a secret: kinds of it. */
  | { code: 'secret'; facts: { found: string[] } }
  /** Kind, id or state are not of the form, or it has no text. */
  | { code: 'form'; facts: { what: string } }
  | { code: 'tooLarge'; facts: { max: number } }
  /** Sealed with a code that was changed since. */
  | { code: 'sealed'; facts: Record<string, never> }
  /** Dated ahead of the hub's clock, by milliseconds; `known` is the latest time in the hub's own record, 0 without one. */
  | { code: 'clock'; facts: { aheadMs: number; known: number } }
  /** `newPerDay` is used up. */
  | { code: 'tooMany'; facts: { max: number } };

/** Refusals that pass: the record is pushed again later. All others need a person. */
export const PASSING_REFUSALS: readonly HubRefusal['code'][] = ['clock', 'tooMany', 'sealed'];

export interface LiveReply {
  moved: boolean;
  live: string;
}

export interface PairRequest {
  code: string;
  /** The name of the person; the code of a further device has one already. */
  person: string;
  /** A name for the device, as its person will recognize it. */
  device: string;
}

export interface PairReply {
  key: string;
  org: HubPerson;
  device: string;
  person: HubPerson;
  spaces: HubSpace[];
}

export interface LinkRequest {
  /** As git has them, or as `hostPath` leaves them. */
  remotes: string[];
  /** Root commits; none of a shallow clone. */
  roots: string[];
  name: string;
  /** Link to this space, which the person chose. */
  space?: string | undefined;
  /** Make a space where none fits, whatever candidates there are. */
  create?: boolean | undefined;
}

/** Linked; or the person is asked, with the projects that begin with the same commit (none: it would be a new one). */
export type LinkReply =
  | { status: 'linked'; space: HubSpace; created: boolean }
  | { status: 'ask'; candidates: { id: string; name: string; remotes: string[] }[] };

/** Without a space: a code for a further device of one's own. */
export interface InviteRequest {
  space?: string | undefined;
  role?: HubRole | undefined;
}

export interface InviteReply {
  code: string;
  expiresAt: number;
}

export interface HubMember {
  person: HubPerson;
  role: HubRole;
}

export interface HubDevice {
  id: string;
  name: string;
  person: HubPerson;
  seenAt: number | null;
  revokedAt: number | null;
  /** When its key ends by itself; that of a device does not. */
  expiresAt?: number | null;
}

export interface ReviewRequest {
  space: string;
  kind: HubKind;
  id: string;
  /** The wording that was shown, and `hashedState` of the state that it was in. */
  tag: string;
  hash: string;
  verdict: 'approve' | 'dismiss';
}

export interface AuditEntry {
  at: number;
  person: HubPerson | null;
  device: string | null;
  did: string;
  what: Record<string, unknown>;
}

export interface HubSearchRequest {
  question: string;
  /** Spaces that are not searched: the device has what is in them. */
  without: string[];
  limit: number;
}

export interface SearchReply {
  /** The best first. Of a team and the organization only what was approved, as it was approved. */
  found: FoundMemory[];
  /** The person's spaces but those of `without`. A sealed one was not searched: the hub cannot read it. */
  spaces: Pick<HubSpace, 'id' | 'kind' | 'name' | 'sealed'>[];
}

/** A memory in its newest wording, and the people behind it. */
export interface FoundMemory {
  space: string;
  id: string;
  type: string;
  text: string;
  at: number;
  /** The person who pushed this wording. */
  person: HubPerson;
  reviewedBy: HubPerson | null;
  /** There is another wording at the same time. */
  contested: boolean;
}

/** The body of a reply with status 400 and above. */
export interface HubFailure {
  code:
    | 'key' // 401: unknown or revoked
    | 'notFound' // 404: not there, or not yours
    | 'role' // 403
    | 'changed' // 409: another state than the one that was reviewed
    | 'own' // 409: a person does not review their own
    | 'last' // 409: the last owner
    | 'exists' // 409: a team of that name
    | 'code' // 403: pairing code unknown, used or expired
    | 'slow' // 429: try later
    | 'form' // 400
    | 'tooLarge' // 413
    | 'protocol'; // 426: update one of the two programs
  message: string;
  hint: string;
}

/** What `hash` takes the hash of (SHA-256, hexadecimal). */
export const hashedState = (state: SharedState): string => canonical(state);

/**
 * A remote's address as `host/path`: no scheme, user, password, port, query or `.git`; the host in lower case. Undefined
 * where it names no other machine.
 */
export function hostPath(remote: string): string | undefined {
  const address = remote.trim();
  if (address.length > MAX_REMOTE) return undefined;
  const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?([^/?#:@]+)(?::\d*)?\/([^?#]*)/i.exec(address);
  const scp = url ? null : /^(?:[^@/:\s]+@)?([^@/:\s]{2,}):(?!\/\/)([^?#]*)$/.exec(address);
  const bare = url || scp ? null : /^([a-z0-9-]+(?:\.[a-z0-9-]+)+)\/([^?#]+)$/i.exec(address);
  const [, host, path] = url ?? scp ?? bare ?? [];
  const parts = path?.split('/').filter((part) => part !== '') ?? [];
  const trimmed = parts.join('/').replace(/\.git$/, '');
  return host && trimmed !== '' ? `${host.toLowerCase()}/${trimmed}` : undefined;
}

const MAX_REMOTE = 1000;
