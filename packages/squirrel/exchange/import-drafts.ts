import type { Draft, Memory } from '@sqrl/base/model/memory.ts';
import { draft as draftSchema, whyNot } from '@sqrl/base/model/schemas.ts';
import { hasMarker } from '@sqrl/base/redact/settle.ts';
import { clean, hashOf } from '@sqrl/base/text/clean.ts';
import { memoryFrom } from '../learn/gate/draft.ts';
import { redactDraft } from '../learn/gate/redact-draft.ts';
import { failedStep } from '../learn/gate/steps.ts';
import { rememberAll, storeFor } from '../learn/verbs/remember.ts';
import { remove } from '../learn/verbs/verbs.ts';
import { memoryAt, rowByHash } from '../store/memory/memories.ts';
import type { Engine } from '../workspace/workspace.ts';
import type { ArrivingDraft, IncomingExport } from './exchange.ts';
import type { ImportRun } from './verbs.ts';

/** Imports drafts; one that adds nothing is skipped, so that importing a file again is not further evidence. */
export async function takeDrafts(
  engine: Engine,
  arriving: readonly ArrivingDraft[],
  { dryRun, mine, result, isRedacted, tell, seen, said, before }: ImportRun,
): Promise<void> {
  const fresh: { at: string; draft: Draft }[] = [];
  for (const { at, draft: given, sameAs } of arriving) {
    const checked = check(given);
    if ('because' in checked) {
      result.refused.push({ at, because: checked.because });
      continue;
    }
    const { draft, found } = redactDraft(checked.draft);
    if (found.length > 0 || (isRedacted && hasMarker(draft.text))) result.redacted++;
    const memory = memoryFrom(draft, engine.now());
    const dropped = failedStep({ memory, origin: 'import', isRefused: () => false });
    if (dropped) {
      result.refused.push({ at, because: dropped.reason });
      continue;
    }
    const hash = hashOf(memory.text);
    const place = JSON.stringify([memory.scope, memory.scopeOf, hash]);
    const known = seen.has(place) || sameAs?.some((text) => said().has(hashOf(text)));
    seen.add(place);
    if (mine && !dryRun) dropUnclaimed(engine, memory);
    const fate = known ? 'known' : fateOf(engine, memory, hash, mine);
    if (dryRun || fate === 'known') result[fate]++;
    else fresh.push({ at, draft });
  }
  if (fresh.length === 0) return;
  const drafts = fresh.map(({ draft }) => draft);
  const told = await rememberAll(engine, drafts, 'import', { before });
  for (const [i, one] of told.entries()) {
    if (one.did === 'dropped') result.refused.push({ at: fresh[i]!.at, because: one.reason });
    else result[one.did === 'added' ? 'added' : 'changed']++;
    one.notices.forEach(tell);
  }
}

function check(given: Draft): { draft: Draft } | { because: string } {
  const parsed = draftSchema.safeParse(given);
  if (!parsed.success) return { because: whyNot(parsed.error) };
  if (clean(parsed.data.text) === '') return { because: 'Nothing to remember: the text is empty' };
  return { draft: parsed.data };
}

function fateOf(engine: Engine, memory: Memory, hash: string, mine: boolean): 'added' | 'changed' | 'known' {
  const { store } = storeFor(engine, memory);
  const row = rowByHash(store, memory, hash);
  if (row === undefined) return 'added';
  // A stranger's file neither adds to what is there nor brings it back.
  if (!mine) return 'known';
  const there = memoryAt(store, row)!;
  return lives(engine, memory) && (!lives(engine, there) || bringsMore(memory, there)) ? 'changed' : 'known';
}

const lives = (engine: Engine, { status, expiresAt }: Memory): boolean =>
  status !== 'deprecated' && (expiresAt === null || expiresAt > engine.now());

/** A person who edits an export may add a tag or a file to a memory. */
const bringsMore = (memory: Memory, there: Memory): boolean =>
  (memory.key !== null && memory.key !== there.key) ||
  (memory.pinned && !there.pinned) ||
  (['tags', 'files', 'symbols'] as const).some((field) =>
    memory[field].some((word) => !there[field].includes(word)),
  );

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
const IMPORTED = 'imported';

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

/** Removes what waits for review from an earlier import of the same words, which the person now says are theirs. */
export function dropUnclaimed(engine: Engine, said: Pick<Memory, 'scope' | 'scopeOf' | 'text'>): void {
  const { store } = engine.own;
  // What holds everywhere waits in the project.
  const place = said.scope === 'global' ? { scope: 'project' as const, scopeOf: null } : said;
  const row = rowByHash(store, place, hashOf(said.text));
  const memory = row === undefined ? undefined : memoryAt(store, row);
  if (!memory?.tainted || memory.verified || !memory.tags.includes(IMPORTED)) return;
  remove(engine.own, row!);
}
