import { z } from 'zod';
import { CLIENTS, EVENT_KINDS } from '../model/event.ts';
import { MEMORY_GROUPS, RELATIONS, SCOPES, SOURCES, STATUSES, TIERS } from '../model/memory.ts';
import {
  anchor,
  fullMemory,
  id,
  MAX_TEXT,
  memory,
  noticeSchema,
  sayable,
  time,
  types,
} from '../model/schemas.ts';
import { STEPS } from '../model/sighting.ts';
import { ruleHeld } from './status.ts';

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

/** A memory as lists of the panel show it. */
const card = memory.extend({
  stale: z.boolean(),
  disputed: z.boolean().default(false),
  /** What its confidence is by now: half with each half-life in which it was not used. */
  confidenceNow: z.number(),
  uses: z.number(),
  opportunities: z.number(),
  lastUsedAt: time.nullable(),
});

const facet = z.record(z.string(), z.number());

/** Another memory, shortly. */
const other = z.object({
  id,
  type: z.enum(types),
  status: z.enum(STATUSES),
  text: z.string(),
});

const change = z.object({ id: z.string(), text: z.string(), at: time, because: z.string().nullable() });

/** How likely a rule that is being typed repeats or contradicts a memory. */
const kinship = z.enum(['same', 'repeats', 'contradicts', 'replaces', 'near']);

