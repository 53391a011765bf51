import { z } from 'zod';
import { grouped } from '../text/digits.ts';
import { SYMBOL_KINDS } from './code.ts';
import type { Tool } from './event.ts';
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
import { REMEDIES } from './trigger.ts';

/** The largest text one memory may have, in characters. What is longer belongs in a file. */
export const MAX_TEXT = 100_000;

export const types = Object.keys(TYPES) as [MemoryType, ...MemoryType[]];
/** Types that a search is limited to; a family stands for several. */
export const typeNames = z
  .array(z.enum([...types, ...Object.keys(TYPE_FAMILIES)] as [TypeName, ...TypeName[]]))
  .transform(typesNamed);
export const time = z.number().int();
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
  /** What kind of proof: explicit_statement, user_correction, failure_then_success… */
  proof: word('proof'),
  episode: z.string().nullable(),
  events: z.array(z.string()),
  quote: z.string().nullable(),
  at: time,
});

const relation = z.object({
  kind: z.enum(RELATIONS),
  /** The id of the other memory, or a file's path. */
  to: word('relation', 1000),
  confidence: z.number().min(0).max(1),
});

const part = word('name').optional();
export const whose = z.strictObject({ user: part, agent: part, run: part });

/** What a person or an agent may say about a memory. */
export const sayable = {
  type: z.enum(types),
  scope: z.enum(SCOPES),
  /** The subtree a `path` memory applies to, or the session of a `session` memory. */
  scopeOf: word('scopeOf', 1000).nullable(),
  reach: z.enum(REACHES),
  owner: z.enum(OWNERS),
  tier: z.enum(TIERS),
  status: z.enum(STATUSES),
  /** For a rule (1), against a thing (-1), or neither. */
  polarity: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  /** The anchor for updates: a newer memory with the same key replaces the older. */
  key: word('key').nullable(),
  text,
  tags: words('tag', 64),
  files: words('file', 256),
  symbols: words('symbol', 256),
  /** Part of the code it belongs to, where known. */
  module: word('module').nullable(),
  confidence: z.number().min(0).max(1),
  source: z.enum(SOURCES),
  pinned: z.boolean(),
  verified: z.boolean(),
  needsReview: z.boolean(),
  /** Derives from text that came from outside (a web page, a foreign tool). */
  tainted: z.boolean(),
  halfLifeDays: z.number().positive().nullable(),
  expiresAt: time.nullable(),
};

export const triggerSchema = z.object({
  /** What is about to be done; `change` is any edit or write. */
  // Not a transformation: these have no JSON schema.
  tool: word('tool') as unknown as z.ZodType<Tool | 'change', string>,
  /** The core of a command line, or the words that one of its steps begins with; null for any. */
  command: word('command', 1000).nullable(),
  match: z.enum(['same', 'begins']),
  /** A path below the repository; null for any. */
  file: word('file', 1000).nullable(),
  /** The folder it is run in, below the repository; `.` for the repository itself. */
  folder: word('folder', 1000).nullable().optional(),
  /** The variables that are set for it, by their names; `none`. */
  variables: word('variables', 1000).nullable().optional(),
  /** The fingerprint of the failure to expect. */
  expects: word('fingerprint').nullable(),
  failure: z
    .object({
      /** The line that says what went wrong, as it was last printed. */
      line: z.string().max(1000),
      /** So many of so many tries; other lines were printed as well. */
      times: z.int().min(0),
      of: z.int().min(0),
      varies: z.boolean(),
      /** The only folder it was seen in, where that is not the repository itself. */
      folder: word('folder', 1000).nullable(),
    })
    .nullable()
    .optional(),
  /** What helped; a call that has it in it is not warned of. */
  remedy: z
    .object({
      kind: z.enum(REMEDIES),
      /** The command line to run, or the word to leave out; null where the command stays as it is. */
      command: word('command', 1000).nullable(),
      /** The folder to run it in, below the repository, `.` for the repository itself; null where it stays. */
      folder: word('folder', 1000).nullable(),
      variables: z.array(word('variable')).max(64),
    })
    .nullable()
    .optional(),
  /** It is all but certain to fail, and what to do instead is known: an agent may be stopped once. */
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
  /** Null for any program; `PACKAGE_MANAGER` for all of that kind. */
  program: word('program', 200).nullable(),
  /** Subcommands in their order; `install|add` is one of several. */
  words: z.array(word('word', 200)).max(16),
  options: z.array(word('option', 200)).max(16),
  /** Options of which one must be missing. */
  without: z.array(word('option', 200)).max(16),
  /**
   * Arguments that must stand somewhere behind the words; `*` is any. `~text` is a text in an argument or in what is piped
   * in, `on:main` the branch that it writes to (`on:main?` also where that is not known), `!type:` a commit message that does not
   * begin with a type, `!file` that no file is named.
   */
  args: z.array(word('argument', 500)).max(16),
  /** The program that its output is piped into. */
  into: word('program', 200).nullable(),
});

