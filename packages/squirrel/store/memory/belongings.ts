import { isDeepStrictEqual } from 'node:util';
import {
  DOUBTED_STATEMENT,
  type Evidence,
  type FullMemory,
  type Metrics,
  type Relation,
} from '@sqrl/base/model/memory.ts';
import { as, json, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { addAnchor, anchorsOf } from './anchors.ts';
import { memoryAt, type Row } from './memories.ts';

export function addEvidence(store: Store, row: Row, evidence: readonly Evidence[]): void {
  for (const { proof, episode, events, quote, at } of evidence)
    store.insert('evidence', { memory: row, proof, episode, events, quote, at });
}

export const evidenceAt = (store: Store, row: Row): Evidence[] =>
  store.rows`select proof, episode, events, quote, at from evidence where memory = ${row} order by at, row`.map(
    as({ events: json }),
  );

/** Makes these a memory's proofs; where they are already, nothing is written. */
export function replaceEvidence(store: Store, row: Row, evidence: readonly Evidence[]): void {
  if (isDeepStrictEqual(evidenceAt(store, row), evidence)) return;
  store.run`delete from evidence where memory = ${row}`;
  addEvidence(store, row, evidence);
}

export function replaceRelations(
  store: Store,
  row: Row,
  kinds: readonly Relation['kind'][],
  relations: readonly Relation[],
): void {
  store.run`delete from relation where memory = ${row} and kind in (select value from json_each(${kinds}))`;
  addRelations(store, row, relations);
}

/** Whether it contradicts another memory, and the conflict is unresolved, or may be the words of another author. */
export const isDoubted = (store: Store, row: Row): boolean =>
  store.row`select 1 from relation where memory = ${row} and kind = 'conflicts'
    union all select 1 from evidence where memory = ${row} and proof = ${DOUBTED_STATEMENT} limit 1` !==
  undefined;

/** Ties a memory to others; a tie that exists keeps the higher confidence. */
export function addRelations(store: Store, row: Row, relations: readonly Relation[]): void {
  const insert = store.sql(
    `insert into relation (memory, kind, target, confidence) values (?, ?, ?, ?)
     on conflict do update set confidence = max(confidence, excluded.confidence)`,
  );
  for (const { kind, to, confidence } of relations) insert.run(row, kind, to, confidence);
}

export function setMetrics(store: Store, row: Row, metrics: Metrics): void {
  const { opportunities, uses, regretHits, regretSaved, lastUsedAt } = metrics;
  store.put('metrics', { memory: row, opportunities, uses, regretHits, regretSaved, lastUsedAt });
}

/** Gives a memory what hung on it in another store; the anchors of that take the place of those here. */
export function moveBelongings(
  store: Store,
  row: Row,
  { evidence, relations, metrics, anchors = [] }: FullMemory,
): void {
  store.run`delete from anchor where memory = ${row}`;
  // Symbols have other ids elsewhere; by its name and content an anchor finds its own again.
  for (const anchor of anchors) addAnchor(store, { ...anchor, memory: row, id: null });
  addEvidence(store, row, evidence);
  addRelations(store, row, relations);
  setMetrics(store, row, metrics);
}

/** Gives a memory the evidence, relations, metrics and looks it has elsewhere, in place of what hung on it here. */
export function replaceBelongings(
  store: Store,
  row: Row,
  whole: FullMemory & { looks: readonly Omit<Access, 'row'>[] },
): void {
  for (const table of ['evidence', 'relation']) store.run`delete from ${raw(table)} where memory = ${row}`;
  store.run`delete from access where memory = ${whole.id}`;
  moveBelongings(store, row, whole);
  addMemoryLooks(store, whole.id, whole.looks);
}

export function fullMemoryAt(store: Store, row: Row): FullMemory | undefined {
  const memory = memoryAt(store, row);
  if (!memory) return undefined;
  const evidence = evidenceAt(store, row);
  const relations = store.rows<Relation>`select kind, target as "to", confidence from relation
    where memory = ${row} order by kind, target`;
  const anchors = anchorsOf(store, row).map(({ row: _, memory: __, id: ___, ...told }) => told);
  return {
    ...memory,
    evidence,
    relations,
    metrics: metricsAt(store, row),
    ...(anchors.length > 0 && { anchors }),
  };
}

export const metricsAt = (store: Store, row: Row): Metrics =>
  store.row`select opportunities, uses, regret_hits, regret_saved, last_used_at from metrics where memory = ${row}` ?? {
    opportunities: 0,
    uses: 0,
    regretHits: 0,
    regretSaved: 0,
    lastUsedAt: null,
  };

export interface Access {
  row: Row;
  at: number;
  way: 'get' | 'find';
  score: number | null;
  question: string | null;
}

/** Notes who looked at what, and when that was last; whether it was of use, outcomes tell. */
export function logAccess(store: Store, seen: readonly Access[]): void {
  const log = store.sql(
    'insert into access (memory, at, way, score, question) select id, ?, ?, ?, ? from memory where row = ?',
  );
  const use = store.sql(
    `insert into metrics (memory, last_used_at) select row, ? from memory where row = ?
     on conflict do update set last_used_at = max(ifnull(last_used_at, 0), excluded.last_used_at)`,
  );
  for (const { row, at, way, score, question } of seen) {
    log.run(at, way, score, question, row);
    use.run(at, row);
  }
}

/** Forgets looks older than a time; the counts in metrics stay. */
export function trimAccess(store: Store, before: number): void {
  store.run`delete from access where at < ${before}`;
}

export const looksAt = (store: Store, row: Row): Omit<Access, 'row'>[] =>
  store.rows`select at, way, score, question from access where memory = (select id from memory
    where row = ${row})
    order by at, row`;

/** Notes looks without counting them again: their counts came along with the memory. */
export function addMemoryLooks(store: Store, id: string, looks: readonly Omit<Access, 'row'>[]): void {
  const log = store.sql('insert into access (memory, at, way, score, question) values (?, ?, ?, ?, ?)');
  for (const { at, way, score, question } of looks) log.run(id, at, way, score, question);
}

/** Rows of memories that something was learned for from one time to another, the latest first. */
export const rowsLearned = (store: Store, { from, to }: { from: number; to: number }, limit: number): Row[] =>
  store.column`select memory as row, max(at) as last from evidence where at >= ${from} and at < ${to}
    group by memory order by last desc, memory desc limit ${limit}`;
