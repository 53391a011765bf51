import { isDeepStrictEqual } from 'node:util';
import { isUnsureWord } from '@sqrl/base/model/delivery.ts';
import type { Evidence, Memory, Relation } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { addEvidence, addRelations, isDoubted } from '../../store/memory/belongings.ts';
import { addMemory, memoryAt, type Row, rivalsOf, rowByHash } from '../../store/memory/memories.ts';
import { LASTING } from '../../store/memory/steps.ts';
import { setVector } from '../../store/vectors/stored-index.ts';
import type { RivalMemory } from '../claims/rivals.ts';
import { noteStep, whyReplaced, writeMemory, writeStep } from './history.ts';
import { putAway } from './overtake.ts';
import { draftTrust } from './trust.ts';

interface Arrival {
  memory: Memory;
  evidence?: readonly Evidence[];
  relations?: readonly Relation[];
  vector?: { model: string; value: Float32Array };
  like?: Row | undefined;
  /** It says so in other words: the newest words stand. */
  rewords?: boolean;
  /** Its words gave it its key; nobody named it. */
  isKeyDerived?: boolean;
  /** An agent says it: it adds nothing to what others know but its proof, and brings nothing of theirs back. */
  byAgent?: boolean;
  rivals?: readonly RivalMemory[];
}

export interface CommitReport {
  row: Row;
  memory: Memory;
  /** known: the same words were there; reinforced: nearly the same; revived: they had been put away. */
  did: 'added' | 'known' | 'reinforced' | 'revived';
  superseded: string[];
  /** Ids of those of which only a part was replaced: they hold without it. */
  shortened: string[];
  /** Ids of more trustworthy memories that say otherwise: until a person says which is right it waits. */
  against: string[];
}

/**
 * Writes a memory, unless its scope knows the same text already, or nearly the same: then the proof is added to the one
 * there is, and one that was deprecated or had expired lives again. Runs inside the caller's transaction.
 */
export function commit(store: Store, arrival: Arrival): CommitReport {
  const { memory, evidence, relations, vector, like } = arrival;
  const hash = hashOf(memory.text);
  const there = rowByHash(store, memory, hash);
  if (there !== undefined) return reinforce(store, there, arrival, 'known');
  if (like !== undefined) return reinforce(store, like, arrival, 'reinforced');
  const row = addMemory(store, memory, hash);
  if (evidence) addEvidence(store, row, evidence);
  if (relations) addRelations(store, row, relations);
  if (vector) setVector(store, row, vector.model, vector.value);
  const rivals = rivalsBeside(store, row, arrival);
  return { row, did: 'added', ...supersede(store, row, memory, { rivals }) };
}

function reinforce(store: Store, row: Row, arrival: Arrival, did: 'known' | 'reinforced'): CommitReport {
  const { memory: again, evidence = [], isKeyDerived, byAgent = false, vector } = arrival;
  const memory = memoryAt(store, row)!;
  if (byAgent && memory.source !== 'agent_explicit') return attest(store, row, arrival, did);
  if (evidence.length > 0) addEvidence(store, row, evidence);
  const gone = isGone(memory, again.createdAt);
  const isReworded = did === 'reinforced' && arrival.rewords === true && !memory.pinned;
  const merged: Memory = {
    ...memory,
    ...(isReworded && { text: again.text }),
    key: isKeyDerived ? (memory.key ?? again.key) : (again.key ?? memory.key),
    tags: [...new Set([...memory.tags, ...again.tags])],
    files: [...new Set([...memory.files, ...again.files])],
    symbols: [...new Set([...memory.symbols, ...again.symbols])],
    pinned: memory.pinned || again.pinned,
    // What waits for a person changes nothing before that.
    record: again.needsReview || again.tainted ? memory.record : (again.record ?? memory.record),
    confidence: Math.max(memory.confidence, again.confidence),
    ...(gone && { status: again.status, expiresAt: again.expiresAt }),
    // Nothing comes back on the word of a stranger alone.
    ...(gone && again.tainted && { tainted: true }),
    ...(gone && again.needsReview && { needsReview: true }),
    ...(again.verified && !memory.verified && theirs(memory)),
  };
  if (!isDeepStrictEqual(merged, memory)) {
    merged.updatedAt = again.createdAt;
    writeMemory(store, row, merged);
  }
  if (isReworded && vector) setVector(store, row, vector.model, vector.value);
  if (gone || isReworded)
    noteStep(store, merged, {
      at: again.createdAt,
      did: gone ? 'holds again' : 'seen again',
      why: 'it was stated again',
      before: isReworded ? memory.text : null,
    });
  const rivals = rivalsBeside(store, row, { ...arrival, memory: merged });
  return { row, did: gone ? 'revived' : did, ...supersede(store, row, merged, { rivals }) };
}