export const ruleTrigger = z.object({
  stops: z.array(call).max(32),
  /** What is called instead: a call that it runs, or that it is, keeps the rule. */
  allows: z.array(call).max(32),
  /** Files that must not be changed, as globs below the repository. */
  files: z.array(word('glob', 500)).max(32),
  /** Every change of them, only new files, only those that are there, or only that they are deleted. */
  change: z.enum(['any', 'create', 'existing', 'delete']),
  /** What must not be written, and where: in code outside of strings and comments, in comments, as what is imported, or anywhere. */
  texts: z
    .array(z.object({ text: word('text', 500), where: z.enum(['code', 'comment', 'import', 'any']) }))
    .max(32),
  /** Globs of the files that `texts` is about, by ending or by place; empty for all that are not documents, `*` for all. */
  places: z.array(word('glob', 500)).max(64),
  /** Globs of files that `files` and `texts` leave out. */
  outside: z.array(word('glob', 500)).max(64),
});

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
    /** Steps taken for each step planned. */
    ratio: z.number().positive(),
    actualSteps: z.number(),
    plannedSteps: z.number(),
    /** How many pieces of finished work it is from. */
    samples: count,
  }),
  z.object({
    kind: z.literal('prefetch'),
    module: word('module', 500),
    /** Opened in more than four of five sessions there, and in more than half of them. */
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
      // Most used first; folders below the repository, `.` for itself.
      .array(z.object({ command: word('command', 1000), folders: z.array(word('folder', 1000)).max(64) }))
      .min(1)
      .max(16),
  }),
  // What a person set a rule's trigger to; null where the rule stops nothing. Without it, the trigger is compiled from the words.
  z.object({ kind: z.literal('rule'), trigger: ruleTrigger.nullable() }),
]);

export const anchor = z.object({
  path: word('path', 1000),
  /** With the names it lies in before it: 'Cart.add'. */
  symbol: word('symbol', 1000).nullable(),
  kind: z.enum(SYMBOL_KINDS),
  hash: word('hash'),
  /** Of its text without its name; null for a file. */
  shape: z.number().int().nullable(),
  /** The commit that was checked out when it was last seen right. */
  seenIn: word('commit').nullable(),
  seenAt: time,
  state: z.enum(['fresh', 'stale', 'gone']),
  /** Since when it is not fresh, and by which commit; null while that is not committed. */
  changedAt: time.nullable(),
  changedIn: word('commit').nullable(),
  /** Where it was when it was last seen right, 'cart.ts:Cart.add', where that is not where it is now. */
  movedFrom: word('path', 2001).nullable(),
  /** Its head, for people to read; '' for a file. */
  signature: word('signature', 1000).or(z.literal('')).default(''),
  /** A sample of its words when it was last seen right, by which it is found under another name; '' for a file. */
  sketch: word('sketch', 500).or(z.literal('')).default(''),
  /** Of a stale symbol its present head where that is another one; of a gone one what it may be now: 'cart.ts:Cart.put'. */
  nowIs: word('name', 2001).nullable().default(null),
});

export const memory = z.object({
  ...sayable,
  id,
  text: z.string(),
  reach: sayable.reach.default('project'),
  // Nobody says whose words theirs are; exports made before there were ids do not have them.
  ownerId: word('ownerId', 500).nullable().default(null),
  /** Who worded it (`model/sync/person.ts`), where it came from elsewhere; null is the person of this home, or their agents. */
  userId: word('userId').nullable().default(null),
  /** By which space of a hub those words came, as it is shown: `team crew, reviewed by Bob`; null is git. */
  via: word('via', 300).nullable().default(null),
  // Exports made before there were triggers do not have them.
  trigger: triggerSchema.nullable().default(null),
  record: recordSchema.nullable().default(null),
  /** The branch it was learned on, until that is merged. */
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
