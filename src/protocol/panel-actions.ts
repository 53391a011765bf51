import { z } from 'zod';
import { id, time, types } from '../model/schemas.ts';
import { because } from './lifecycle.ts';
import { panelFilter } from './panel-memories.ts';

/** What a person did to one memory or to many at once. */
const memoryAction = z.object({
  id: z.string(),
  at: time,
  /** confirmed, corrected, rejected, deleted, pinned, unpinned, changed. */
  did: z.string(),
  /** How many, and the first few of them. */
  count: z.number(),
  memories: z.array(z.object({ id, text: z.string() })),
});

/** Verbs for what a person does to memories, and takes back. */
export const actionVerbs = {
  /**
   * Does the same to many memories, as one action that `undo` takes back as one. What is forgotten is archived at once;
   * half a minute later rows, words, vectors, copies and log lines are erased, and nothing brings them back.
   */
  bulk: {
    input: z.object({
      action: z.enum(['confirm', 'reject', 'pin', 'unpin', 'mute', 'unmute', 'forget']),
      /** Either these … */
      ids: z.array(id).min(1, 'The memory id is missing').max(10_000).optional(),
      /** Other wordings of the one that is confirmed, which are archived as such. */
      same: z.array(id).max(1000).optional(),
      /** … or all that a filter lets through; `expected` is how many the person saw, and must be right. */
      filter: panelFilter.optional(),
      expected: z.int().min(0).optional(),
      because,
      /** Only says what it would do; a filter needs no `expected` then. */
      dryRun: z.boolean().optional(),
    }),
    output: z.object({
      /** What `undo` takes; null where nothing was done. */
      action: z.string().nullable(),
      /** Ids of those to which it was done. */
      done: z.array(id),
      /** Those that were so already, or went meanwhile. */
      left: z.array(z.object({ id: z.string(), because: z.string() })),
      /** The first of those to which it was done, as they were before. */
      named: z.array(z.object({ id, type: z.enum(types), text: z.string() })),
    }),
  },
  /** What people did to memories of late, the latest first. */
  actions: {
    input: z.object({ limit: z.int().min(1).max(500).default(20) }).default({ limit: 20 }),
    output: z.object({ actions: z.array(memoryAction) }),
  },
  /**
   * Takes back what a person did: the last action, one action, or the last one to a memory. What was changed since by
   * another action is left, and said. What was erased cannot be taken back.
   */
  undo: {
    input: z
      .object({
        action: z.string().min(1).max(64).optional(),
        /** The last action on this memory alone. */
        id: id.optional(),
      })
      .default({}),
    output: z.object({
      /** Null where there was nothing to take back. */
      action: z.string().nullable(),
      did: z.string().nullable(),
      undone: z.array(z.object({ id, text: z.string() })),
      left: z.array(z.object({ id: z.string(), because: z.string() })),
    }),
  },
} as const;
