import type { Draft } from '@sqrl/base/model/memory.ts';
import type { ArrivingDraft, IncomingExport } from './exchange.ts';

/**
 * What is kept of a memory from an untrusted file: its text and what it is about. It gets a new id, waits for review, is
 * not delivered unasked, and applies to the project at most.
 */
export function unclaimed(arriving: IncomingExport, at: number): ArrivingDraft {
  const claims = ('whole' in arriving ? arriving.whole : arriving.draft) as Draft | null;
  const draft: Draft = {
    ...Object.fromEntries(KEPT.flatMap((field) => (claims?.[field] == null ? [] : [[field, claims[field]]]))),
    text: claims?.text as string,
    scope: claims?.scope === 'global' ? 'project' : claims?.scope,
    status: claims?.status === 'deprecated' ? 'deprecated' : 'provisional',
    tags: withMark(claims?.tags),
    source: 'file_index',
    confidence: UNSURE_CONFIDENCE,
    tainted: true,
    needsReview: true,
    evidence: [{ proof: IMPORTED, episode: null, events: [], quote: null, at }],
  };
  const { sameAs } = arriving as ArrivingDraft;
  return { at: arriving.at, draft, ...(sameAs && { sameAs }) };
}

/** The tag of such a memory, and what its proof is called. */
export const IMPORTED = 'imported';

const KEPT = [
  'type',
  'scopeOf',
  'reach',
  'polarity',
  'key',
  'files',
  'symbols',
  'module',
  'halfLifeDays',
  'expiresAt',
] as const satisfies readonly (keyof Draft)[];

/** Below the confidence for delivery at any trust level; a person's confirmation raises it. */
const UNSURE_CONFIDENCE = 0.4;

/** What is not a list is left for the schema to refuse. */
const withMark = (tags: unknown): string[] =>
  Array.isArray(tags ?? []) ? [...((tags ?? []) as string[]), IMPORTED] : (tags as string[]);
