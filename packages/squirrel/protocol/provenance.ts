import { fullMemory, time } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';

const change = z.object({
  id: z.string(),
  text: z.string(),
  at: time,
  because: z.string().nullable(),
});

const place = z.object({
  event: z.string(),
  session: z.string(),
  log: z.string(),
  offset: z.number(),
  commit: z.string().nullable(),
});

/** Where a memory comes from: the places of its proofs, what it took the place of, and what took its own. */
export const provenance = {
  evidence: z.array(fullMemory.shape.evidence.element.extend({ places: z.array(place).optional() })),
  was: z.array(change),
  replacedBy: change.nullable(),
};
