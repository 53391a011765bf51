import { id } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';
import { because } from './lifecycle.ts';
import { panelFilter } from './panel-memories.ts';
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
  },
  /** What people did to memories of late, the latest first. */
  actions: {
    input: z.object({ limit: z.int().min(1).max(500).default(20) }).default({ limit: 20 }),
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
  },
} as const;
