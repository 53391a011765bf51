import { z } from 'zod';
import { commitAnswer } from '../protocol/repository-answers.ts';

const text = z.string();
const files = z.array(text);

export const stepSchema = z.object({
  path: text,
  at: text,
  way: text,
  client: text,
  outcome: text.nullable(),
  task: text.nullable(),
  session: text,
  /** Symbols that the commit of a change touched. */
  changed: z.array(text),
});

const message = { id: text, speaker: text, date: text, text, outside: z.boolean(), skipped: z.number() };

/** A message of a past session with those around it. */
export const passageSchema = z.object({
  ...message,
  client: text,
  session: text,
  branch: text.nullable(),
  task: text.nullable(),
  files,
  before: z.array(z.object(message)),
  after: z.array(z.object(message)),
});

/** How often a memory could have been used, was, and whether its failure stayed away. */
const tally = z
  .object({
    opportunities: z.number(),
    chances: z.number(),
    uses: z.number(),
    hits: z.number(),
    misses: z.number(),
    saved: z.number(),
  })
  .partial().shape;

/** What `history` answers, a shape for each thing that can be asked; the first that fits is taken. */
export const pastItem = z.union([
  z.object({ task: text, status: text, outcome: text, ended: text, files, said: text.optional() }),
  stepSchema,
  passageSchema,
  commitAnswer.omit({ at: true }).extend({ date: text, body: text }),
  z.object({
    fingerprint: text,
    tool: text,
    line: text,
    times: z.number(),
    resolved: z.number(),
    last: text,
  }),
  z.object({ how: text, command: text.nullable(), times: z.number(), changed: files }),
  z.object({
    tool: text,
    total: z.number(),
    ok: z.number(),
    failed: z.number(),
    success: z.number().nullable(),
    durationMs: z.number().nullable(),
  }),
  // The last step of a memory says how it stands now.
  z.object({
    at: text,
    did: text,
    why: text,
    before: text.nullable(),
    ...tally,
  }),
  z.object({ path: text, times: z.number() }),
  // How a line came to be.
  z.object({
    ...{ path: text, line: z.number(), text, commit: commitAnswer.nullable() },
    work: z
      .object({
        ...{ client: text, session: text, at: z.number(), madeCommit: z.boolean(), changedLine: z.boolean() },
        task: z.object({ id: text, task: text, summary: text }).nullable(),
      })
      .nullable(),
    asked: z.array(
      z.object({ id: text, at: z.number(), tainted: z.boolean(), text, answers: text.nullable() }),
    ),
    memories: z.array(z.object({ id: text, type: text, text, learnedHere: z.boolean() })),
  }),
]);
