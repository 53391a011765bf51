import { hash } from 'node:crypto';
import type { DraftCandidate, DraftReport, SignalName, StepName } from '@sqrl/base/model/sighting.ts';
import { as, flag, type Store } from '@sqrl/base/sqlite/query.ts';
import { putVector, vectorsOf } from '@sqrl/base/sqlite/vectors/table.ts';
import { noteTyped } from '../journal.ts';
import { dropMark, dropMarks, markAll, markNames, markOf, setMark } from '../marks.ts';

/** What one matter comes to, as it is kept, with what became of it. */
export interface KeptDraft extends DraftCandidate, DraftDecision {
  row: number;
  id: string;
}

export interface DraftDecision {
  /** Where it was dropped and why; null where it became, or reinforces, a memory. */
  step: StepName | null;
  reason: string | null;
  memory: string | null;
  /** What it wanted the memory to be, so that only what it changes its mind about is changed. */
  wanted: string | null;
}

/** Matters whose sightings changed since drafts were last made of them. */
export const unlearnedMatters = (store: Store): string[] => markNames(store, 'unlearnt');

/** Notes that drafts were made of these matters as they are now. */
export function clearUnlearned(store: Store, matters: readonly string[]): void {
  for (const matter of matters) dropMark(store, 'unlearnt', matter);
}

/** Asks for every matter to be looked at again, since the rules that make drafts have changed. */
export const unlearnAll = (store: Store): void =>
  markAll(store, 'unlearnt', 'select matter from sighting union select matter from draft');

/** Writes a draft in place of what its matter came to before; what the gate said of that is kept until it speaks again. */
export function putDraft(store: Store, id: string, candidate: DraftCandidate): void {
  const { matter, signal, at, lastAt, session, sessions } = candidate;
  const row = { id, matter, signal, at, lastAt, session, sessions, body: candidate };
  store.upsert('draft', 'matter', row);
}

/** Removes the draft of a matter that proposes nothing any more, and returns its id if it had become a memory. */
export function removeDraft(store: Store, matter: string): string | undefined {
  const gone = store.row`delete from draft where matter = ${matter} returning id, wanted`;
  return gone && gone.wanted !== null ? (gone.id as string) : undefined;
}

export const allDrafts = (store: Store): KeptDraft[] =>
  store.rows`select * from draft order by at, matter`.map(toDraft);

export const draftsOfSignals = (store: Store, signals: readonly SignalName[]): KeptDraft[] =>
  store.rows`select * from draft where signal in (select value from json_each(${signals}))
    order by at, matter`.map(toDraft);

export const hasDrafts = (store: Store): boolean => store.row`select 1 from draft limit 1` !== undefined;

export function draftById(store: Store, id: string): KeptDraft | undefined {
  const found = store.row`select * from draft where id = ${id} or memory = ${id} order by id = ${id} desc`;
  return found && toDraft(found);
}

export function draftOf(store: Store, matter: string): KeptDraft | undefined {
  const found = store.row`select * from draft where matter = ${matter}`;
  return found && toDraft(found);
}

export const draftsLike = (store: Store, id: string): KeptDraft[] =>
  store.rows`select * from draft where id >= ${id} and id < ${`${id}\u{10ffff}`} limit 2`.map(toDraft);

// biome-ignore lint/suspicious/noExplicitAny: the one place where a row becomes a draft
const toDraft = ({ row, id, body, step, reason, memory, wanted }: any): KeptDraft => ({
  ...JSON.parse(body),
  ...{ row, id, step, reason, memory, wanted },
});

export function setFate(store: Store, row: number, { step, reason, memory, wanted }: DraftDecision): void {
  store.run`update draft set step = ${step}, reason = ${reason && reason}, memory = ${memory},
    wanted = ${wanted} where row = ${row}`;
}

export const droppedBySteps = (store: Store): Record<string, number> =>
  Object.fromEntries(
    store.pairs<string, number>`select step, count(*) as n from draft where step is not null group by step`,
  );

/** The vectors of drafts by one model, as far as they are of the text with that hash. */
export function draftVectors(
  store: Store,
  model: string,
): Map<number, { hash: string; value: Float32Array }> {
  const hashes = store.pairs<
    number,
    string
  >`select of, key from vector where kind = 'draft' and model = ${model}`;
  const values = vectorsOf(store, { kind: 'draft', model });
  return new Map([...values].map(([of, value]) => [of, { hash: hashes.get(of)!, value }]));
}

