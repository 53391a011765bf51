import { id } from '@sqrl/base/model/schemas.ts';
import { MAX_COMMENT } from '@sqrl/base/model/sync/comment-state.ts';
import { HUB_LIMITS, HUB_ROLES } from '@sqrl/base/model/sync/hub-protocol.ts';
import { MAX_SHARED_BYTES } from '@sqrl/base/model/sync/lines.ts';
import { z } from 'zod';

const word = z.string().trim().min(1).max(200);
const role = z.enum(HUB_ROLES);
const ids = z.array(id).min(1).max(1000);
/** Sharing memories: through a file of the repository, or with devices and teams through a hub. */
export const sharingVerbs = {
  share: z.object({
    ids: z.array(id).max(10_000).default([]),
    /** Everything of the project that a person said or confirmed. */
    all: z.boolean().default(false),
    dryRun: z.boolean().default(false),
  }),
  unshare: z.object({ ids: z.array(id).min(1).max(10_000) }),
  checkShared: z.object({ text: z.string().max(MAX_SHARED_BYTES) }),
  sync: z.object({
    /** The person agrees to use what others share here. */
    join: z.boolean().default(false),
    /** Write what waits into the file. */
    write: z.boolean().default(true),
  }),
  hubLogin: z.object({
    url: z.string().trim().min(1).max(1000),
    /** Made for one device, or the key itself, which was made on the account page. */
    code: word.optional(),
    key: z.string().trim().min(16).max(500).optional(),
    /** The name under which others see this person. */
    person: z.string().trim().max(60).default(''),
    /** The name of this device. */
    device: word,
  }),
  hubBegin: z.object({ url: z.string().trim().min(1).max(1000), device: word }),
  hubAwait: z.object({ url: z.string().trim().min(1).max(1000), code: word }),
  hubLogout: z.object({
    /** Remove what others shared. */
    remove: z.boolean().default(false),
  }),
  hubStatus: z.object({}),
  hubSync: z.object({
    /** Fetch everything again, and put it in the place of what is known. */
    rebuild: z.boolean().default(false),
    /** Begin or end to sync global memories between this person's devices. */
    personal: z.boolean().optional(),
    /** The code of the device that began, see `hubCode`. */
    code: z.string().max(100).optional(),
    /** Seal everything with another code. */
    newCode: z.boolean().optional(),
  }),
  hubCode: z.object({}),
  hubLink: z.object({
    space: word.optional(),
    create: z.boolean().optional(),
    name: word.optional(),
    /** Share what the person says or confirms in this project. */
    auto: z.boolean().optional(),
  }),
  hubShare: z.object({ ids, space: word, dryRun: z.boolean().default(false) }),
  hubDevices: z.object({
    revoke: word.optional(),
    /** Believe the key that a device has now, which is not the one seen first. */
    trust: word.optional(),
  }),
  hubErase: z.object({ ids }),
  hubSearch: z.object({
    /** It is sent to the hub, without what looks like a secret. */
    question: z.string().trim().min(1).max(HUB_LIMITS.question),
    limit: z.number().int().min(1).max(HUB_LIMITS.found).default(10),
  }),
  hubProposals: z.object({}),
  hubReview: z.object({
    ids,
    verdict: z.enum(['approve', 'dismiss']),
    /** What was shown of a single proposal: if it is another by now, nothing is decided. */
    hash: word.optional(),
  }),
  conflicts: z.object({}),
  chooseWording: z.object({ id, tag: word }),
  dispute: z.object({
    id,
    because: z.string().trim().min(1).max(MAX_COMMENT).optional(),
    reply: z.string().trim().min(1).max(MAX_COMMENT).optional(),
    close: z.boolean().default(false),
  }),
  teamCreate: z.object({ name: word }),
  teamInvite: z.object({ of: word.optional(), role: role.optional() }),
  /** Joins a space of the organization with the code of an invitation. */
  teamJoin: z.object({ code: word }),
  teamMembers: z.object({ of: word }),
  teamRole: z.object({ of: word, person: word, role: role.nullable() }),
  teamRetention: z.object({ of: word, days: z.number().int().min(1).max(3650).nullable() }),
  teamLeave: z.object({ of: word, keepOwn: z.boolean().default(true) }),
  teamBrief: z.object({
    of: word,
    limit: z.number().int().min(1).max(100).default(5),
    /** The person has read it: the space is not new any more. */
    read: z.boolean().default(false),
  }),
};
