import { z } from 'zod';
import { ORIGINS } from '../model/draft-report.ts';
import { draft, id, noticeSchema, time } from '../model/schemas.ts';
import { SIGNALS, STEPS } from '../model/sighting.ts';

/** What learning came to. */
export const learnReport = z.object({
  learned: z.array(z.string()),
  changed: z.array(z.string()),
  superseded: z.array(z.string()),
  withdrawn: z.array(z.string()),
  /** Those of the new ones that are of old work, and were archived for their age at once. */
  putAway: z.array(z.string()).default([]),
  /** How many rules came, changed and went with the files they were taught from. */
  rules: z.object({ added: z.number(), changed: z.number(), removed: z.number() }).optional(),
  drafts: z.object({
    kept: z.number(),
    reinforcing: z.number(),
    dropped: z.record(z.string(), z.number()),
  }),
  notices: z.array(noticeSchema),
});

/** A draft and what became of it. */
const shownDraft = z.object({
  id: z.string(),
  matter: z.string(),
  /** What it was noticed by; `told` if a person said it. */
  signal: z.enum([...SIGNALS, 'told']),
  origin: z.enum(ORIGINS).optional(),
  at: time,
  lastAt: time,
  sessions: z.number(),
  minSessions: z.number(),
  tainted: z.boolean(),
  proposal: draft,
  step: z.enum(STEPS).nullable(),
  reason: z.string().nullable(),
  memory: z.string().nullable(),
});

/** Verbs about how memories come to be. */
export const learningVerbs = {
  learn: {
    /** Every project there is, instead of the one at hand; and everything anew, instead of what changed. */
    input: z.object({ all: z.boolean().default(false), anew: z.boolean().default(false) }),
    output: learnReport,
  },
  teach: {
    /** Every rule file that is found, where none is named. */
    input: z.object({ paths: z.array(z.string().min(1)).optional(), dryRun: z.boolean().default(false) }),
    output: z.object({
      files: z.array(
        z.object({
          path: z.string(),
          scope: z.enum(['global', 'project', 'path']),
          rules: z.number(),
          added: z.number(),
          changed: z.number(),
          known: z.number(),
          removed: z.number(),
          /** Dropped by the gate; and kept, until a person has looked. */
          refused: z.number().default(0),
          waiting: z.number().default(0),
          /** Checked before an agent acts. */
          held: z.number().default(0),
          because: z.string().nullable(),
          /** Where it is only looked at: texts of the rules that would come, and of the memories that would go. */
          fresh: z.array(z.string()).default([]),
          gone: z.array(z.string()).default([]),
        }),
      ),
      notices: z.array(noticeSchema),
      /** What `undo` takes; null where nothing was done. */
      action: z.string().nullable().default(null),
    }),
  },
  drafts: {
    input: z.object({
      step: z.enum(STEPS).optional(),
      limit: z.int().min(1).max(10_000).default(20),
    }),
    output: z.object({
      drafts: z.array(shownDraft),
      total: z.number(),
      kept: z.number(),
      dropped: z.record(z.string(), z.number()),
    }),
  },
  why: {
    /** A draft's id or the id of the memory it became. */
    input: z.object({ id }),
    output: shownDraft.extend({
      /** Why agents are not told the memory it became; null where they are. */
      untold: z.string().nullable().default(null),
      /** What each step did, up to the one that dropped it. */
      steps: z.array(z.object({ step: z.enum(STEPS), did: z.string() })).optional(),
      seen: z.array(
        z.object({
          at: time,
          session: z.string(),
          quote: z.string().nullable(),
          proof: z.string(),
          tainted: z.boolean(),
        }),
      ),
    }),
  },
};
