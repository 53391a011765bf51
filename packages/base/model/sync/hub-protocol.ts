import { z } from 'zod';
import { MAX_TEXT } from '../schemas.ts';
import { MAX_DEPTH } from './lines.ts';
import { isSharedState, type SharedState } from './registers.ts';

/**
 * What a device and a hub say to each other, as JSON over HTTP with `Authorization: Bearer KEY`; `hubCalls` lists it. Joining
 * states is idempotent, so every request may be sent twice, late or not at all; nothing is numbered or acknowledged. A failed
 * request answers with a status and a `HubFailure`.
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
  pushed: 500,
  bytes: 5_000_000,
  /** Characters of one state as JSON. */
  state: 400_000,
  /** New records that a device may add in 24 hours to spaces of several people. */
  newPerDay: 200,
  /** Milliseconds by which a state may be dated after the hub's clock. */
  aheadMs: 86_400_000,
  question: 2000,
  found: 50,
} as const;

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

export interface AuditEntry {
  at: number;
  person: HubPerson | null;
  device: string | null;
  did: string;
  what: Record<string, unknown>;
}

/** As `sqrl list` shows them. */
const RECORD_ID = /^[0-9a-z]{4,32}$/;
const MAX_ADDRESSES = 20;
const MAX_FIELDS = 64;

const isState = (value: unknown): boolean =>
  isSharedState(value) && Object.keys(value).length <= MAX_FIELDS && !isDeeper(value, MAX_DEPTH);

