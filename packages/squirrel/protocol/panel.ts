import { z } from 'zod';
import { actionVerbs } from './panel-actions.ts';
import { memoryPanelVerbs } from './panel-memories.ts';
import { settingVerbs } from './panel-settings.ts';
import { workVerbs } from './panel-work.ts';
import { askedLayers } from './repository-answers.ts';
/** What the memory panel asks for besides the verbs that every door uses. */
export const panelVerbs = {
  /** Every project of this home, the last seen first; a place of its root asks about it. */
  projects: {
    input: z.object({}).default({}),
  },
  /** Whether agents are connected and get memories, whether that helped, and what wants a person. */
  overview: {
    input: z
      .object({
        /** How many days of activity are listed. */
        days: z.int().min(1).max(366).default(14),
      })
      .default({ days: 14 }),
  },
  /** What happened lately: memories that agents got, and memories that were learned; the latest first. */
  feed: {
    input: z
      .object({
        /** Most of each kind. */
        limit: z.int().min(1).max(200).default(5),
      })
      .default({ limit: 5 }),
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
  },
  ...memoryPanelVerbs,
  ...workVerbs,
  ...actionVerbs,
  ...settingVerbs,
} as const;
