import { expect, test } from 'vitest';
import type { BundledEmbedder } from '../src/embed/bundled.ts';
import { rememberAll } from '../src/learn/verbs/remember.ts';
import { find } from '../src/recall/verbs/find.ts';
import { open } from './support/home.ts';

const PARTS = 70;

/** An embedder that finds every part near the question, lunch far from it and the weather nowhere near; it notes what is read again. */
function watched(): BundledEmbedder & { read: string[]; before: string[] } {
  const read: string[] = [];
  const before: string[] = [];
  const vectorOf = (text: string): Float32Array => {
    const vector = new Float32Array(PARTS + 2);
    const part = /\bpart (\d+)\b/.exec(text)?.[1];
    const near = text.includes('which worker') ? 1 : part ? 0.6 : text.includes('rain') ? 0.01 : 0.2;
    vector[0] = near;
    vector[1 + Number(part ?? PARTS)] = Math.sqrt(1 - near ** 2);
    return vector;
  };
  return {
    id: 'watched',
    dims: PARTS + 2,
    loaded: true,
    read,
    before,
    embed: async (texts) => texts.map(vectorOf),
    match: async (_, texts, some) => {
      read.push(...texts);
      before.push(...(some?.before ?? []));
      return texts.map(() => ({ cosine: 0.5, maxSim: 0.5, within: 0.5 }));
    },
    unload: async () => {},
  };
}

const learntIn = (episode: string, text: string) => ({
  text,
  evidence: [{ proof: 'explicit_statement' as const, episode, events: [], quote: null, at: 1 }],
});

test('an episode whose best memory is far down is looked at again all the same', async () => {
  const embedder = watched();
  const { engine } = open({ embedder });
  const parts = Array.from({ length: PARTS }, (_, i) =>
    learntIn('one', `Worker w${i} writes part ${i} of the index.`),
  );
  await rememberAll(engine, [...parts, learntIn('two', 'Lunch is at noon.')]);

  await find(engine, { question: 'which worker writes the index?', limit: 10, filter: {} });

  expect(embedder.read).toHaveLength(50);
  expect(embedder.read).toContain('Lunch is at noon.');
});

test('a memory is read with what was learnt just before it, though that has nothing to do with the question', async () => {
  const embedder = watched();
  const { engine } = open({ embedder });
  await rememberAll(engine, [
    learntIn('one', 'It will rain tomorrow.'),
    learntIn('one', 'Worker w1 writes part 1 of the index.'),
  ]);

  await find(engine, { question: 'which worker writes the index?', limit: 10, filter: {} });

  expect(embedder.read).toEqual(['Worker w1 writes part 1 of the index.']);
  expect(embedder.before).toEqual([expect.stringContaining('It will rain tomorrow.')]);
});
