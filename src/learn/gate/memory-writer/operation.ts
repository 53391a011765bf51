import { z } from 'zod';
import { TIERS } from '../../../model/memory.ts';

/** What a model may propose to remember. */
const TYPES = [
  'preference',
  'decision',
  'requirement',
  'gotcha',
  'error_pattern',
  'dead_end',
  'pattern',
  'workflow_recipe',
  'module_insight',
  'causal_dependency',
] as const;

const KINDS = {
  preference: 'preference',
  invariant: 'decision',
  pattern: 'pattern',
  guard: 'gotcha',
  note: 'module_insight',
} as const;

/** The whole answer; its operations are looked at one by one, so that a bad one costs only itself. */
export const answerSchema = z.union([
  z.object({ ops: z.array(z.unknown()), summary: z.string().nullish().catch(null) }),
  z.array(z.unknown()).transform((ops) => ({ ops, summary: null })),
]);

const word = z.string().trim().min(1);

/** One operation. */
export const operationSchema = z
  .object({
    op: z.enum(['ADD', 'UPDATE', 'DEPRECATE']),
    target: word.max(40).nullish(),
    scope: z.enum(['project', 'path', 'global', 'repo_path']).default('project'),
    path: word.max(500).nullish(),
    type: z.enum(TYPES).optional(),
    kind: z.enum(Object.keys(KINDS) as [keyof typeof KINDS]).optional(),
    tier: z.enum(TIERS).default('short_term'),
    polarity: z.union([z.literal(-1), z.literal(0), z.literal(1)]).default(0),
    key: z
      .string()
      .regex(/^[a-z][a-z0-9_]*(\.[a-z0-9_-]+){1,4}$/, 'a key is lowercase words separated by dots')
      .max(80)
      .nullish(),
    text: word.max(600),
    ttl_days: z.number().positive().max(3650).nullish(),
    confidence: z.number().min(0).max(1),
    evidence: z.array(word.max(40)).min(1).max(20),
    quote: word.min(6).max(600),
  })
  .transform(({ type, kind, scope, ...rest }, context) => {
    const meant = type ?? (kind && KINDS[kind]);
    if (meant !== undefined)
      return { ...rest, type: meant, scope: scope === 'repo_path' ? ('path' as const) : scope };
    context.addIssue({ code: 'custom', message: 'unknown type', path: ['type'] });
    return z.NEVER;
  });

export type Operation = z.output<typeof operationSchema>;
