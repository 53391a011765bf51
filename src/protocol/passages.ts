import { z } from 'zod';
import { CLIENTS } from '../model/event.ts';
import { SAID_ID } from '../model/said.ts';
import { time } from '../model/schemas.ts';

/** The id that answers cite a message by; the first digits will do. */
export const saidIdSchema = z
  .string()
  .regex(SAID_ID, 'A message’s id is `said:` and 8 to 32 hex digits, as answers cite it');

const message = z.object({
  id: z.string(),
  /** The whole id of its event. */
  event: z.string(),
  speaker: z.enum(['person', 'agent']),
  at: time,
  text: z.string(),
  /** Characters of the message; only the start and end of a very long one are kept as text. */
  length: z.number(),
  /** Said after text from outside had come into the conversation. */
  tainted: z.boolean(),
  /** Messages left out right before it. */
  skipped: z.number(),
});

const count = z.int().min(0).max(200).optional();

/** What was said in sessions. */
export const passageVerbs = {
  /**
   * A message that an answer cites, where it was said, and the messages of the same conversation around it: as many as asked
   * for, else all of them, folded in the middle where they are many.
   */
  passage: {
    input: z.object({ id: saidIdSchema, before: count, after: count }),
    output: message.extend({
      client: z.enum(CLIENTS),
      session: z.string(),
      /** The subagent that said or was told it. */
      agent: z.string().nullable(),
      branch: z.string().nullable(),
      episode: z.object({ id: z.string(), task: z.string() }).nullable(),
      /** Files changed or read in the same episode, at most 10. */
      files: z.array(z.string()),
      before: z.array(message),
      after: z.array(message),
    }),
  },
} as const;
