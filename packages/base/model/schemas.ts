import { z } from 'zod';
import { grouped } from '../text/digits.ts';
import { SYMBOL_KINDS } from './code.ts';
import {
  type MemoryType,
  OWNERS,
  REACHES,
  RELATIONS,
  SCOPES,
  SOURCES,
  STATUSES,
  TIERS,
  TYPE_FAMILIES,
  TYPES,
  type TypeName,
  typesNamed,
} from './memory.ts';
import type { MemoryRecord } from './record.ts';
import type { RuleTrigger } from './rule-trigger.ts';
import { REMEDIES, type Trigger } from './trigger.ts';

/** The largest text one memory may have, in characters. What is longer belongs in a file. */
export const MAX_TEXT = 100_000;

export const types = Object.keys(TYPES) as [MemoryType, ...MemoryType[]];
/** Types that a search is limited to; a family stands for several. */
export const typeNames = z
  .array(z.enum([...types, ...Object.keys(TYPE_FAMILIES)] as [TypeName, ...TypeName[]]))
  .transform(typesNamed);
export const time = z.number().int();
/** Something a person should know, and what they may do about it. */
export const noticeSchema = z.object({
  message: z.string(),
  hint: z.string(),
});

const word = (what: string, max = 200) =>
  z
    .string()
    .trim()
    .min(1, `${what} must not be empty`)
    .max(max, `${what} may have ${max} characters at most`);
const words = (what: string, most: number) =>
  z.array(word(what, 500)).max(most, `A memory may have ${most} ${what}s at most`);

const text = z
  .string({ error: 'The text must be a string' })
  .refine((value) => value.trim() !== '', 'There is nothing to remember: the text is empty')
  .refine(
    (value) => value.length <= MAX_TEXT,
    `The text is longer than ${grouped(MAX_TEXT)} characters; keep it in a file and remember where it is`,
  );

export const id = z
  .string()
  .regex(/^[0-9a-z]{4,32}$/i, 'An id is 4 to 32 letters and digits, as `sqrl list` shows them');

const evidence = z.object({
  proof: word('proof'),
  episode: z.string().nullable(),
  events: z.array(z.string()),
  quote: z.string().nullable(),
  at: time,
});

const relation = z.object({
  kind: z.enum(RELATIONS),
  to: word('relation', 1000),
  confidence: z.number().min(0).max(1),
});

const part = word('name').optional();
/** For whom a program keeps a memory. */
export const whose = z.strictObject({ user: part, agent: part, run: part });

/** What a person or an agent may say about a memory. */
export const sayable = {
  type: z.enum(types),
  scope: z.enum(SCOPES),
  scopeOf: word('scopeOf', 1000).nullable(),
  reach: z.enum(REACHES),
  owner: z.enum(OWNERS),
  tier: z.enum(TIERS),
  status: z.enum(STATUSES),
  polarity: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  key: word('key').nullable(),
  text,
  tags: words('tag', 64),
  files: words('file', 256),
  symbols: words('symbol', 256),
  module: word('module').nullable(),
  confidence: z.number().min(0).max(1),
  source: z.enum(SOURCES),
  pinned: z.boolean(),
  verified: z.boolean(),
  needsReview: z.boolean(),
  tainted: z.boolean(),
  halfLifeDays: z.number().positive().nullable(),
  expiresAt: time.nullable(),
};

/** When a memory applies to what an agent is about to do. */
const trigger = z.object({
  // Not a transformation: these have no JSON schema.
  tool: word('tool') as unknown as z.ZodType<Trigger['tool'], string>,
  command: word('command', 1000).nullable(),
  match: z.enum(['same', 'begins']),
  file: word('file', 1000).nullable(),
  folder: word('folder', 1000).nullable().optional(),
  variables: word('variables', 1000).nullable().optional(),
  expects: word('fingerprint').nullable(),
  failure: z
    .object({
      line: z.string().max(1000),
      times: z.int().min(0),
      of: z.int().min(0),
      varies: z.boolean(),
      folder: word('folder', 1000).nullable(),
    })
    .nullable()
    .optional(),
  remedy: z
    .object({
      kind: z.enum(REMEDIES),
      command: word('command', 1000).nullable(),
      folder: word('folder', 1000).nullable(),
      variables: z.array(word('variable')).max(64),
    })
    .nullable()
    .optional(),
  stops: z.boolean().optional(),
});

const steps = z
  .array(
    z.object({
      text: word('step', 1000),
      command: word('command', 1000).nullable().optional(),
      file: word('file', 1000).nullable().optional(),
      line: z.int().min(1).nullable().optional(),
    }),
  )
  .min(1)
  .max(64);
const count = z.int().min(0);

