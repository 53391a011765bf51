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
const members = z.object({ space: z.string(), members: z.array(z.object({ person, role })) });
const standing = z.object({ mine: z.number(), reviewed: z.number(), proposed: z.number() });
const ids = z.array(id).min(1).max(1000);

/** Devices in sync and teams, through a hub. */
export const hubVerbs = {
  hubLogin: {
    input: z.object({
      url: z.string().trim().min(1).max(1000),
      code: word,
      /** The name under which others see this person. */
      person: z.string().trim().max(60).default(''),
      /** The name of this device. */
      device: word,
    }),
    output: z.object({ url: z.string(), org: z.string(), person: z.string(), spaces: z.array(space) }),
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
      /** The space of this project. */
      linked: z.string().nullable(),
      spaces: z.array(
        z.object({ id: z.string(), kind: z.enum(SPACE_KINDS), name: z.string(), role, standing }),
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
    input: z.object({ revoke: word.optional() }),
    output: z.object({
      own: z.string(),
      devices: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          person,
          seenAt: z.number().nullable(),
          revokedAt: z.number().nullable(),
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
      proposals: z.array(z.object({ memory, space: z.string(), person: z.string(), mayReview: z.boolean() })),
    }),
  },
  hubReview: {
    input: z.object({ ids, verdict: z.enum(['approve', 'dismiss']) }),
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
  teamLeave: {
    input: z.object({ of: word, keepOwn: z.boolean().default(true) }),
    output: z.object({ space: z.string(), removed: z.number() }),
  },
  teamBrief: {
    input: z.object({ of: word, limit: z.number().int().min(1).max(100).default(5) }),
    output: z.object({
      space: z.string(),
      memories: z.array(z.object({ memory, importance: z.number() })),
      total: z.number(),
    }),
  },
};
