import { expect, test } from 'vitest';
import { liftEpisodes } from './episodes.ts';
import type { Hit } from './find.ts';
import { spread } from './spread.ts';

const hit = (id: string, score: number, episode?: string, episodeWords?: number): Hit =>
  ({ memory: { id }, score, why: [], episode, episodeWords }) as unknown as Hit;
const ids = (hits: readonly Hit[]) => hits.map(({ memory }) => memory.id);

test('an episode with several good answers lifts its others towards them', () => {
  const hits = [hit('a', 0.8, 'e'), hit('b', 0.78, 'e'), hit('x', 0.6), hit('c', 0.58, 'e')];
  const lifted = liftEpisodes(hits);
  expect(ids(lifted)).toEqual(['a', 'b', 'c', 'x']);
  expect(lifted[2]!.why).toEqual(['3 answers of one episode (+0.07)']);
});

test('one answer of an episode, or none of any, stays as it was', () => {
  const hits = [hit('a', 0.8, 'e'), hit('b', 0.7), hit('c', 0.6, 'f')];
  expect(liftEpisodes(hits)).toEqual(hits);
});

test('the last places go to episodes that are not there yet', () => {
  const one = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, i) => hit(id, 0.9 - i / 100, 'one'));
  const others = [hit('x', 0.5, 'two'), hit('y', 0.4, 'two'), hit('z', 0.3, 'three')];
  const shown = spread([...one, ...others], 5);
  expect(ids(shown)).toEqual(['a', 'b', 'c', 'd', 'x', 'z', 'e', 'f', 'y']);
  expect(shown[4]!.why).toEqual(['from another episode, up from #7']);
});

test('what comes from no episode keeps its place', () => {
  const hits = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, i) => hit(id, 0.9 - i / 100));
  expect(spread(hits, 5)).toEqual(hits);
});

test('of episodes whose best answers are alike, the one that shares more words with the question comes first', () => {
  const one = ['a', 'b', 'c', 'd'].map((id, i) => hit(id, 0.9 - i / 100, 'one'));
  const others = [hit('x', 0.5, 'two', 0.2), hit('y', 0.49, 'three', 0.9), hit('z', 0.1, 'four', 0.9)];
  expect(ids(spread([...one, ...others], 5))).toEqual(['a', 'b', 'c', 'd', 'y', 'x', 'z']);
});

test('between two as good the one of another episode comes first', () => {
  const hits = [hit('a', 0.9, 'one'), hit('b', 0.89, 'one'), hit('x', 0.88, 'two'), hit('c', 0.87, 'one')];
  expect(ids(spread(hits, 5))).toEqual(['a', 'x', 'b', 'c']);
});
