import { z } from 'zod';
import { id, memory } from '../model/schemas.ts';
import { MAX_COMMENT } from '../model/sync/comment-state.ts';
import { HUB_LIMITS, HUB_ROLES, SPACE_KINDS } from '../model/sync/hub-protocol.ts';

const word = z.string().trim().min(1).max(200);
const person = z.object({ id: z.string(), name: z.string() });
const role = z.enum(HUB_ROLES);
const space = z.object({
  id: z.string(),
  kind: z.enum(SPACE_KINDS),
  name: z.string(),
  role,
  sealed: z.boolean(),
  head: z.number(),
});
const members = z.object({
  space: z.string(),
  members: z.array(z.object({ person, role })),
  /** For how many days the space keeps what is not changed; null keeps everything. */
  retentionDays: z.number().nullable(),
});
const device = z.object({
  id: z.string(),
  name: z.string(),
  person,
  seenAt: z.number().nullable(),
  revokedAt: z.number().nullable(),
});
const standing = z.object({ mine: z.number(), reviewed: z.number(), proposed: z.number() });
const ids = z.array(id).min(1).max(1000);

const loggedIn = z.object({
  url: z.string(),
  org: z.string(),
  person: z.string(),
  spaces: z.array(space),
});

/** Devices in sync and teams, through a hub. */
export const hubVerbs = {
  hubLogin: {
    input: z.object({
      url: z.string().trim().min(1).max(1000),
      /** Made for one device, or the key itself, which was made on the account page. */
      code: word.optional(),
      key: z.string().trim().min(16).max(500).optional(),
      /** The name under which others see this person. */
      person: z.string().trim().max(60).default(''),
      /** The name of this device. */
      device: word,
    }),
    output: loggedIn,
  },
  hubBegin: {
    input: z.object({ url: z.string().trim().min(1).max(1000), device: word }),
    output: z.object({
      /** Null where the hub has no accounts: it wants a code. */
      login: z
        .object({
          /** For `hubAwait`. */
          code: z.string(),
          /** What the person compares on the page. */
          userCode: z.string(),
          approveAt: z.string(),
          expiresAt: z.number(),
          everyMs: z.number(),
        })
        .nullable(),
    }),
  },
  hubAwait: {
    input: z.object({ url: z.string().trim().min(1).max(1000), code: word }),
    /** Null while nobody has approved it. */
    output: z.object({ login: loggedIn.nullable() }),
  },
  hubLogout: {
    input: z.object({
      /** Remove what others shared. */
      remove: z.boolean().default(false),
    }),
    output: z.object({
      url: z.string(),
      /** The hub knows that the key is dead. */
      revoked: z.boolean(),
      removed: z.number(),
    }),
  },
  hubStatus: {
    input: z.object({}),
    output: z.object({
      login: z
        .object({ url: z.string(), org: z.string(), person: z.string(), device: z.string() })
        .nullable(),
      /** When the hub last answered. */
      syncedAt: z.number().nullable(),
      /** Why it did not, since then. */
      failed: z.string().nullable(),
      /** By how many milliseconds this machine's clock is ahead of the hub's; 0 below a minute. */
      aheadMs: z.number(),
      /** Global memories are in sync between this person's devices. */
      personal: z.boolean(),
      /** Memories with changes that the hub has not taken yet. */
      waiting: z.number(),
      refused: z.array(z.object({ id: z.string(), why: z.string(), at: z.number(), space: z.string() })),
      conflicts: z.number(),
      /** Records that were not used: their signature does not fit the person. */
      forged: z.array(z.object({ id: z.string(), space: z.string(), person: z.string(), at: z.number() })),
      /** Devices whose key is another than the one seen first. */
      exchanged: z.array(z.object({ device: z.string(), person: z.string(), at: z.number() })),
      /** The space of this project. */
      linked: z.string().nullable(),
      spaces: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(SPACE_KINDS),
          name: z.string(),
          role,
          standing,
          /** Memories with changes that the hub has not taken yet. */
          waiting: z.number(),
          /** Everything that a person says or confirms is shared by itself. */
          auto: z.boolean(),
          /** The person has not read what a newcomer should know. */
          isNew: z.boolean(),
        }),
      ),
    }),
  },
  hubSync: {
    input: z.object({
      /** Fetch everything again, and put it in the place of what is known. */
      rebuild: z.boolean().default(false),
      /** Begin or end to sync global memories between this person's devices. */
      personal: z.boolean().optional(),
      /** The code of the device that began, see `hubCode`. */
      code: z.string().max(100).optional(),
      /** Seal everything with another code. */
      newCode: z.boolean().optional(),
    }),
    output: z.object({
      /** A code that was made now: other devices need it. */
      recoveryCode: z.string().nullable(),
      sent: z.number(),
      refused: z.number(),
      added: z.number(),
      changed: z.number(),
      removed: z.number(),
      proposed: z.number(),
      contested: z.number(),
      comments: z.number(),
      unopened: z.number(),
      forged: z.number(),
      left: z.number(),
      lost: z.array(z.string()),
      rewound: z.boolean(),
      live: z.string(),
    }),
  },
  hubCode: {
    input: z.object({}),
    output: z.object({ code: z.string() }),
  },
  hubLink: {
    input: z.object({
      space: word.optional(),
      create: z.boolean().optional(),
      name: word.optional(),
      /** Share what the person says or confirms in this project. */
      auto: z.boolean().optional(),
    }),
    output: z.object({
      status: z.enum(['linked', 'ask']),
      space: z.object({ id: z.string(), name: z.string(), role: z.string() }).nullable(),
      created: z.boolean(),
      candidates: z.array(z.object({ id: z.string(), name: z.string(), remotes: z.array(z.string()) })),
      auto: z.boolean(),
      worth: z.number(),
    }),
  },
  hubShare: {
    input: z.object({ ids, space: word, dryRun: z.boolean().default(false) }),
    output: z.object({
      space: z.object({ id: z.string(), kind: z.enum(SPACE_KINDS), name: z.string() }),
      shared: z.array(memory),
      known: z.number(),
      /** A maintainer has to approve before agents of others are told. */
      proposed: z.boolean(),
    }),
  },
  hubDevices: {
    input: z.object({
      revoke: word.optional(),
      /** Believe the key that a device has now, which is not the one seen first. */
      trust: word.optional(),
    }),
    output: z.object({
      own: z.string(),
      devices: z.array(device),
    }),
  },
  hubErase: {
    input: z.object({ ids }),
    output: z.object({
      erased: z.array(
        z.object({
          id: z.string(),
          space: z.string(),
          /** Devices that have not been told yet. */
          unseen: z.array(device),
        }),
      ),
    }),
  },
  hubSearch: {
    input: z.object({
      /** It is sent to the hub, without what looks like a secret. */
      question: z.string().trim().min(1).max(HUB_LIMITS.question),
      limit: z.number().int().min(1).max(HUB_LIMITS.found).default(10),
    }),
    output: z.object({
      url: z.string(),
      /** The question as it was sent. */
      sent: z.string(),
      found: z.array(
        z.object({
          id: z.string(),
          type: z.string(),
          text: z.string(),
          at: z.number(),
          contested: z.boolean(),
          space: z.string(),
          person: z.string(),
          reviewedBy: z.string().nullable(),
          isOwn: z.boolean(),
        }),
      ),
      searched: z.array(z.string()),
      /** Spaces that the hub cannot read. */
      sealed: z.array(z.string()),
    }),
  },
  hubProposals: {
    input: z.object({}),
    output: z.object({
      proposals: z.array(
        z.object({
          memory,
          space: z.string(),
          person: z.string(),
          mayReview: z.boolean(),
          /** The wording and the hash of the whole state: what an approval is for. */
          tag: z.string(),
          hash: z.string(),
        }),
      ),
    }),
  },
  hubReview: {
    input: z.object({
      ids,
      verdict: z.enum(['approve', 'dismiss']),
      /** What was shown of a single proposal: if it is another by now, nothing is decided. */
      hash: word.optional(),
    }),
    output: z.object({ reviewed: z.array(memory) }),
  },
  conflicts: {
    input: z.object({}),
    output: z.object({
      conflicts: z.array(
        z.object({
          memory,
          /** The space that carries it; null where git does. */
          space: z.string().nullable(),
          wordings: z.array(
            z.object({
              tag: z.string(),
              text: z.string(),
              at: z.number(),
              person: z.string(),
              /** Agents are told this one meanwhile. */
              isUsed: z.boolean(),
            }),
          ),
        }),
      ),
    }),
  },
  chooseWording: {
    input: z.object({ id, tag: word }),
    output: z.object({ memory }),
  },
  dispute: {
    input: z.object({
      id,
      because: z.string().trim().min(1).max(MAX_COMMENT).optional(),
      reply: z.string().trim().min(1).max(MAX_COMMENT).optional(),
      close: z.boolean().default(false),
    }),
    output: z.object({
      memory,
      disputed: z.boolean(),
      comments: z.array(
        z.object({
          id: z.string(),
          about: z.string(),
          tag: z.string(),
          text: z.string(),
          at: z.number(),
          disputes: z.boolean(),
          closed: z.boolean(),
          person: z.string(),
          isOwn: z.boolean(),
          isOpen: z.boolean(),
        }),
      ),
    }),
  },
  teamCreate: { input: z.object({ name: word }), output: z.object({ space }) },
  teamInvite: {
    input: z.object({ of: word.optional(), role: role.optional() }),
    output: z.object({
      code: z.string(),
      expiresAt: z.number(),
      url: z.string(),
      /** Null: for a further device of one's own. */
      space: z.string().nullable(),
    }),
  },
  teamMembers: { input: z.object({ of: word }), output: members },
  teamRole: {
    input: z.object({ of: word, person: word, role: role.nullable() }),
    output: members,
  },
  teamRetention: {
    input: z.object({ of: word, days: z.number().int().min(1).max(3650).nullable() }),
    output: z.object({ space: z.string(), days: z.number().nullable(), erased: z.number() }),
  },
  teamLeave: {
    input: z.object({ of: word, keepOwn: z.boolean().default(true) }),
    output: z.object({ space: z.string(), removed: z.number() }),
  },
  teamBrief: {
    input: z.object({
      of: word,
      limit: z.number().int().min(1).max(100).default(5),
      /** The person has read it: the space is not new any more. */
      read: z.boolean().default(false),
    }),
    output: z.object({
      space: z.string(),
      memories: z.array(z.object({ memory, importance: z.number() })),
      total: z.number(),
    }),
  },
};