/** Verbs about memories, one or many. */
export const memoryPanelVerbs = {
  /** Memories by filters, or by a question through the same recall as everywhere; in pages, with counts for every filter. */
  browse: {
    input: z.object({
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
    output: z.object({
      memories: z.array(
        card.extend({
          /** Of the answer to a question; null in a plain list. */
          score: z.number().nullable(),
          /** The reasons for its place. */
          why: z.array(z.string()),
        }),
      ),
      total: z.number(),
      /** How many of the results to a question are weak; they are listed only on request. */
      weaker: z.number().default(0),
      /**
       * How many there would be with one value of a filter, all other filters as they are; of the answers to a question,
       * how many have it. Null where not wanted.
       */
      facets: z
        .object({
          groups: facet,
          /** Suggested, active and archived ones, whatever is asked of status and review. */
          stages: facet,
          types: facet,
          statuses: facet,
          tiers: facet,
          scopes: facet,
          sources: facet,
          clients: facet,
          /** The forty most frequent. */
          tags: facet,
          needsReview: z.number(),
          pinned: z.number(),
          verified: z.number(),
          stale: z.number(),
        })
        .nullable(),
      notices: z.array(noticeSchema),
    }),
  },
  /** Everything there is to know of one memory; looking is not noted as a use. */
  portrait: {
    input: z.object({
      id,
      /** How many deliveries and outcomes, the latest first. */
      limit: z.int().min(1).max(500).default(20),
    }),
    output: z.object({
      memory: card,
      kind: z.string(),
      means: z.string(),
      /** Where it lies: the project's file or the user's. */
      of: z.enum(['project', 'user']),
      /** What happened to it, oldest first; with the confidence it had afterwards. */
      steps: z.array(
        z.object({
          at: time,
          did: z.string(),
          why: z.string(),
          before: z.string().nullable(),
          confidence: z.number().nullable(),
        }),
      ),
      evidence: z.array(
        fullMemory.shape.evidence.element.extend({
          places: z.array(
            z.object({
              /** What `logAround` takes. */
              event: z.string(),
              client: z.enum(CLIENTS),
              session: z.string(),
              log: z.string(),
              offset: z.number(),
              commit: z.string().nullable(),
            }),
          ),
        }),
      ),
      /** Why agents are not told unasked; null where they are. */
      untold: z.string().nullable(),
      held: ruleHeld.nullable(),
      staleness: z.object({
        stale: z.boolean(),
        review: z.boolean(),
        trust: z.number(),
        why: z.array(z.string()),
      }),
      files: z.array(
        z.object({
          path: z.string(),
          /** The code index knows it. */
          known: z.boolean(),
          changedAt: time.nullable(),
          state: z.enum(['fresh', 'stale', 'gone']).nullable(),
        }),
      ),
      symbols: z.array(
        z.object({
          name: z.string(),
          path: z.string().nullable(),
          state: z.enum(['fresh', 'stale', 'gone']).nullable(),
        }),
      ),
      anchors: z.array(anchor),
      deliveries: z.array(
        z.object({
          id: z.string(),
          at: time,
          client: z.string(),
          session: z.string(),
          point: z.string(),
          about: z.string().nullable(),
          tokens: z.number(),
          /** How many memories were delivered with it. */
          memories: z.number(),
          shown: z.boolean(),
          holdout: z.string(),
        }),
      ),
      deliveriesTotal: z.number(),
      outcomes: z.array(
        z.object({
          episode: z.string(),
          session: z.string().nullable(),
          task: z.string().nullable(),
          at: time,
          delivered: z.boolean(),
          used: z.boolean(),
          failure: z.enum(['came', 'came again', 'not again', 'did not come']).nullable(),
          saved: z.number(),
          why: z.string(),
        }),
      ),
      outcomesTotal: z.number(),
      tally: z.object({
        opportunities: z.number(),
        chances: z.number(),
        uses: z.number(),
        hits: z.number(),
        misses: z.number(),
        saved: z.number(),
      }),
      /** What was so before, back to the first, and what took its place since. */
      was: z.array(change),
      replacedBy: change.nullable(),
      relations: z.array(
        z.object({
          kind: z.enum(RELATIONS),
          way: z.enum(['out', 'in']),
          to: z.string(),
          confidence: z.number(),
          /** Null where it is a file, or a memory that is gone. */
          memory: other.nullable(),
        }),
      ),
      drafts: z.array(
        z.object({
          id: z.string(),
          signal: z.string(),
          sessions: z.number(),
          at: time,
          lastAt: time,
          step: z.enum(STEPS).nullable(),
          reason: z.string().nullable(),
        }),
      ),
      /** Memories learned in the same episodes. */
      siblings: z.array(other),
      /** The last action of a person that can be taken back. */
      undoable: z.object({ action: z.string(), did: z.string(), at: time }).nullable(),
    }),
  },
  /** The lines of a log that an event stands in, redacted. Only logs that were read; never any other file. */
  logAround: {
    input: z.object({
      /** An event's id, as evidence has them. No path is taken. */
      event: z.string().regex(/^[0-9a-f]{32}$/i, 'An event id has 32 hex digits'),
      /** How many lines, and how many steps, around it. */
      around: z.int().min(0).max(20).default(2),
    }),
    output: z.object({
      client: z.enum(CLIENTS),
      session: z.string(),
      log: z.string(),
      /** Null where the log cannot be shown; then `because` says why, and the steps are what was kept of it. */
      lines: z
        .array(
          z.object({
            /** From 1 on; null in very large logs. */
            number: z.number().nullable(),
            offset: z.number(),
            text: z.string(),
            /** Longer than what is shown. */
            cut: z.boolean(),
            /** The event itself. */
            here: z.boolean(),
          }),
        )
        .nullable(),
      because: z.string().nullable(),
      /** How many secrets were replaced on the way. */
      redacted: z.number(),
      /** What was kept of the steps around it, in order. */
      steps: z.array(
        z.object({
          id: z.string(),
          at: time,
          kind: z.enum(EVENT_KINDS),
          tool: z.string().nullable(),
          command: z.string().nullable(),
          outcome: z.string().nullable(),
          text: z.string(),
          tainted: z.boolean(),
          here: z.boolean(),
        }),
      ),
    }),
  },
  /** Whether a rule that is being typed repeats or contradicts something. Nothing is written. */
  teachCheck: {
    input: z.object({
      text: z.string().max(MAX_TEXT, 'The text is too long; keep it in a file'),
      type: sayable.type.optional(),
      scope: sayable.scope.optional(),
      scopeOf: sayable.scopeOf.optional(),
      files: sayable.files.optional(),
      limit: z.int().min(1).max(50).default(8),
    }),
    output: z.object({
      /** What it would be remembered as. */
      as: z.object({
        type: z.enum(types),
        scope: z.enum(SCOPES),
        text: z.string(),
        key: z.string().nullable(),
        polarity: z.number(),
        redacted: z.array(z.string()),
      }),
      /** The gravest first. */
      kin: z.array(
        z.object({
          memory: card,
          kinship,
          /** 0 to 1. */
          likeness: z.number(),
          why: z.string(),
        }),
      ),
      notices: z.array(noticeSchema),
    }),
  },
} as const;
