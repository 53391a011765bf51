import { ANSWER_LAYERS } from '@sqrl/base/model/answer-layers.ts';
import { COMMIT_ID } from '@sqrl/base/model/commit-id.ts';
import { time } from '@sqrl/base/model/schemas.ts';
import { z } from 'zod';

/** The layers that a question goes to; the question's own words choose them where none are given. */
export const askedLayers = z.array(z.enum(ANSWER_LAYERS)).min(1).optional();

/** A commit as an answer names it. */
export const commitAnswer = z.object({
  /** Opens it: `sqrl show commit:…`. */
  id: z.string(),
  hash: z.string(),
  at: time,
  author: z.string(),
  subject: z.string(),
  /** The first ten. */
  files: z.array(z.string()),
  filesChanged: z.number(),
});

/** What a repository itself answers. */
export const repositoryAnswers = {
  commits: z.array(commitAnswer),
  code: z.array(
    z.object({
      path: z.string(),
      line: z.number(),
      endLine: z.number(),
      kind: z.string(),
      name: z.string().nullable(),
      /** The line that shares most words with the question. */
      excerpt: z.string(),
    }),
  ),
};

export const commitVerbs = {
  /** A commit that an answer cites. */
  commit: z.object({
    id: z
      .string()
      .regex(COMMIT_ID, 'A commit’s id is `commit:` and at least 7 digits of its hash, as answers cite it'),
  }),
} as const;
