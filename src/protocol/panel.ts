import { z } from 'zod';
import { CLIENTS } from '../model/event.ts';
import { HOOK_CLIENTS } from '../model/hook-events.ts';
import { id, noticeSchema, time, types } from '../model/schemas.ts';
import { actionVerbs } from './panel-actions.ts';
import { memoryPanelVerbs } from './panel-memories.ts';
import { settingVerbs } from './panel-settings.ts';
import { workVerbs } from './panel-work.ts';
import { askedLayers, repositoryAnswers } from './repository-answers.ts';
import { saidPassage } from './said.ts';

/** A number that is a guess: how good it is and how it was come by. */
const estimate = z.object({
  /** Null where too little is known to say. */
  value: z.number().nullable(),
  /** The middle 95 of 100 of what it may be; null where the value is. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /**
   * What it is compared with: randomly chosen control sessions, occasions on which nothing was shown for whatever
   * reason, or nothing at all.
   */
  basis: z.enum(['holdout', 'occasions', 'none']),
  /** How much was counted on either side. */
  told: z.number(),
  untold: z.number(),
  /** How it is computed, in words. */
  how: z.string(),
  /** Why there is no value; null where there is one. */
  because: z.string().nullable(),
});

/** Something that wants a person. */
const attention = noticeSchema.extend({
  kind: z.enum([
    'review',
    'stale',
    'conflicts',
    'capture',
    'unread logs',
    'vectors',
    'trust',
    'spending',
    'notice',
  ]),
  count: z.number(),
});

const clientState = z.object({
  client: z.enum(CLIENTS),
  logs: z.number(),
  events: z.number(),
  /** When something last happened in its logs, and when they were last read. */
  lastAt: time.nullable(),
  readAt: time.nullable(),
  /** working: the newest logs are read to their end; behind: something new waits; failing: some cannot be read. */
  state: z.enum(['working', 'behind', 'failing']),
  /** In words; null where it works. */
  because: z.string().nullable(),
});

const projectCounts = z.object({
  id: z.string(),
  name: z.string(),
  root: z.string(),
  remote: z.string().nullable(),
  seenAt: time,
  /** The folder is still there. */
  here: z.boolean(),
  /** Null where its file cannot be read; then `because` says why. */
  counts: z
    .object({
      memories: z.number(),
      needsReview: z.number(),
      sessions: z.number(),
      lastAt: time.nullable(),
    })
    .nullable(),
  because: z.string().nullable(),
});

/** A memory, shortly. */
const shortMemory = z.object({ id, type: z.enum(types), text: z.string() });

/** A piece of past work. */
const workDone = z.object({
  id: z.string(),
  task: z.string(),
  status: z.string(),
  outcome: z.string(),
  startedAt: time,
  endedAt: time,
  filesChanged: z.array(z.string()),
  /** What the agent said last about it; `sqrl show` opens it by its id. */
  said: z.object({ id: z.string(), text: z.string() }).nullable(),
});

