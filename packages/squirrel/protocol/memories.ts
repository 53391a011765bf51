import { CLIENTS } from '@sqrl/base/model/event.ts';
import {
  MAX_DECISIONS,
  MEMORY_GROUPS,
  OWNERS,
  SCOPES,
  SOURCES,
  STATUSES,
  TIERS,
} from '@sqrl/base/model/memory.ts';
import { draft, id, MAX_TEXT, sayable, time, typeNames, whose } from '@sqrl/base/model/schemas.ts';
import { STEPS } from '@sqrl/base/model/sighting.ts';
import { z } from 'zod';
import { askedLayers } from './history.ts';

/** Which memories are meant. Everything given must hold; of a list, one. Archived and expired ones only where asked for. */
export const memoryFilter = z
  .object({
    types: typeNames,
    groups: z.array(z.enum(MEMORY_GROUPS)).max(8),
    scopes: z.array(z.enum(SCOPES)),
    /** Without it, provisional and active ones. */
    statuses: z.array(z.enum(STATUSES)),
    tiers: z.array(z.enum(TIERS)),
    sources: z.array(z.enum(SOURCES)),
    /** All of these. */
    tags: z.array(z.string()),
    /** About this file or a file below this folder. */
    file: z.string(),
    key: z.string(),
    /** Its text holds these words as they stand, in capitals or not. */
    phrase: z.string().min(1).max(500),
    owners: z.array(z.enum(OWNERS)),
    /** Worded by the person of this home or their agents; false: by others. */
    mine: z.boolean(),
    /** From 1 to 10, as said (`importance`) or as computed from source, confidence and a person's decisions. */
    minImportance: z.number().min(1).max(10),
    pinned: z.boolean(),
    needsReview: z.boolean(),
    verified: z.boolean(),
    /** It contradicts another memory, and a person has not decided. */
    conflicts: z.boolean(),
    /** What it is about has changed in the code, or is gone. */
    stale: z.boolean(),
    /** Learned in this period. */
    since: time,
    until: time,
    /** Those kept for a user, an agent or a run of a program; with `{}` those kept for none. */
    whose,
    /** Include what has expired; it is hidden otherwise. */
    expired: z.boolean(),
  })
  .partial();

/** The same, also by the clients from whose sessions memories were learned. */
const listFilter = memoryFilter.extend({ clients: z.array(z.enum(CLIENTS)).optional() });

const ids = z.array(id).min(1, 'The memory id is missing').max(10_000);
/** Other wordings of the one that is decided on, which are archived as such. */
const same = z.array(id).max(1000).optional();
/** Why a person did something; an empty reason is none. */
const because = z
  .string()
  .trim()
  .max(1000, 'The reason is too long: the limit is 1,000 characters')
  .transform((text) => text || undefined)
  .optional();

/** What programs do with memories, and people with what was learned. */
export const memoryVerbs = {
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
    filter: memoryFilter.default({}),
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
  /** Everything there is to know of one memory; looking is not noted as a use. */
  portrait: z.object({ id }),
  /** Memories by filters, or by a question through the same recall as everywhere, in pages. Looking leaves no trace. */
  list: z.object({
    /** Words or a question; the best 500 answers are paged through then. */
    query: z.string().max(2000, 'The question is too long').default(''),
    filter: listFilter.default({}),
    /** `best` is for questions; without one it is `newest`. */
    order: z
      .enum(['best', 'group', 'newest', 'oldest', 'changed', 'used', 'most used', 'surest', 'least sure'])
      .default('best'),
    limit: z.number().int().min(1).max(100_000).default(50),
    offset: z.number().int().min(0).max(10_000_000).default(0),
    /** Also how many memories each filter would leave. */
    facets: z.boolean().default(false),
    /** Without the second look at the best answers: for search as one types. */
    fast: z.boolean().default(false),
    /** Also results that share few words with the question and are far from it in meaning. */
    weaker: z.boolean().default(false),
  }),
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
  /** A person says that they are right; `same` are other wordings of the first. */
  confirm: z.object({ ids, same }),
  /** A person says it otherwise; the old text stays in its history. */
  correct: z.object({
    id,
    text: z
      .string()
      .refine(
        (text) => text.trim() !== '',
        'The new text is empty; to remove the memory, run `sqrl review --reject`',
      )
      .refine((text) => text.length <= MAX_TEXT, 'The text is too long; keep it in a file'),
    because,
    same,
  }),
  /** A person says that they are wrong; they are not learned again. */
  reject: z.object({ ids, because }),
  /**
   * Does the same to many memories, as one action that `undo` takes back as one. What is forgotten is archived at once;
   * half a minute later rows, words, vectors, copies and log lines are erased, and nothing brings them back.
   */
  bulk: z.object({
    action: z.enum(['confirm', 'reject', 'pin', 'unpin', 'mute', 'unmute', 'forget']),
    /** Either these … */
    ids: ids.optional(),
    same,
    /** … or all that a filter lets through; `expected` is how many the person saw, and must be right. */
    filter: listFilter.optional(),
    expected: z.int().min(0).optional(),
    because,
    /** Only says what it would do; a filter needs no `expected` then. */
    dryRun: z.boolean().optional(),
  }),
  /**
   * Takes back what a person did: the last action, one action, or the last one to a memory. What was changed since by
   * another action is left, and said. What was erased cannot be taken back.
   */
  undo: z.object({
    action: z.string().min(1).max(64).optional(),
    /** The last action on this memory alone. */
    id: id.optional(),
  }),
  /** What people did to memories of late, the latest first. */
  actions: z.object({ limit: z.int().min(1).max(500).default(20) }),
  /** What a person is asked to decide, by the use expected of it; what else waits is in `list`. */
  review: z.object({
    limit: z.number().int().min(1).max(MAX_DECISIONS).default(MAX_DECISIONS),
    /** Instead: what was learned in a session, by the first letters of its id; empty for the latest that taught something. */
    learned: z.string().max(500).optional(),
  }),
  /** Every rule file that is found, where none is named. */
  teach: z.object({ paths: z.array(z.string().min(1)).optional(), dryRun: z.boolean().default(false) }),
  /** Whether a rule that is being typed repeats or contradicts something. Nothing is written. */
  teachCheck: z.object({
    text: z.string().max(MAX_TEXT, 'The text is too long; keep it in a file'),
    type: sayable.type.optional(),
    scope: sayable.scope.optional(),
    scopeOf: sayable.scopeOf.optional(),
    files: sayable.files.optional(),
    limit: z.int().min(1).max(50).default(8),
  }),
  drafts: z.object({
    step: z.enum(STEPS).optional(),
    limit: z.int().min(1).max(10_000).default(20),
  }),
  /** A draft's id or the id of the memory it became. */
  why: z.object({ id }),
} as const;
