import type { Memory, Scope } from '@sqrl/base/model/memory.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { memoriesWhere } from '../store/memory/filters.ts';
import type { Row } from '../store/memory/memories.ts';
import type { IndexedStore } from '../workspace/indexed-store.ts';
import { findMemory } from '../workspace/lookup.ts';
import type { Engine } from '../workspace/workspace.ts';

/** What a project's team can share; and what one person's devices can. */
export const PROJECT_SCOPES = ['project', 'path'] as const satisfies readonly Scope[];
export const PERSONAL_SCOPES = ['global'] as const satisfies readonly Scope[];

/** What a person said or confirmed, and nothing doubtful. */
export const worthSharing = ({ now }: Engine, { store }: IndexedStore, scopes: readonly Scope[]): Memory[] =>
  memoriesWhere(
    store,
    { scopes: [...scopes], statuses: ['active'], needsReview: false },
    { now: now(), limit: -1, order: 'oldest' },
  )
    .map(({ memory }) => memory)
    .filter(
      (memory) =>
        (memory.verified || memory.source === 'user_taught' || memory.source === 'user_said') &&
        memory.branch === null &&
        memory.reach !== 'task' &&
        whyNot(memory, scopes) === undefined,
    );

export function shareable(
  engine: Engine,
  id: string,
  scopes: readonly Scope[] = PROJECT_SCOPES,
): { memory: Memory; at: IndexedStore; row: Row } {
  const { indexedStore: at, row, memory } = findMemory(engine, id);
  const because = whyNot(memory, scopes);
  if (because) throw new Problem(`Memory ${memory.id} cannot be shared: ${because.why}.`, because.hint);
  return { memory, at, row };
}

function whyNot(memory: Memory, scopes: readonly Scope[]): { why: string; hint: string } | undefined {
  const { id, scope, tainted, verified, needsReview, status, text, tags, files, key } = memory;
  if (scope === 'global' && !scopes.includes('global'))
    return {
      why: 'it is one of your global memories',
      hint: `Make it this project's: \`sqrl edit ${id} --scope project\`.`,
    };
  if (scope === 'session') return { why: 'it applies to one session only', hint: '' };
  if (status === 'deprecated')
    return { why: 'it is archived', hint: `Run \`sqrl review --confirm ${id}\` first.` };
  if (needsReview || (tainted && !verified))
    return { why: 'it waits for your review', hint: `Run \`sqrl review --confirm ${id}\` first.` };
  if (memory.userId !== null && memory.owner !== 'team') return { why: 'others worded it', hint: '' };
  if ([text, key ?? '', ...tags, ...files].some((each) => redactSync(each).found.length > 0))
    return { why: 'something in it looks like a secret', hint: `Reword it: \`sqrl edit ${id} "…"\`.` };
  return undefined;
}