const call = z.object({
  program: word('program', 200).nullable(),
  words: z.array(word('word', 200)).max(16),
  options: z.array(word('option', 200)).max(16),
  without: z.array(word('option', 200)).max(16),
  args: z.array(word('argument', 500)).max(16),
  into: word('program', 200).nullable(),
});

/** What of a rule can be checked before an agent acts. */
const ruleTrigger = z.object({
  stops: z.array(call).max(32),
  allows: z.array(call).max(32),
  files: z.array(word('glob', 500)).max(32),
  change: z.enum(['any', 'create', 'existing', 'delete']),
  texts: z
    .array(z.object({ text: word('text', 500), where: z.enum(['code', 'comment', 'import', 'any']) }))
    .max(32),
  places: z.array(word('glob', 500)).max(64),
  outside: z.array(word('glob', 500)).max(64),
}) satisfies z.ZodType<RuleTrigger>;

/** The structured part of a memory. */
export const recordSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('recipe'),
    task: word('task', 500),
    steps,
    lastSuccessAt: time.nullable().optional(),
    successes: count.optional(),
  }),
  z.object({
    kind: z.literal('calibration'),
    module: word('module', 500),
    methodology: word('methodology'),
    ratio: z.number().positive(),
    actualSteps: z.number(),
    plannedSteps: z.number(),
    samples: count,
  }),
  z.object({
    kind: z.literal('prefetch'),
    module: word('module', 500),
    always: z.array(word('file', 500)).max(12),
    often: z.array(word('file', 500)).max(12),
    sessions: count,
  }),
  z.object({
    kind: z.literal('dead end'),
    approach: word('approach', 1000),
    reason: word('reason', 1000),
    alternative: word('alternative', 1000).nullable().optional(),
    task: word('task', 1000).nullable().optional(),
  }),
  z.object({
    kind: z.literal('command'),
    uses: z
      .array(z.object({ command: word('command', 1000), folders: z.array(word('folder', 1000)).max(64) }))
      .min(1)
      .max(16),
  }),
  z.object({ kind: z.literal('rule'), trigger: ruleTrigger.nullable() }),
]) satisfies z.ZodType<MemoryRecord>;

/** What ties a memory to a part of the code. */
export const anchor = z.object({
  path: word('path', 1000),
  symbol: word('symbol', 1000).nullable(),
  kind: z.enum(SYMBOL_KINDS),
  hash: word('hash'),
  shape: z.number().int().nullable(),
  seenIn: word('commit').nullable(),
  seenAt: time,
  state: z.enum(['fresh', 'stale', 'gone']),
  changedAt: time.nullable(),
  changedIn: word('commit').nullable(),
  movedFrom: word('path', 2001).nullable(),
  signature: word('signature', 1000).or(z.literal('')).default(''),
  sketch: word('sketch', 500).or(z.literal('')).default(''),
  nowIs: word('name', 2001).nullable().default(null),
});

export const memory = z.object({
  ...sayable,
  id,
  text: z.string(),
  reach: sayable.reach.default('project'),
  // Nobody says whose words theirs are; exports made before there were ids do not have them.
  ownerId: word('ownerId', 500).nullable().default(null),
  userId: word('userId').nullable().default(null),
  via: word('via', 300).nullable().default(null),
  // Exports made before there were triggers do not have them.
  trigger: trigger.nullable().default(null),
  record: recordSchema.nullable().default(null),
  branch: word('branch').nullable().default(null),
  createdAt: time,
  updatedAt: time,
});

export const fullMemory = memory.extend({
  evidence: z.array(evidence),
  relations: z.array(relation),
  metrics: z.object({
    opportunities: z.number(),
    uses: z.number(),
    regretHits: z.number(),
    regretSaved: z.number(),
    lastUsedAt: time.nullable(),
  }),
  anchors: z.array(anchor).max(512).optional(),
});

export const draft = z
  .object({
    ...sayable,
    record: recordSchema.nullable(),
    evidence: z.array(evidence).max(100),
    relations: z.array(relation).max(100),
  })
  .partial()
  .extend({ text });

/** A whole memory as an export carries it, with every look at it. */
export const wholeMemory = fullMemory.extend({
  text,
  looks: z
    .array(
      z.object({
        at: time,
        way: z.enum(['get', 'find']),
        score: z.number().nullable(),
        question: z.string().nullable(),
      }),
    )
    .default([]),
});

/** Says in one line what is wrong with something a schema refused. */
export function whyNot({ issues }: z.ZodError): string {
  const { path, message } = issues[0]!;
  // The text's own messages are whole sentences.
  return path.length === 0 || path[0] === 'text' ? message : `${path.join('.')}: ${message}`;
}
