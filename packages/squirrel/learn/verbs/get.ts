import { stalenessAt } from '../../codebase/shown.ts';
import { projectTime } from '../../store/events/project-time.ts';
import { fullMemoryAt } from '../../store/memory/belongings.ts';
import { knownSpace } from '../../store/memory/spaces.ts';
import { findById } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { ruleStanding } from '../rules/standing.ts';
import { disputedIds } from '../sharing/comments.ts';
import { provenanceOf } from './provenance.ts';
import { untold } from './untold.ts';

export function get(engine: Engine, id: string) {
  const { indexedStore, row } = findById(engine, id);
  engine.seen(indexedStore, [{ row, at: engine.now(), way: 'get', score: null, question: null }]);
  const memory = fullMemoryAt(indexedStore.store, row)!;
  return {
    ...memory,
    ...provenanceOf(engine, memory),
    untold: untold(engine, indexedStore.store, memory),
    held: ruleStanding(engine, memory),
    anchors: memory.anchors ?? [],
    disputed: disputedIds(indexedStore.store).has(memory.id),
    // A hub names its spaces by ids; what git carries has the project's name.
    ownerName: knownSpace(indexedStore.store, memory.ownerId ?? '')?.name ?? memory.ownerId,
    staleness: stalenessAt(indexedStore.store, memory, projectTime(engine.own.store, engine.now())),
  };
}
