import { CLIENTS } from '@sqrl/base/model/event.ts';
import { time } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';

const speaker = z.enum(['person', 'agent']);
const neighbor = z.object({ speaker, text: z.string() });

/** A passage of a past session, with the messages beside it. */
export const saidPassage = z.object({
  /** Opens it: `sqrl show said:…`. */
  id: z.string(),
  speaker,
  at: time,
  client: z.enum(CLIENTS),
  session: z.string(),
  text: z.string(),
  before: z.array(neighbor),
  after: z.array(neighbor),
  /** Something newer on the same matter stands before it. */
  earlier: z.boolean(),
  /** Said after text from outside had come into the conversation. */
  tainted: z.boolean(),
  score: z.number(),
});
