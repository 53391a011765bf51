import { type Memory, MUTED } from '@sqrl/base/model/memory.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { change } from '../learn/verbs/change.ts';
import { deleteMemories } from '../learn/verbs/delete.ts';
import { newMemoryAction } from '../learn/verbs/note-change.ts';
import { confirm, reject } from '../learn/verbs/people.ts';
import { pin } from '../learn/verbs/verbs.ts';
import type { Parsed } from '../protocol/verbs.ts';
import { memoryAt } from '../store/memory/memories.ts';
import { firstPlaces } from '../store/memory/portrait.ts';
import type { Engine } from '../workspace/workspace.ts';
import { placesOfIds } from './card.ts';
import { filterFor } from './facets.ts';

/** Most memories at once, so that a slip is never about everything. */
const MAX_MEMORIES = 10_000;
const MAX_NAMED_MEMORIES = 100;

/** Does the same to many memories, as one action. What is so already, or is gone, is left and said. */
export async function bulk(engine: Engine, asked: Parsed<'bulk'>) {
  const { action: what, because, dryRun } = asked;
  const { known, gone } = meant(engine, asked);
  const [isSo, already] = SO[what];
  const todo = known.filter((memory) => !isSo(memory));
  const so = known.filter(isSo);
  const left = [
    ...gone.map((id) => ({ id, because: 'it was deleted' })),
    ...so.map(({ id }) => ({ id, because: already })),
  ];
  const done = todo.map(({ id }) => id);
  const named = todo.slice(0, MAX_NAMED_MEMORIES).map(({ id, type, text }) => ({ id, type, text }));
  if (done.length === 0 || dryRun) return { action: null, done, left, named };
  const action = newMemoryAction();
  if (what === 'confirm') await confirm(engine, { ids: done, same: asked.same, action });
  if (what === 'reject') reject(engine, { ids: done, because, action });
  if (what === 'pin' || what === 'unpin')
    for (const id of done) pin(engine, { id, pinned: what === 'pin', action });
  if (what === 'mute' || what === 'unmute')
    for (const memory of todo) await mute(engine, memory, what === 'mute', action);
  if (what === 'forget') deleteMemories(engine, done, action);
  return { action, done, left, named };
}

function meant(engine: Engine, { ids, filter, expected, dryRun }: Parsed<'bulk'>) {
  if ((ids === undefined) === (filter === undefined))
    throw new Problem('Missing `ids` or `filter`.', 'Pass either `ids` or `filter`.', 'invalid');
  if (ids) {
    const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
    const known = memoriesOf(placesOfIds(engine, wanted));
    const found = new Set(known.map(({ id }) => id));
    return { known, gone: wanted.filter((id) => !found.has(id)) };
  }
  const places = engine.indexedStores.flatMap((indexedStore) =>
    firstPlaces(indexedStore.store, filterFor(engine, indexedStore, filter!), {
      sort: 'oldest',
      limit: MAX_MEMORIES + 1,
      now: engine.now(),
    }).map(({ row }) => ({ indexedStore, row })),
  );
  if (!dryRun && (expected === undefined || places.length !== expected))
    throw new Problem(
      `The filter matches ${places.length} memories${expected === undefined ? '' : `, not ${expected}`}.`,
      'Reload the list: `expected` must be the number of matches. Nothing was changed.',
      'invalid',
    );
  if (places.length > MAX_MEMORIES)
    throw new Problem(
      `Too many memories: the limit is ${MAX_MEMORIES} at once.`,
      'Narrow the filter.',
      'invalid',
    );
  return { known: memoriesOf(places), gone: [] };
}

/** Keeps a memory from agents, or gives it back to them. */
const mute = (engine: Engine, { id, tags }: Memory, isMuted: boolean, action: string) =>
  change(
    engine,
    id,
    { tags: [...tags.filter((tag) => tag !== MUTED), ...(isMuted ? [MUTED] : [])] },
    {
      did: isMuted ? 'muted' : 'unmuted',
      why: isMuted ? 'a person muted it' : 'a person unmuted it',
      action,
      codeIsRead: true,
    },
  );

const memoriesOf = (places: ReturnType<typeof placesOfIds>): Memory[] =>
  places.flatMap(({ indexedStore, row }) => memoryAt(indexedStore.store, row) ?? []);

/** When an action would change nothing, and what is said then. */
const SO: Record<Parsed<'bulk'>['action'], [isSo: (memory: Memory) => boolean, already: string]> = {
  confirm: [
    ({ verified, needsReview, status }) => verified && !needsReview && status === 'active',
    'it is already confirmed',
  ],
  reject: [
    ({ status, verified, needsReview }) => status === 'deprecated' && !verified && !needsReview,
    'it is already archived',
  ],
  pin: [({ pinned }) => pinned, 'it is already pinned'],
  unpin: [({ pinned }) => !pinned, 'it is not pinned'],
  mute: [({ tags }) => tags.includes(MUTED), 'it is already muted'],
  unmute: [({ tags }) => !tags.includes(MUTED), 'it is not muted'],
  forget: [() => false, 'it was deleted'],
};
