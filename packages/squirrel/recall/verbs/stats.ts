import { statSync } from 'node:fs';
import { lastCopyAt } from '../../store/copies.ts';
import { countEvents } from '../../store/events/events.ts';
import { jobs } from '../../store/marks.ts';
import { countBy, countMarks, countMemories } from '../../store/memory/memories.ts';
import { countVectors } from '../../store/vectors/vectors.ts';
import { countConversations } from '../../workspace/conversations.ts';
import type { Engine } from '../../workspace/workspace.ts';

const MONTH_MS = 30 * 24 * 3600 * 1000;

export function stats(engine: Engine) {
  engine.flush();
  const stores = engine.indexedStores.map(({ store }) => store);
  const marks = stores.map((store) => countMarks(store, engine.now() - MONTH_MS));
  const memories = sum(stores.map(countMemories));
  const embedded = sum(stores.map((store) => countVectors(store, engine.meaning.model)));
  return {
    project: engine.project ?? null,
    memories,
    byType: together(stores.map((store) => countBy(store, 'type'))),
    byScope: together(stores.map((store) => countBy(store, 'scope'))),
    byStatus: together(stores.map((store) => countBy(store, 'status'))),
    pinned: sum(marks.map(({ pinned }) => pinned)),
    needsReview: sum(marks.map(({ needsReview }) => needsReview)),
    usedIn30Days: sum(marks.map(({ used }) => used)),
    embedder: { id: engine.meaning.model, embedded, waiting: memories - embedded },
    conversations: countConversations(engine),
    sessions: sum(stores.map((store) => countEvents(store).sessions)),
    events: sum(stores.map((store) => countEvents(store).events)),
    jobs: stores.flatMap(jobs),
    files: stores.map((store) => ({
      path: store.path,
      bytes: statSync(store.path).size,
      memories: countMemories(store),
      lastCopyAt: lastCopyAt(store.path) ?? null,
    })),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

function together(counts: readonly Record<string, number>[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const count of counts) for (const [what, n] of Object.entries(count)) all[what] = (all[what] ?? 0) + n;
  return all;
}
