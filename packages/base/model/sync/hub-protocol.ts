import { z } from 'zod';
import { MAX_TEXT } from '../schemas.ts';
import type { SharedState } from './registers.ts';

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
 * | `POST /v1/join` | `{code}`, of an invitation into a space of one's own organization | `{space: HubSpace}` |
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
 * | `POST /v1/search` | `HubSearchRequest` | `SearchReply` |
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
  /** Of a sealed space: the latest time that the state names, for the hub cannot see it. */
  latest?: number | undefined;
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
export const PASSING_REFUSALS: readonly string[] = [
  'clock',
  'tooMany',
  'sealed',
] satisfies HubRefusal['code'][];

export interface PairRequest {
  code: string;
  /** The name of the person; the code of a further device has one already. */
  person: string;
  /** A name for the device, as its person will recognize it. */
  device: string;
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

/** Without a space: a code for a further device of one's own. */
export interface InviteRequest {
  space?: string | undefined;
  role?: HubRole | undefined;
}

export interface ReviewRequest {
  space: string;
  kind: HubKind;
  id: string;
  /** The wording that was shown, and the hash of the state that it was in. */
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

const name = z.string().max(200);
const id = z.string().min(1).max(200);
const count = z.int().min(0);
const person = z.object({ id, name });

/**
 * What the hub vouches for. A device keeps it next to the state and sends it back as it is, fields of a newer hub included.
 * After `rewound` the facts of a record may be of an older state than the device has: facts whose `hash` fits the device's
 * state are kept instead.
 */
export const recordFacts = z.looseObject({
  seq: count,
  /** The person who added the record. */
  author: person,
  /** The person who pushed each wording that is not replaced, by its tag. */
  by: z.record(z.string().max(200), person),
  /** In spaces of kind team and org: no other person with the right to review has approved of this state. */
  proposed: z.boolean(),
  /** The person who approved, or dismissed, the state as it is now. */
  reviewedBy: person.nullable(),
  dismissed: z.boolean(),
  /** SHA-256 of the state as `canonical` writes it, in hexadecimal: what a review names. */
  hash: name,
  /** The hub's signature. */
  proof: z.string().max(2000),
});

const space = z.object({
  id,
  kind: z.enum(SPACE_KINDS),
  name,
  role: z.enum(HUB_ROLES),
  /** Whether values are encrypted for the hub. */
  sealed: z.boolean(),
  /** The `seq` of its latest change. */
  head: count,
  /** How often the key of a sealed space was changed. */
  generation: count,
});

const syncedSpace = space.extend({
  cursor: count,
  mark: name,
  /** There is more after the cursor: ask again. */
  more: z.boolean(),
  /**
   * The hub does not know the cursor: it was put back from a backup. The records begin anew, and the device pushes again
   * everything that it has of the space, with facts. Nothing is deleted on the device.
   */
  rewound: z.boolean(),
  /** Empty for a space that was not asked for. Each is checked by itself: a wrong one costs that record only. */
  records: z.array(z.custom<HubRecord>()).max(5000),
});

/** The key of a device of a person. People copy the id of a device into a command. */
const deviceKey = z.object({
  device: z.string().regex(/^[\w-]{1,64}$/),
  person,
  key: z.string().regex(/^[\w-]{1,64}$/),
});

const device = z.object({
  id,
  name,
  person,
  seenAt: count.nullable(),
  revokedAt: count.nullable(),
  /** When its key ends by itself; that of a device does not. */
  expiresAt: count.nullish(),
});

const pairing = z.object({
  key: z.string().min(16).max(500),
  org: person,
  device: id,
  person,
  spaces: z.array(space).max(10_000),
});

/** A memory in its newest wording, and the people behind it. */
const foundMemory = z.object({
  space: id,
  id,
  type: name,
  text: z.string().min(1).max(MAX_TEXT),
  at: count,
  /** The person who pushed this wording. */
  person,
  reviewedBy: person.nullable(),
  /** There is another wording at the same time. */
  contested: z.boolean(),
});

/** What a hub answers, by the call. A device checks it; the hub is held to it by its types. */
export const hubReplies = {
  sync: z.object({
    /** The hub's clock, in milliseconds. */
    now: count,
    /** The id of this device at the hub. */
    device: id,
    person,
    /** Every space of the person. One that is missing is no longer theirs. */
    spaces: z.array(syncedSpace).max(10_000),
    /** Records that were not taken, see `HubRefusal`. All others of the request were. */
    refused: z
      .array(
        z.object({
          space: z.string(),
          kind: z.string(),
          id,
          why: z.object({ code: z.string().max(40), facts: z.record(z.string(), z.unknown()) }),
        }),
      )
      .max(5000),
    /** What `GET /v1/live` is asked with. */
    live: z.string().max(2000),
    /** The keys of the people who worded the records of this reply. */
    keys: z.array(deviceKey).max(10_000),
  }),
  live: z.object({ moved: z.boolean(), live: z.string().max(2000) }),
  pair: pairing,
  deviceKey: z.discriminatedUnion('status', [
    z.object({ status: z.literal('waiting') }),
    pairing.extend({ status: z.literal('paired') }),
  ]),
  hello: z.object({ accounts: z.boolean() }),
  device: z.object({
    code: z.string().min(16).max(200),
    userCode: z.string().regex(/^[0-9A-Z-]{4,20}$/),
    approveAt: z.url({ protocol: /^https?$/ }).max(1000),
    expiresAt: count,
    everyMs: z.int().min(1000).max(60_000),
  }),
  space: z.object({ space }),
  /** Linked; or the person is asked, with the projects that it may be (none: it would be a new one). */
  link: z.discriminatedUnion('status', [
    z.object({ status: z.literal('linked'), space, created: z.boolean() }),
    z.object({
      status: z.literal('ask'),
      candidates: z.array(z.object({ id, name, remotes: z.array(z.string().max(1000)).max(100) })).max(100),
    }),
  ]),
  invite: z.object({ code: z.string().max(200), expiresAt: count }),
  members: z.object({
    members: z.array(z.object({ person, role: z.enum(HUB_ROLES) })).max(10_000),
    retentionDays: count.nullable(),
  }),
  reseal: z.object({ generation: count }),
  retention: z.object({ days: count.nullable(), erased: count }),
  devices: z.object({ devices: z.array(device).max(10_000) }),
  review: z.object({ facts: recordFacts }),
  erase: z.object({ unseen: z.array(device).max(10_000) }),
  search: z.object({
    /** The best first. Of a team and the organization only what was approved, as it was approved. */
    found: z.array(foundMemory).max(1000),
    /** The person's spaces but those of `without`. A sealed one was not searched: the hub cannot read it. */
    spaces: z.array(space.pick({ id: true, kind: true, name: true, sealed: true })).max(10_000),
  }),
  nothing: z.object({}),
};

export type HubReply<K extends keyof typeof hubReplies> = z.output<(typeof hubReplies)[K]>;

export type HubPerson = z.output<typeof person>;
export type HubSpace = z.output<typeof space>;
export type RecordFacts = z.output<typeof recordFacts>;
export type HubRecord = [kind: HubKind, id: string, state: SharedState, facts: RecordFacts];
export type SyncedSpace = z.output<typeof syncedSpace>;
export type DeviceKey = z.output<typeof deviceKey>;
export type HubDevice = z.output<typeof device>;
export type HubMember = HubReply<'members'>['members'][number];
export type FoundMemory = z.output<typeof foundMemory>;
export type SyncReply = HubReply<'sync'>;
export type LiveReply = HubReply<'live'>;
export type PairReply = HubReply<'pair'>;
export type LinkReply = HubReply<'link'>;
export type InviteReply = HubReply<'invite'>;
export type SearchReply = HubReply<'search'>;

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
    | 'busy' // 503: try later
    | 'form' // 400
    | 'tooLarge' // 413
    | 'protocol'; // 426: update one of the two programs
  message: string;
  hint: string;
}

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
