import { expect, test } from 'vitest';
import { liftEpisodes } from './episodes.ts';
import type { Hit } from './find.ts';
import { spread } from './spread.ts';

const hit = (id: string, score: number, episode?: string): Hit =>
  ({ memory: { id }, score, why: [], episode }) as unknown as Hit;
const ids = (hits: readonly Hit[]) => hits.map(({ memory }) => memory.id);

test('an episode with several good answers lifts its others towards them', () => {
  const hits = [hit('a', 0.8, 'e'), hit('b', 0.78, 'e'), hit('x', 0.6), hit('c', 0.58, 'e')];
  const lifted = liftEpisodes(hits);
  expect(ids(lifted)).toEqual(['a', 'b', 'c', 'x']);
  expect(lifted[2]!.why).toEqual(['3 answers of one episode (+0.06)']);
});

test('one answer of an episode, or none of any, stays as it was', () => {
  const hits = [hit('a', 0.8, 'e'), hit('b', 0.7), hit('c', 0.6, 'f')];
  expect(liftEpisodes(hits)).toEqual(hits);
});

test('the last places go to episodes that are not there yet', () => {
  const one = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, i) => hit(id, 0.9 - i / 100, 'one'));
  const others = [hit('x', 0.5, 'two'), hit('y', 0.4, 'two'), hit('z', 0.3, 'three')];
  const shown = spread([...one, ...others], 5);
  expect(ids(shown)).toEqual(['a', 'b', 'c', 'x', 'z', 'd', 'e', 'f', 'y']);
  expect(shown[3]!.why).toEqual(['from another episode, up from #7']);
});

test('what comes from no episode keeps its place', () => {
  const hits = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, i) => hit(id, 0.9 - i / 100));
  expect(spread(hits, 5)).toEqual(hits);
});
