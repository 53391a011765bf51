import { CLIENTS } from '@sqrl/base/model/event.ts';
import { MEMORY_GROUPS, SCOPES, SOURCES, STATUSES, TIERS } from '@sqrl/base/model/memory.ts';
import { id, MAX_TEXT, sayable, time, types } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';
/** Which memories are meant. Everything given must hold; of a list, one. Put away and expired ones only where asked for. */
export const panelFilter = z
  .object({
    types: z.array(z.enum(types)).max(32),
    groups: z.array(z.enum(MEMORY_GROUPS)).max(8),
    /** Its text holds these words as they stand, in capitals or not. */
    phrase: z.string().min(1).max(500),
    /** It contradicts another memory, and a person has not decided. */
    conflicts: z.boolean(),
    /** Without it, provisional and active ones. */
    statuses: z.array(z.enum(STATUSES)).max(8),
    tiers: z.array(z.enum(TIERS)).max(8),
    scopes: z.array(z.enum(SCOPES)).max(8),
    sources: z.array(z.enum(SOURCES)).max(16),
    /** Learned from sessions of these clients. */
    clients: z.array(z.enum(CLIENTS)).max(16),
    /** All of these. */
    tags: z.array(z.string().max(500)).max(64),
    /** About this file or a file below this folder. */
    file: z.string().min(1).max(4096),
    needsReview: z.boolean(),
    pinned: z.boolean(),
    verified: z.boolean(),
    /** What it is about has changed in the code, or is gone. */
    stale: z.boolean(),
    /** Learned in this period. */
    since: time,
    until: time,
    /** Include what has expired. */
    expired: z.boolean(),
  })
  .partial();
/** Verbs about memories, one or many. */
export const memoryPanelVerbs = {
  /** Memories by filters, or by a question through the same recall as everywhere; in pages, with counts for every filter. */
  browse: z.object({
    /** Words or a question; the best 500 answers are paged through then. */
    query: z.string().max(2000, 'The question is too long').default(''),
    filter: panelFilter.default({}),
    /** `best` is for questions; without one it is `newest`. */
    sort: z
      .enum(['best', 'group', 'newest', 'oldest', 'changed', 'used', 'most used', 'surest', 'least sure'])
      .default('best'),
    limit: z.int().min(1).max(500).default(50),
    offset: z.int().min(0).max(10_000_000).default(0),
    /** Without them an answer is quicker. */
    facets: z.boolean().default(true),
    /** Without the second look at the best answers: for search as one types. */
    fast: z.boolean().default(false),
    /** Also results that share few words with the question and are far from it in meaning. */
    weaker: z.boolean().default(false),
  }),
  /** Everything there is to know of one memory; looking is not noted as a use. */
  portrait: z.object({
    id,
    /** How many deliveries and outcomes, the latest first. */
    limit: z.int().min(1).max(500).default(20),
  }),
  /** The line of a log that an event was read from, redacted. Only logs that were read; never any other file. */
  logRecord: z.object({
    /** An event's id, as evidence has them. No path is taken. */
    event: z.string().regex(/^[0-9a-f]{32}$/i, 'An event id has 32 hex digits'),
  }),
  /** Whether a rule that is being typed repeats or contradicts something. Nothing is written. */
  teachCheck: z.object({
    text: z.string().max(MAX_TEXT, 'The text is too long; keep it in a file'),
    type: sayable.type.optional(),
    scope: sayable.scope.optional(),
    scopeOf: sayable.scopeOf.optional(),
    files: sayable.files.optional(),
    limit: z.int().min(1).max(50).default(8),
  }),
} as const;
