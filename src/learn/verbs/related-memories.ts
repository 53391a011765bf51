import { setTimeout as wait } from 'node:timers/promises';
import { EmbedderDown } from '../../embed/embedder.ts';
import type { Judge } from '../../embed/judge.ts';
import type { StatementPair } from '../../model/judgement.ts';
import type { Memory } from '../../model/memory.ts';
import { pairReading, type RelatedStatements } from '../../store/drafts/related-statements.ts';
import { memoriesAt } from '../../store/memory/memories.ts';
import type { Store } from '../../store/store.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import type { RivalMemory } from '../gate/commit.ts';
import { mayReplace } from '../gate/gate/related.ts';
import { isStatement, mayRelate } from '../judgement/may-relate.ts';
import { textRelation } from '../judgement/related.ts';
import { readPairs } from './relate-statements.ts';

/** Existing memories that a new one is about. */
export interface RelatedMemories {
  /** The new memory replaces these, wholly or in part. */
  rivals: RivalMemory[];
  ties: RelatedStatements[];
}

/** Asks the relation model how a new memory relates to its neighbors; finds none if the model is absent or busy. */
export async function relatedMemories(
  judge: Judge | undefined,
  { store, index }: IndexedStore,
  { memory, vector }: { memory: Memory; vector: Float32Array | undefined },
): Promise<RelatedMemories> {
  const none = { rivals: [], ties: [] };
  if (!judge || !vector || store.readOnly || !isStatement(memory)) return none;
  const rows = index.nearest(vector, CONSIDERED).map(({ row }) => row);
  const near = memoriesAt(store, rows)
    .sort((a, b) => rows.indexOf(a.row) - rows.indexOf(b.row))
    .filter((each) => holds(each.memory, memory.createdAt) && isStatement(each.memory))
    .filter((each) => mayRelate(each.memory, memory))
    .slice(0, NEAREST);
  const pairOf = (old: Memory): StatementPair => ({ old: old.text, new: memory.text });
  const isRead = await readSoon(
    store,
    judge,
    near.map((each) => pairOf(each.memory)),
  );
  if (!isRead) return none;
  const reading = (pair: StatementPair) => pairReading(store, pair, judge.pairsId);
  const found: RelatedMemories = { rivals: [], ties: [] };
  for (const each of near) {
    const relation = textRelation(pairOf(each.memory), reading);
    if (!relation) continue;
    found.ties.push({ older: each.memory.id, newer: memory.id, ...relation });
    if (relation.verdict === 'replaces' && mayReplace(memory, each.memory))
      found.rivals.push({ ...each, ...(relation.pieces && { pieces: relation.pieces }) });
  }
  return found;
}

const holds = ({ status, expiresAt }: Memory, now: number): boolean =>
  status !== 'deprecated' && (expiresAt === null || expiresAt > now);

/** Neighbors that are looked at, and statements among them that are compared. */
const CONSIDERED = 16;
const NEAREST = 4;

/** A person or agent waits for the answer: after this time the memory is stored without the model, if it names no other. */
const PATIENCE_MS = 3000;

async function readSoon(store: Store, judge: Judge, pairs: readonly StatementPair[]): Promise<boolean> {
  if (pairs.length === 0) return false;
  const reading = readPairs(store, judge, pairs, true).then(
    () => true,
    (error) => {
      if (error instanceof EmbedderDown) return false;
      throw error;
    },
  );
  return Promise.race([reading, wait(judge.patienceMs ?? PATIENCE_MS, false, { ref: false })]);
}
