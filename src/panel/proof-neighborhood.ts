import { search } from '../recall/verbs/find.ts';
import { pastWork } from '../store/episodes/past-work.ts';
import type { Engine } from '../workspace/workspace.ts';

/** The latest tasks that are asked for again, and the first memories of each that are compared. */
const TASKS = 40;
const FIRST = 8;
/** Files of a task that are taken as those at hand. */
const MAX_FILES = 3;

/**
 * Of the latest tasks, for how many the files that lie near those at hand, in the code and in past work, change which memories
 * come first. Memories and code are those of today; nothing is written.
 */
export async function neighborhoodRate(engine: Engine): Promise<{ tasks: number; changed: number }> {
  const work = pastWork(engine.own.store, { before: engine.now(), most: TASKS })
    .filter(({ isCommit, changed }) => !isCommit && changed.length > 0)
    .slice(0, TASKS);
  let changed = 0;
  for (const { said, changed: files } of work) {
    const asked = {
      question: said,
      files: files.slice(0, MAX_FILES),
      limit: FIRST,
      filter: {},
      rerank: false,
      explicit: true,
    };
    const first = async (without: 'neighbors'[]) =>
      new Set((await search(engine, { ...asked, without })).hits.map(({ memory }) => memory.id));
    if ((await first([])).symmetricDifference(await first(['neighbors'])).size > 0) changed++;
  }
  return { tasks: work.length, changed };
}