/**
 * Adds an agent's proof to what somebody else said. With the person's own words an agent could otherwise move the key of one
 * of their rules onto another, or bring back an old one in the place of the new. What no longer holds waits for the person.
 */
function attest(store: Store, row: Row, arrival: Arrival, did: 'known' | 'reinforced'): CommitReport {
  const { memory: again, evidence = [] } = arrival;
  const memory = memoryAt(store, row)!;
  if (evidence.length > 0) addEvidence(store, row, evidence);
  const unchanged = { row, memory, did, superseded: [], shortened: [], against: [] };
  const { createdAt: at, expiresAt } = again;
  if (!isGone(memory, at)) return { ...unchanged, memory: takeAsLasting(store, row, memory, again) };
  const doubted = { status: 'provisional', tainted: true, needsReview: true } as const;
  const waiting: Memory = { ...memory, ...doubted, expiresAt, updatedAt: at };
  writeStep(store, row, waiting, {
    at,
    did: 'sent to review',
    why: 'it was archived, and an agent stated it again',
  });
  return { ...unchanged, memory: waiting, did: 'revived' };
}

const isGone = ({ status, expiresAt }: Memory, now: number): boolean =>
  status === 'deprecated' || (expiresAt !== null && expiresAt <= now);

/** What a person says as well is right, however it was learned. */
const theirs = ({ status }: Memory): Partial<Memory> => ({
  verified: true,
  needsReview: false,
  ...(status === 'provisional' && { status: 'active' }),
});

/** Those that share the key somebody gave it, and those that say otherwise of what its words are about. */
function rivalsBeside(
  store: Store,
  row: Row,
  { memory, isKeyDerived, rivals = [] }: Arrival,
): readonly RivalMemory[] {
  const named = isKeyDerived ? [] : rivalsOf(store, row, memory);
  const known = new Set([row, ...named.map((rival) => rival.row)]);
  return [...named, ...rivals.filter((rival) => !known.has(rival.row))];
}

/**
 * Archives older memories that say otherwise of the same matter, those with its key in its scope, and ties this one to
 * them. Where one of them is more trustworthy it stays, and this one waits for a person who says which is right. One that
 * comes in deprecated, as history does, takes nobody's place. `byPerson`: a person does it, whoever said it first.
 */
export function supersede(
  store: Store,
  row: Row,
  memory: Memory,
  {
    byPerson = memory.source === 'user_taught',
    rivals = rivalsOf(store, row, memory),
  }: { byPerson?: boolean; rivals?: readonly RivalMemory[] } = {},
): Pick<CommitReport, 'superseded' | 'shortened' | 'memory' | 'against'> {
  const report = { superseded: [] as string[], shortened: [] as string[], memory, against: [] as string[] };
  if (memory.status === 'deprecated') return report;
  const { id, updatedAt } = memory;
  const by = { id, store, row, at: updatedAt, why: whyReplaced({ by: id, because: null }) };
  for (const { row: place, memory: rival, pieces } of rivals)
    if (!byPerson && yields(memory, rival)) report.against.push(rival.id);
    else report[putAway({ store, row: place, memory: { ...rival, updatedAt } }, pieces, by)].push(rival.id);
  addRelations(
    store,
    row,
    report.against.map((to): Relation => ({ kind: 'conflicts', to, confidence: 1 })),
  );
  if (report.against.length === 0 || memory.needsReview) return report;
  report.memory = { ...memory, needsReview: true };
  writeMemory(store, row, report.memory);
  return report;
}

/** What waits takes no place before a person has looked at it, and an agent only that of what agents said. */
const yields = (memory: Memory, rival: Memory): boolean =>
  memory.needsReview ||
  draftTrust(rival) > draftTrust(memory) ||
  (memory.source === 'agent_explicit' && rival.source !== 'agent_explicit');

/** A person's sentence that an agent takes as lasting is told from then on. The words stay the person's. */
export const asLasting = (memory: Memory): Memory => ({
  ...memory,
  confidence: Math.max(memory.confidence, LASTING_CONFIDENCE),
  needsReview: false,
});

/** Of 49 sentences that waited and that a reader without their labels took as lasting, 45 were worth keeping. */
const LASTING_CONFIDENCE = 0.85;

/**
 * Has a sentence of a person told because an agent remembered the same, as far as it waits for nothing else. Whether it holds
 * beyond its task no model here tells better than the agent that heard it.
 */
export function takeAsLasting(
  store: Store,
  row: Row,
  memory: Memory,
  { tainted, createdAt: at }: Memory,
): Memory {
  if (tainted || !isUnsureWord(memory) || isDoubted(store, row)) return memory;
  const lasting = { ...asLasting(memory), updatedAt: at };
  writeStep(store, row, lasting, { at, did: LASTING, why: 'an agent that works here remembered the same' });
  return lasting;
}
