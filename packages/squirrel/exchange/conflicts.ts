import type { Memory } from '@sqrl/base/model/memory.ts';
import { sharedMemoryIn } from '@sqrl/base/model/sync/memory-state.ts';
import { personName } from '@sqrl/base/model/sync/person.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { confirm, correct } from '../learn/verbs/people.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { memoryAt, rowById } from '../store/memory/memories.ts';
import { contestedRows, knownSpace, type SharedRow, sharedRow } from '../store/memory/shared.ts';
import { findMemory } from '../workspace/lookup.ts';
import type { Engine } from '../workspace/workspace.ts';

export function listConflicts(engine: Engine) {
  return engine.indexedStores
    .flatMap(({ store }) =>
      contestedRows(store).flatMap((row) => {
        const place = rowById(store, row.id);
        const memory = place === undefined ? undefined : memoryAt(store, place);
        const wordings = memory ? wordingsOf(row, memory) : [];
        if (wordings.length < 2) return [];
        // Null where git carries it.
        const space = knownSpace(store, row.space)?.name ?? null;
        return [{ memory: memory!, space, wordings }];
      }),
    )
    .sort((a, b) => b.wordings[0]!.at - a.wordings[0]!.at);
}

function wordingsOf({ state, facts }: SharedRow, used: Memory) {
  return (sharedMemoryIn(state)?.wordings ?? []).map(({ tag, text, at, person }) => ({
    tag,
    text: redactSync(text).text,
    at,
    person: facts?.by[tag]?.name ?? personName(person),
    isUsed: redactSync(text).text === used.text,
  }));
}

/** Chooses one of the rival wordings, for everybody: a write that has seen them all. */
export async function chooseWording(engine: Engine, { id, tag }: Parsed<'chooseWording'>) {
  const { indexedStore, memory } = findMemory(engine, id);
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
