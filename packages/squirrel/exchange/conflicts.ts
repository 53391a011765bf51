import type { Memory } from '@sqrl/base/model/memory.ts';
import { sharedMemoryIn } from '@sqrl/base/model/sync/memory-state.ts';
import { personName } from '@sqrl/base/model/sync/person.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { confirm, correct } from '../learn/verbs/people.ts';
import { memoryAt, rowById } from '../store/memory/memories.ts';
import { contestedRows, type SharedRow, sharedRow } from '../store/memory/shared.ts';
import { knownSpace } from '../store/memory/spaces.ts';
import { findById } from '../workspace/lookup.ts';
import type { Engine } from '../workspace/workspace.ts';

/** A shared memory that people worded differently at the same time. */
export interface WordingConflict {
  memory: Memory;
  /** The space that carries it; null where git does. */
  space: string | null;
  wordings: { tag: string; text: string; at: number; person: string; isUsed: boolean }[];
}

/** Memories with rival wordings, the latest first. */
export function listConflicts(engine: Engine): WordingConflict[] {
  return engine.indexedStores
    .flatMap(({ store }) =>
      contestedRows(store).flatMap((row) => {
        const place = rowById(store, row.id);
        const memory = place === undefined ? undefined : memoryAt(store, place);
        const wordings = memory ? wordingsOf(row, memory) : [];
        if (wordings.length < 2) return [];
        const space = knownSpace(store, row.space)?.name ?? null;
        return [{ memory: memory!, space, wordings }];
      }),
    )
    .sort((a, b) => b.wordings[0]!.at - a.wordings[0]!.at);
}

function wordingsOf({ state, facts }: SharedRow, used: Memory): WordingConflict['wordings'] {
  return (sharedMemoryIn(state)?.wordings ?? []).map(({ tag, text, at, person }) => ({
    tag,
    text: redactSync(text).text,
    at,
    person: facts?.by[tag]?.name ?? personName(person),
    isUsed: redactSync(text).text === used.text,
  }));
}

/** Chooses one of the rival wordings, for everybody: a write that has seen them all. */
export async function chooseWording(
  engine: Engine,
  { id, tag }: { id: string; tag: string },
): Promise<{ memory: Memory }> {
  const { indexedStore, row } = findById(engine, id);
  const memory = memoryAt(indexedStore.store, row)!;
  const shared = sharedRow(indexedStore.store, memory.id);
  const wordings = shared ? wordingsOf(shared, memory) : [];
  const chosen = wordings.find((wording) => wording.tag === tag);
  if (!chosen || wordings.length < 2)
    throw new Problem(
      wordings.length < 2
        ? `Memory ${memory.id} has one wording.`
        : `Memory ${memory.id} has no such wording.`,
      'Run `sqrl review --conflicts` to see what is open.',
      'not_found',
    );
  if (chosen.text === memory.text)
    return { memory: (await confirm(engine, { ids: [memory.id] })).confirmed[0]! };
  return { memory: (await correct(engine, { id: memory.id, text: chosen.text })).memory };
}
