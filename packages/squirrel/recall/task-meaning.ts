import { cosineWith } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { firstPassages } from '../store/passages/talks.ts';
import type { Engine } from '../workspace/workspace.ts';
import { isMeasured } from './verbs/context-hits.ts';

/** What is wanted is said in the first words. */
const MAX_COMPARED_CHARS = 600;

/**
 * How near past tasks are to a task in meaning, by the episode's id: by the nearest of the prompts they began with. Those
 * whose prompts have no vector yet are left out, so that no caller waits for one.
 */
export async function tasksByMeaning(engine: Engine, task: string): Promise<Map<string, number>> {
  const near = new Map<string, number>();
  const compared = task.slice(0, MAX_COMPARED_CHARS).toWellFormed();
  const question = isMeasured(engine) ? await engine.meaning.ofQuestion(compared) : undefined;
  if (!question) return near;
  const { store, passages } = engine.own;
  const asked = [...firstPassages(store)].flatMap(([episode, rows]) => rows.map((row) => ({ episode, row })));
  const vectors = passages.codedAt(asked.map(({ row }) => row));
  for (const [i, { episode }] of asked.entries()) {
    const coded = vectors[i];
    if (coded) near.set(episode, Math.max(near.get(episode) ?? -1, cosineWith(coded, question)));
  }
  return near;
}
