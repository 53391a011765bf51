import { z } from 'zod';
import { MAX_TEXT } from '../../model/schemas.ts';
import { HUB_KINDS, HUB_ROLES, type HubRecord, SPACE_KINDS } from '../../model/sync/hub-protocol.ts';
import { lineOf } from '../../model/sync/lines.ts';
import { HubProblem } from './ask-hub.ts';

const name = z.string().max(200);
const id = z.string().min(1).max(200);
const count = z.int().min(0);
const person = z.object({ id, name });

/** Fields of a newer hub are kept: they go back as they came. */
const facts = z.looseObject({
  seq: count,
  author: person,
  by: z.record(z.string().max(200), person),
  proposed: z.boolean(),
  reviewedBy: person.nullable(),
  dismissed: z.boolean(),
  hash: name,
  proof: z.string().max(2000),
});

const space = z.object({
  id,
  kind: z.enum(SPACE_KINDS),
  name,
  role: z.enum(HUB_ROLES),
  sealed: z.boolean(),
  head: count,
  generation: count.default(0),
});

const device = z.object({ id, name, person, seenAt: count.nullable(), revokedAt: count.nullable() });

const paired = z.object({
  key: z.string().min(16).max(500),
  org: person,
  device: id,
  person,
  spaces: z.array(space).max(10_000),
});

const replies = {
  sync: z.object({
    now: count,
    device: id,
    person,
    spaces: z
      .array(
        space.extend({
          cursor: count,
          mark: name,
          more: z.boolean(),
          rewound: z.boolean(),
          records: z.array(z.unknown()).max(5000),
        }),
      )
      .max(10_000),
    refused: z
      .array(
        z.object({
          id,
          why: z.object({ code: z.string().max(40), facts: z.record(z.string(), z.unknown()).default({}) }),
        }),
      )
      .max(5000),
    live: z.string().max(2000),
    // People copy the id of a device into a command.
    keys: z
      .array(
        z.object({
          device: z.string().regex(/^[\w-]{1,64}$/),
          person,
          key: z.string().regex(/^[\w-]{1,64}$/),
        }),
      )
      .max(10_000)
      .default([]),
  }),
  live: z.object({ moved: z.boolean(), live: z.string().max(2000) }),
  pair: paired,
  deviceKey: z.discriminatedUnion('status', [
    z.object({ status: z.literal('waiting') }),
    paired.extend({ status: z.literal('paired') }),
  ]),
  hello: z.object({ accounts: z.boolean().default(false) }),
  device: z.object({
    code: z.string().min(16).max(200),
    userCode: z.string().regex(/^[0-9A-Z-]{4,20}$/),
    approveAt: z.url({ protocol: /^https?$/ }).max(1000),
    expiresAt: count,
    everyMs: z.int().min(1000).max(60_000),
  }),
  space: z.object({ space }),
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
    // Hubs before retention have none.
    retentionDays: count.nullable().default(null),
  }),
  reseal: z.object({ generation: count }),
  retention: z.object({ days: count.nullable(), erased: count }),
  devices: z.object({ devices: z.array(device).max(10_000) }),
  review: z.object({ facts }),
  erase: z.object({ unseen: z.array(device).max(10_000) }),
  search: z.object({
    found: z
      .array(
        z.object({
          space: id,
          id,
          type: name,
          text: z.string().min(1).max(MAX_TEXT),
          at: count,
          person,
          reviewedBy: person.nullable(),
          contested: z.boolean(),
        }),
      )
      .max(1000),
    spaces: z.array(space.pick({ id: true, kind: true, name: true, sealed: true })).max(10_000),
  }),
  nothing: z.object({}),
};

export type HubReply<K extends keyof typeof replies> = z.output<(typeof replies)[K]>;

/** Reads what a hub said; a reply that has not its form is not a hub's. */
export function readReply<K extends keyof typeof replies>(kind: K, said: unknown): HubReply<K> {
  const read = replies[kind].safeParse(said);
  if (read.success) return read.data as HubReply<K>;
  const where = read.error.issues[0]!.path.join('.');
  throw new HubProblem(
    `The hub's reply is not understood${where ? ` (${where})` : ''}.`,
    'Check the address, and that both programs are up to date.',
    { status: 200, code: 'provider' },
  );
}

/** A record of a reply; undefined where it is not one that this program understands. It costs that record only. */
export function recordIn(said: unknown): HubRecord | undefined {
  if (!Array.isArray(said)) return undefined;
  const line = lineOf(said[1], said[0], said[2]);
  const known = facts.safeParse(said[3]);
  if (!line || !known.success || !(HUB_KINDS as readonly string[]).includes(line.kind)) return undefined;
  return [line.kind as HubRecord[0], line.id, line.state, known.data];
}
