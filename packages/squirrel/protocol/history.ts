import { id, time } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';

const path = z.string().min(1, 'The file is missing').max(4096, 'The path is too long');
/** Only what happened from then on. */
const since = time.optional();
const limit = (most: number, some: number) => z.number().int().min(1).max(most).default(some);
/** Questions about what was done: by whom, with which files and tools, and how it ended. */
export const historyVerbs = {
  /** What was I working on before? What is unfinished, latest first; where nothing is, what was done last. */
  tasks: z.object({ limit: limit(1000, 10), since }),
  /** Have I worked on this file? */
  fileHistory: z.object({ path, limit: limit(1000, 10), since }),
  /** What is changed, or looked at, together with this file? */
  filesTogether: z.object({
    path,
    way: z.enum(['changed', 'looked']).default('changed'),
    times: z.number().int().min(1).default(1),
    limit: limit(1000, 20),
  }),
  /** What did I last do with files whose paths hold these letters? */
  lastWorkOn: z.object({ letters: path, limit: limit(1000, 10), since }),
  /** How often does each tool succeed? */
  toolUse: z.object({ since }),
  /** Which failures come back? */
  failures: z.object({ sessions: z.number().int().min(1).default(1), limit: limit(1000, 20), since }),
  /** One failure: when it was seen and what resolved it. */
  failure: z.object({
    fingerprint: z
      .string()
      .regex(/^[0-9a-f]{4,16}$/, 'A fingerprint has 4 to 16 hex digits; `sqrl history errors` lists them'),
    limit: limit(1000, 10),
    since,
  }),
  /** Why is a line as it is? Its commit, the session that wrote it, and what a person typed for it. */
  lineOrigin: z.object({ path, line: z.number().int().min(1).max(10_000_000) }),
  /** What happened to a memory, also to one that is gone, and what it came to. */
  memoryHistory: z.object({ id, limit: limit(1000, 10) }),
} as const;
