import { SAID_ID } from '@sqrl/base/model/said.ts';
import { z } from 'zod';
/** The id that answers cite a message by; the first digits will do. */
export const saidIdSchema = z
  .string()
  .regex(SAID_ID, 'A message’s id is `said:` and 8 to 32 hex digits, as answers cite it');
const count = z.int().min(0).max(200).optional();

/** What was said in sessions. */
export const passageVerbs = {
  /**
   * A message that an answer cites, where it was said, and the messages of the same conversation around it: as many as asked
   * for, else all of them, folded in the middle where they are many.
   */
  passage: z.object({ id: saidIdSchema, before: count, after: count }),
} as const;
