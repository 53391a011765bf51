import type { FullMemory, Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { readAnchored } from '../../codebase/anchoring.ts';
import { stalenessAt } from '../../codebase/shown.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { projectTime } from '../../store/events/project-time.ts';
import { fullMemoryAt } from '../../store/memory/belongings.ts';
import { memoryAt } from '../../store/memory/memories.ts';
import { placesOf } from '../../store/memory/portrait.ts';
import { knownSpace } from '../../store/memory/shared.ts';
import { replacersOf, stepsOfMemory } from '../../store/memory/steps.ts';
import { findById, storedMemories, storesOf } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { claimOf } from '../claims/memory-claims.ts';
import { replacementReason } from '../gate/history.ts';
import { shortenedBy } from '../gate/overtake.ts';
import { ruleStanding } from '../rules/standing.ts';
import { disputedIds } from '../sharing/comments.ts';
import { untold } from './untold.ts';

export async function get(engine: Engine, { id }: Parsed<'get'>) {
  await readAnchored(engine, id);
  const { indexedStore, row } = findById(engine, id);
  engine.seen(indexedStore, [{ row, at: engine.now(), way: 'get', score: null, question: null }]);
  const memory = fullMemoryAt(indexedStore.store, row)!;
  return { ...memory, ...standingOf(engine, indexedStore.store, memory) };
}

/** Where a memory comes from, whether agents are told, and how far it can still be trusted. */
export const standingOf = (engine: Engine, store: Store, memory: FullMemory) => ({
  ...provenanceOf(engine, memory),
  untold: untold(engine, store, memory),
  held: ruleStanding(engine, memory),
  anchors: memory.anchors ?? [],
  disputed: disputedIds(store).has(memory.id),
  // A hub names its spaces by ids; what git carries has the project's name.
  ownerName: knownSpace(store, memory.ownerId ?? '')?.name ?? memory.ownerId,
  staleness: stalenessAt(store, memory, projectTime(engine.own.store, engine.now())),
});

interface OtherVersion {
  id: string;
  text: string;
  /** When the newer took the older one's place. */
  at: number;
  because: string | null;
}

function provenanceOf(engine: Engine, memory: FullMemory) {
  const stores = storesOf(engine);
  const events = memory.evidence.flatMap((each) => each.events);
  const places = new Map(stores.flatMap((store) => [...placesOf(store, events)]));
  const was = memory.relations.flatMap(({ kind, to }): OtherVersion[] => {
    const [older] = kind === 'supersedes' ? storedMemories(stores, to) : [];
    if (!older) return [];
    return older.memory.status === 'deprecated'
      ? [changeFrom(stores, older.memory, memory, older.memory)]
      : partFrom(stores, older.memory, memory.id);
  });
  const newer =
    memory.status === 'deprecated'
      ? stores
          .flatMap((store) => replacersOf(store, memory.id).map((row) => memoryAt(store, row)!))
          .find(({ id }) => id !== memory.id)
      : undefined;
  return {
    evidence: memory.evidence.map((each) => ({
      ...each,
      places: each.events.flatMap((event) => places.get(event) ?? []),
    })),
    was: was.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1)),
    replacedBy: newer ? changeFrom(stores, memory, newer, newer) : null,
  };
}

const partFrom = (stores: readonly Store[], { id }: Memory, by: string): OtherVersion[] =>
  stores.flatMap((store) => {
    const step = shortenedBy(stepsOfMemory(store, id), by);
    return step ? [{ id, text: step.before!, at: step.at, because: replacementReason(step.why) }] : [];
  });

function changeFrom(
  stores: readonly Store[],
  older: Memory,
  newer: Memory,
  { id, text }: Memory,
): OtherVersion {
  const told = stores
    .flatMap((store) => stepsOfMemory(store, older.id))
    .findLast(({ did }) => did === 'superseded');
  const because = told ? replacementReason(told.why) : claimOf(newer).because;
  return { id, text, at: told?.at ?? older.updatedAt, because };
}