/** What the memory panel asks for besides the verbs that every door uses. */
export const panelVerbs = {
  /** Every project of this home, the last seen first; a place of its root asks about it. */
  projects: {
    input: z.object({}).default({}),
    output: z.object({
      projects: z.array(projectCounts),
      /** The id of the one at hand; null where only the user's own memory is. */
      current: z.string().nullable(),
      user: z.object({ memories: z.number(), needsReview: z.number() }),
    }),
  },
  /** Whether agents are connected and get memories, whether that helped, and what wants a person. */
  overview: {
    input: z
      .object({
        /** How many days of activity are listed. */
        days: z.int().min(1).max(366).default(14),
      })
      .default({ days: 14 }),
    output: z.object({
      project: z.object({ id: z.string(), name: z.string(), root: z.string() }).nullable(),
      at: time,
      /** Nothing was ever read or remembered: the page explains itself instead. */
      empty: z.boolean(),
      /** Clients whose logs are read. */
      clients: z.array(clientState),
      /** Clients whose settings hold what `sqrl init` wrote, so that their agents get memories. */
      setUp: z.array(z.enum(HOOK_CLIENTS)),
      /** When an agent of this project last got a memory. */
      deliveredAt: time.nullable(),
      totals: z.object({
        memories: z.number(),
        ofProject: z.number(),
        ofUser: z.number(),
        /** Archived: rejected, replaced or faded. */
        deprecated: z.number(),
        needsReview: z.number(),
        stale: z.number(),
        pinned: z.number(),
        verified: z.number(),
        sessions: z.number(),
        events: z.number(),
      }),
      /** In the last seven days. */
      week: z.object({
        since: time,
        learned: z.number(),
        changed: z.number(),
        sessions: z.number(),
        /** Deliveries that were shown, and the tokens they cost. */
        told: z.number(),
        toldTokens: z.number(),
        sparedTokens: estimate,
        sparedFailures: estimate,
      }),
      /** The memories that helped most, with how often after a delivery they were used, and their failure stayed away or came. */
      best: z.array(shortMemory.extend({ uses: z.number(), hits: z.number(), misses: z.number() })),
      /** Day by day where the person lives, `YYYY-MM-DD`, oldest first, quiet days included. */
      activity: z.array(
        z.object({
          day: z.string(),
          sessions: z.number(),
          learned: z.number(),
          told: z.number(),
          failures: z.number(),
        }),
      ),
      attention: z.array(attention),
    }),
  },
  /** What happened lately: memories that agents got, and memories that were learned; the latest first. */
  feed: {
    input: z
      .object({
        /** Most of each kind. */
        limit: z.int().min(1).max(200).default(5),
      })
      .default({ limit: 5 }),
    output: z.object({
      entries: z.array(
        z.object({
          kind: z.enum(['delivered', 'learned']),
          /** Of the delivery, or of the memory. */
          id: z.string(),
          at: time,
          /** Of a delivery: which agent got it, in which session, at which point, and what that was about. */
          client: z.string().nullable(),
          session: z.string().nullable(),
          point: z.string().nullable(),
          about: z.string().nullable(),
          tokens: z.int().nullable(),
          /** With the reason for each; null where it was not noted. */
          memories: z.array(shortMemory.extend({ why: z.string().nullable() })),
          /** Considered and left out. */
          left: z.array(shortMemory.extend({ because: z.string() })),
        }),
      ),
    }),
  },
  /** A question answered from memories, conversations and history: in quotes, or in a model's words where allowed. */
  ask: {
    input: z.object({
      question: z
        .string()
        .trim()
        .min(1, 'The question is missing')
        .max(2000, 'The question is too long; ask in a sentence or two'),
      /** How many memories may be cited. */
      limit: z.int().min(1).max(20).default(6),
      /** Let a language model word it, where the settings allow one and something is left of what may be spent. */
      compose: z.boolean().default(false),
      in: askedLayers,
    }),
    output: z.object({
      question: z.string(),
      /** `nothing`: nothing answers it. */
      by: z.enum(['extract', 'model', 'nothing']),
      /** The model that worded it. */
      model: z.string().nullable(),
      /** The answer, a sentence each, with the numbers of what it rests on. */
      sentences: z.array(z.object({ text: z.string(), cites: z.array(z.number()) })),
      citations: z.array(
        z.object({
          /** From 1 on. */
          number: z.number(),
          id,
          type: z.string(),
          text: z.string(),
          confidence: z.number(),
          verified: z.boolean(),
          needsReview: z.boolean(),
          stale: z.boolean(),
          /** A later word on the same matter stands before it. */
          earlier: z.boolean(),
          createdAt: time,
          files: z.array(z.string()),
          /** The note it was read from. */
          note: z.string().nullable(),
          score: z.number(),
          why: z.array(z.string()),
        }),
      ),
      /** What was said in past sessions, numbered after the citations. */
      passages: z.array(saidPassage.extend({ number: z.number() })),
      /** What was worked on, where the question asks about a time. */
      work: z.array(workDone),
      /** Past tasks about the same matter, where the question asks what was done about it. */
      tasks: z.array(workDone),
      /** What fails again and again, where the question asks for that. */
      failures: z.array(
        z.object({
          /** Opens it: `sqrl history errors 1a2b3c4d`. */
          fingerprint: z.string(),
          /** What was run the last time, and what that said. */
          command: z.string().nullable(),
          error: z.string(),
          times: z.number(),
          sessions: z.number(),
          lastAt: time,
          fix: z
            .object({ command: z.string().nullable(), changed: z.array(z.string()), times: z.number() })
            .nullable(),
        }),
      ),
      /** From the repository, where the question asks for it. */
      ...repositoryAnswers,
      /** What a model cost; null where none was asked. */
      spent: z.object({ input: z.number(), output: z.number() }).nullable(),
      notices: z.array(noticeSchema),
    }),
  },
  ...memoryPanelVerbs,
  ...workVerbs,
  ...actionVerbs,
  ...settingVerbs,
} as const;
