import { CLIENTS } from '@sqrl/base/model/event.ts';
import { OWNERS, SCOPES, SOURCES, STATUSES } from '@sqrl/base/model/memory.ts';
import {
  draft,
  id,
  MAX_TEXT,
  type noticeSchema,
  sayable,
  time,
  typeNames,
  whose,
} from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';
import type { Outputs } from '../verbs.ts';
import { graphVerbs } from './graph.ts';
import { askedLayers, historyVerbs } from './history.ts';
import { learningVerbs } from './learning.ts';
import { panelVerbs } from './panel.ts';
import { recallVerbs } from './recall.ts';
import { sdkVerbs } from './sdk.ts';
import { sharingVerbs } from './sharing.ts';

/** Which memories are meant. Everything given must hold. */
const filter = z
  .object({
    types: typeNames,
    scopes: z.array(z.enum(SCOPES)),
    statuses: z.array(z.enum(STATUSES)),
    sources: z.array(z.enum(SOURCES)),
    tags: z.array(z.string()),
    /** Memories about this file or a file below this folder. */
    file: z.string(),
    key: z.string(),
    owners: z.array(z.enum(OWNERS)),
    /** Worded by the person of this home or their agents; false: by others. */
    mine: z.boolean(),
    /** From 1 to 10, as said (`importance`) or as computed from source, confidence and a person's decisions. */
    minImportance: z.number().min(1).max(10),
    pinned: z.boolean(),
    needsReview: z.boolean(),
    /** What it is about has changed in the code, or is gone. */
    stale: z.boolean(),
    since: time,
    /** Those kept for a user, an agent or a run of a program; with `{}` those kept for none. */
    whose,
    /** Include what has expired; it is hidden otherwise. */
    expired: z.boolean(),
  })
  .partial();

const format = z.enum(['json', 'markdown', 'claude']);

/** Every verb that crosses a process boundary, and what goes into it. */
export const verbs = {
  remember: draft.extend({
    /** The memory it replaces, by its id or its words. */
    replaces: z.string().min(1).max(1000).optional(),
    /** The reason, which is kept as evidence. */
    because: z.string().max(1000).optional(),
    /** For whom a program keeps it: no other session is told. */
    whose: whose.optional(),
    /** How much it matters, 1 to 10; kept as a tag. */
    importance: z.int().min(1).max(10).optional(),
  }),
  find: z.object({
    question: z.string().max(MAX_TEXT, 'The question is too long; ask in a sentence or two'),
    limit: z.number().int().min(1).max(1000).default(10),
    filter: filter.default({}),
    /** Weight of meaning, 0 to 1; words get at most the rest. Given, the best are not read a second time. */
    meaning: z.number().min(0).max(1).optional(),
    rerank: z.boolean().optional(),
    /** Only what holds the words as they stand, latest first. */
    exact: z.boolean().optional(),
    /** Files and symbols at hand: memories about them, and about what lies near them, come first. */
    files: z.array(z.string().min(1).max(4096)).max(256).optional(),
    symbols: z.array(z.string()).max(256).optional(),
    in: askedLayers,
  }),
  get: z.object({ id }),
  change: z.object({
    id,
    to: z.object(sayable).partial(),
    /** What the rule stops, as `held.stops` says it; empty for what its words say, null for nothing. */
    trigger: z.string().max(2000).nullable().optional(),
  }),
  pin: z.object({ id, pinned: z.boolean().default(true) }),
  forget: z.object({
    ids: z.array(id).min(1).max(10_000),
    /** Leaves what was said in sessions as it is: an agent does not delete a person's words. */
    keepMessages: z.boolean().default(false),
  }),
  /** Asks the person to forget a memory, on behalf of an agent that did not write it; it holds until they say so. */
  suggestForget: z.object({ id, because: z.string().max(1000).optional() }),
  /** Erases everything of this project, of the user, or of both, copies and logs included. */
  forgetAll: z.object({ of: z.enum(['project', 'user', 'both']).default('project') }),
  list: z.object({
    filter: filter.default({}),
    limit: z.number().int().min(1).max(100_000).default(50),
    offset: z.number().int().min(0).default(0),
    order: z.enum(['newest', 'oldest', 'used']).default('newest'),
  }),
  stats: z.object({}).default({}),
  export: z.object({ format: format.default('json'), filter: filter.optional() }),
  import: z.object({
    text: z.string(),
    /** Detected from the text if not given. */
    format: format.optional(),
    dryRun: z.boolean().default(false),
    /** The person says that it is an export of their own: it is believed in all it says. Else every memory waits for review. */
    mine: z.boolean().default(false),
  }),
  /** Writes one file that holds everything: the user's memory and every project's. */
  backup: z.object({ file: z.string().min(1), overwrite: z.boolean().default(false) }),
  /** Puts back what a backup holds. Stores it does not hold stay as they are. */
  restore: z.object({ file: z.string().min(1) }),
  /** Reads Markdown notes into memory: the notes folder, or the folder given. */
  index: z.object({ folder: z.string().optional(), watch: z.boolean().default(false) }),
  /** Reads the logs of clients: all that are new on this machine, or those given. */
  ingest: z.object({
    paths: z.array(z.string().min(1)).optional(),
    clients: z.array(z.enum(CLIENTS)).optional(),
    since: time.optional(),
    /** Reads from the beginning what was read before; nothing is kept twice. */
    again: z.boolean().default(false),
    /** The paths are what CI runs of this project left: JUnit reports or plain logs. */
    ci: z.boolean().default(false),
    /** The person says that the sessions in `paths` are their own, also where those lie in a repository. */
    mine: z.boolean().default(false),
    /** Goes on reading what is written until it is stopped. */
    watch: z.boolean().default(false),
  }),
  ...historyVerbs,
  ...learningVerbs,
  ...recallVerbs,
  ...panelVerbs,
  ...sharingVerbs,
  ...graphVerbs,
  ...sdkVerbs,
  /** What it knows, what it learned today, what it saved; and how the daemon is. */
  status: z.object({}).default({}),
  /** Gives every memory a vector of the present embedder, and the latest passages of conversations. */
  reembed: z.object({}).default({}),
} as const;

export type Verb = keyof typeof verbs;
export type Input<V extends Verb> = z.input<(typeof verbs)[V]>;
export type Parsed<V extends Verb> = z.output<(typeof verbs)[V]>;
/** What a verb answers, as its handler returns it. */
export type Output<V extends Verb> = Outputs[V];
export type WireFilter = z.output<typeof filter>;
export type WireNotice = z.output<typeof noticeSchema>;