export const putDraftVector = (
  store: Store,
  draft: number,
  { model, hash, value }: { model: string; hash: string; value: Float32Array },
): void => putVector(store, { kind: 'draft', of: draft, model, key: hash, vector: value });

export const draftsById = (store: Store, ids: readonly string[]): KeptDraft[] =>
  store.rows`select * from draft where id in (select value from json_each(${ids})) order by at, matter`.map(
    toDraft,
  );

export const draftIds = (store: Store): { row: number; id: string; isLearned: boolean }[] =>
  store.rows`select row, id, wanted is not null as isLearned from draft`.map(as({ isLearned: flag }));

export const draftBranches = (store: Store): string[] =>
  store.column`select distinct body ->> '$.branch' as branch from draft where branch is not null order by branch`;

export function draftCounts(store: Store): {
  kept: number;
  reinforcing: number;
  dropped: Record<string, number>;
} {
  const counts = { kept: 0, reinforcing: 0, dropped: {} as Record<string, number> };
  const rows = store.rows<{
    step: string | null;
    reinforces: number | null;
    n: number;
  }>`select step, step = 'novelty' and memory is not null as reinforces, count(*) as n from draft
    group by 1, 2`;
  for (const { step, reinforces, n } of rows)
    if (step === null) counts.kept += n;
    else if (reinforces === 1) counts.reinforcing += n;
    else counts.dropped[step] = n;
  return counts;
}

/** Notes what became of a draft that was told, in place of what became of it before. */
export function putDraftReport(store: Store, report: DraftReport): void {
  store.put('telling', { ...report, reason: report.reason && report.reason });
  if (report.memory !== null) noteTyped(store, 'memory', report.memory);
}

/** Tellings that became, or reinforce, a memory, or whose id begins so; its own first. */
export const draftReportsLike = (store: Store, id: string): DraftReport[] =>
  store.rows`select * from telling where (id >= ${id} and id < ${id} || char(1114111)) or memory = ${id}
    order by id = ${id} desc, id >= ${id} and id < ${id} || char(1114111) desc, at desc limit 2`.map(
    toDraftReport,
  );

export const newestDraftReports = (
  store: Store,
  { step, limit }: { step: StepName | undefined; limit: number },
): DraftReport[] =>
  store.rows`select * from telling where ${step} is null or step = ${step} order by at desc, id
    limit ${limit}`.map(toDraftReport);

/** How much was told, by the step that dropped it; under `kept` what none did. */
export const draftReportsByStep = (store: Store): Record<string, number> =>
  Object.fromEntries(
    store.pairs<string, number>`select ifnull(step, 'kept') as step, count(*) as n from telling group by 1`,
  );

const toDraftReport = as<DraftReport>();

/** Ids of the drafts that changed, or went, since all were judged; triggers note them, so that a crash loses nothing. */
export const dueDrafts = (store: Store): string[] => markNames(store, 'draft due');

export const allAreDue = (store: Store): void => markAll(store, 'draft due', 'select id from draft');

/** Notes that drafts are judged as they are now, and by what; but for some, which are to be judged again. */
export function noneIsDue(store: Store, mark: string, but: readonly string[]): void {
  dropMarks(store, 'draft due');
  for (const id of but) setMark(store, 'draft due', id);
  setMark(store, 'draft around', 'all', mark);
}

/** What all drafts were last judged by: memories that people taught, what they refused, branches, the embedder. */
export const markOfAround = (store: Store): string | undefined =>
  markOf(store, 'draft around', 'all') as string | undefined;

/** A mark that changes with whatever in a store decides over drafts besides themselves; learned memories do not. */
export function markOfStore(store: Store, model: string, isLearned: (id: string) => boolean): string {
  const residents =
    store.rows`select id, type, status, hash, key, polarity, verified, pinned, tainted, source, scope,
        scope_of, updated_at,
      (select max(at) from evidence where evidence.memory = memory.row) as said_at,
      exists (select 1 from vector where kind = 'memory' and of = memory.row and model = ${model}) as embedded
      from memory where status <> 'deprecated' order by row`.filter(
      ({ id, verified }) => verified === 1 || !isLearned(id as string),
    );
  const counts = store.row`select (select count(*) || ' ' || ifnull(max(row), 0) from refusal) as refused,
    (select count(*) || ' ' || ifnull(max(row), 0) from memory_step where did = 'erased') as erased`;
  return hash('sha256', JSON.stringify([residents, counts]), 'base64url');
}