const isDeeper = (value: unknown, left: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (left === 0 || Object.values(value).some((one) => isDeeper(one, left - 1)));

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

export const pushedRecord = z.object({
  space: z.string(),
  kind: z.enum(HUB_KINDS),
  id: z.string().regex(RECORD_ID),
  /** The whole state as the device has it: the hub may have lost what it had. */
  state: z.custom<SharedState>(isState),
  /**
   * The facts that came with the record, for a record that others may have written. The hub believes what it signed, and
   * so gets back author and review of what it lost.
   */
  facts: recordFacts.optional().catch(undefined),
  /** Of a sealed space: the generation of the key that the state is sealed with; absent is 0. */
  generation: z.int().optional(),
  /** Of a sealed space: the latest time that the state names, for the hub cannot see it. */
  latest: z.int().optional(),
});

const role = z.enum(HUB_ROLES);
const cursor = z.object({ id: z.string(), after: z.int(), mark: z.string() });
const spaceReply = z.object({ space });
const devices = z.object({ devices: z.array(device).max(10_000) });
const members = z.object({
  members: z.array(z.object({ person, role })).max(10_000),
  retentionDays: count.nullable(),
});
const place = { space: z.string(), kind: z.enum(HUB_KINDS), id: z.string().regex(RECORD_ID) };

type Asked = Record<string, z.ZodType>;
const get = <A extends Asked, R extends z.ZodType>(asked: A, reply: R) => ({
  ...{ method: 'GET' as const, asked: z.object(asked), reply },
});
const post = <A extends Asked, R extends z.ZodType>(asked: A, reply: R) => ({
  ...{ method: 'POST' as const, asked: z.object(asked), reply },
});

/** Every call, as `/v1/NAME`: what is asked, in the query or the body, and the reply. Both sides check what comes to them. */
export const hubCalls = {
  // Without a key.
  hello: get({}, z.object({ accounts: z.boolean() })),
  /** Exchanges a code for a key; the code of a further device knows its person's name already. */
  pair: post({ code: z.string(), person: z.unknown().optional(), device: z.unknown().optional() }, pairing),
  /** Begins a login that a person approves on the account page. */
  device: post(
    { device: z.unknown().optional() },
    z.object({
      code: z.string().min(16).max(200),
      userCode: z.string().regex(/^[0-9A-Z-]{4,20}$/),
      approveAt: z.url({ protocol: /^https?$/ }).max(1000),
      expiresAt: count,
      everyMs: z.int().min(1000).max(60_000),
    }),
  ),
  /** What a device that waits asks until it was approved. */
  'device/key': post(
    { code: z.string() },
    z.discriminatedUnion('status', [
      z.object({ status: z.literal('waiting') }),
      pairing.extend({ status: z.literal('paired') }),
    ]),
  ),

  sync: post(
    {
      protocol: z.number(),
      /** The spaces whose records are wanted; `after` and `mark` are `cursor` and `mark` of the last reply, 0 and '' at first. */
      spaces: z.array(cursor),
      /** Each is a `pushedRecord`, and checked by itself: a wrong one costs that record only. */
      push: z.array(z.custom<PushedRecord>(() => true)),
      /** The public half of the key with which this device signs wordings: Ed25519, base64url. */
      publicKey: z
        .string()
        .regex(/^[\w-]{43}$/)
        .optional(),
    },
    z.object({
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
      /** What `live` is asked with. */
      live: z.string().max(2000),
      /** The keys of the people who worded the records of this reply. */
      keys: z.array(deviceKey).max(10_000),
    }),
  ),
  /** Answers at once if something moved after `after`, else after 30 s. */
  live: get({ after: z.string().default('') }, z.object({ moved: z.boolean(), live: z.string().max(2000) })),
  spaces: post({ kind: z.enum(['team', 'project']), name: z.string() }, spaceReply),
  /** Linked; or the person is asked, with the projects that it may be (none: it would be a new one). */
  link: post(
    {
      /** As git has them, or as `hostPath` leaves them. */
      remotes: z.array(z.unknown()).max(MAX_ADDRESSES).default([]),
      /** Root commits; none of a shallow clone. */
      roots: z.array(z.unknown()).max(MAX_ADDRESSES).default([]),
      name: z.unknown().optional(),
      /** Link to this space, which the person chose. */
      space: z.string().optional(),
      /** Make a space where none fits, whatever candidates there are. */
      create: z.boolean().optional(),
    },
    z.discriminatedUnion('status', [
      z.object({ status: z.literal('linked'), space, created: z.boolean() }),
      z.object({
        status: z.literal('ask'),
        candidates: z.array(z.object({ id, name, remotes: z.array(z.string().max(1000)).max(100) })).max(100),
      }),
    ]),
  ),
  /** Without a space: a code for a further device of one's own. */
  invite: post(
    { space: z.string().optional(), role: role.default('member') },
    z.object({ code: z.string().max(200), expiresAt: count }),
  ),
  join: post({ code: z.string() }, spaceReply),
  members: get({ space: z.string().optional() }, members),
  /** Role null removes the person. */
  role: post({ space: z.string(), person: z.string(), role: role.nullable() }, members),
  leave: post({ space: z.string() }, z.object({})),
  /** One's own; an owner of the organization sees all. */
  devices: get({}, devices),
  revoke: post({ device: z.string() }, devices),
  /** Names the wording that was shown, and the hash of the state that it was in. */
  review: post(
    { ...place, tag: z.string(), hash: z.string(), verdict: z.enum(['approve', 'dismiss']) },
    z.object({ facts: recordFacts }),
  ),
  /** Of a record that is erased already, it only lists the devices that have not seen it. */
  erase: post(place, z.object({ unseen: z.array(device).max(10_000) })),
  /** Puts all records of a sealed space under a new key at once; refused where the space has moved since. */
  reseal: post(
    {
      space: z.string(),
      head: z.int(),
      /** The one that is replaced. */
      generation: z.int(),
      records: z.array(z.tuple([place.kind, place.id, z.custom<SharedState>(isState)])),
    },
    z.object({ generation: count }),
  ),
  retention: post(
    { space: z.string(), days: z.int().min(1).max(3650).nullable() },
    z.object({ days: count.nullable(), erased: count }),
  ),
  audit: get({ space: z.string() }, z.object({ entries: z.array(z.custom<AuditEntry>()) })),
  search: post(
    {
      question: z.string().max(HUB_LIMITS.question),
      /** Spaces that are not searched: the device has what is in them. */
      without: z.array(z.string()).max(10_000).default([]),
      limit: z.int().min(1).default(HUB_LIMITS.found),
    },
    z.object({
      /** The best first. Of a team and the organization only what was approved, as it was approved. */
      found: z.array(foundMemory).max(1000),
      /** The person's spaces but those of `without`. A sealed one was not searched: the hub cannot read it. */
      spaces: z.array(space.pick({ id: true, kind: true, name: true, sealed: true })).max(10_000),
    }),
  ),
};

export type HubCall = keyof typeof hubCalls;
/** What a device says, and what the hub understands of it. */
export type HubRequest<K extends HubCall> = z.input<(typeof hubCalls)[K]['asked']>;
export type HubAsked<K extends HubCall> = z.output<(typeof hubCalls)[K]['asked']>;
export type HubReply<K extends HubCall> = z.output<(typeof hubCalls)[K]['reply']>;

export type HubPerson = z.output<typeof person>;
export type HubSpace = z.output<typeof space>;
export type RecordFacts = z.output<typeof recordFacts>;
export type PushedRecord = z.input<typeof pushedRecord>;
export type HubRecord = [kind: HubKind, id: string, state: SharedState, facts: RecordFacts];
export type SyncedSpace = z.output<typeof syncedSpace>;
export type DeviceKey = z.output<typeof deviceKey>;
export type HubDevice = z.output<typeof device>;
export type HubMember = HubReply<'members'>['members'][number];
export type FoundMemory = z.output<typeof foundMemory>;
export type SyncRequest = HubRequest<'sync'>;
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
