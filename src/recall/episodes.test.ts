import { expect, test } from 'vitest';
import { liftEpisodes } from './episodes.ts';
import type { Hit } from './find.ts';
import { spread } from './spread.ts';

const hit = (id: string, score: number, episode?: string, episodeWords?: number): Hit =>
  ({ memory: { id }, score, why: [], episode, episodeWords }) as unknown as Hit;
const unlike = () => () => 0;
const ids = (hits: readonly Hit[]) => hits.map(({ memory }) => memory.id);

test('an episode with several good answers lifts its others towards them', () => {
  const hits = [hit('a', 0.8, 'e'), hit('b', 0.78, 'e'), hit('x', 0.6), hit('c', 0.58, 'e')];
  const lifted = liftEpisodes(hits);
  expect(ids(lifted)).toEqual(['a', 'b', 'c', 'x']);
  expect(lifted[2]!.why).toMatchObject([{ text: '3 results from one episode (+0.07)' }]);
});

test('one answer of an episode, or none of any, stays as it was', () => {
  const hits = [hit('a', 0.8, 'e'), hit('b', 0.7), hit('c', 0.6, 'f')];
  expect(liftEpisodes(hits)).toEqual(hits);
});

test('the last places go to episodes that are not there yet, and the chosen stay in their order', () => {
  const one = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, i) => hit(id, 0.9 - i / 100, 'one'));
  const others = [hit('x', 0.7, 'two'), hit('y', 0.69, 'two'), hit('z', 0.68, 'three')];
  const shown = spread([...one, ...others], 5, unlike);
  expect(ids(shown)).toEqual(['a', 'b', 'c', 'x', 'z', 'd', 'e', 'f', 'y']);
  expect(shown[3]!.why).toMatchObject([{ text: 'from another episode, up from #7' }]);
});

test('an episode from which nothing is to be expected gets no place', () => {
  const one = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, i) => hit(id, 0.9 - i / 100, 'one'));
  expect(ids(spread([...one, hit('x', 0.1, 'two')], 5, unlike)).slice(0, 5)).toEqual([
    'a',
    'b',
    'c',
    'd',
    'e',
  ]);
});

test('what comes from no episode keeps its place', () => {
  const hits = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, i) => hit(id, 0.9 - i / 100));
  expect(spread(hits, 5, unlike)).toEqual(hits);
  const one = ['a', 'b', 'c'].map((id, i) => hit(id, 0.9 - i / 100, 'one'));
  const mixed = [...one.slice(0, 2), hit('lone', 0.885), one[2]!, hit('x', 0.8, 'two')];
  expect(ids(spread(mixed, 4, unlike))).toEqual(['a', 'b', 'lone', 'x', 'c']);
});

test('of episodes whose best answers are alike, the one that shares more words with the question is there', () => {
  const one = ['a', 'b', 'c', 'd', 'e'].map((id, i) => hit(id, 0.9 - i / 100, 'one'));
  const others = [hit('x', 0.7, 'two', 0.1), hit('y', 0.69, 'three', 0.9)];
  expect(ids(spread([...one, ...others], 2, unlike)).slice(0, 2)).toEqual(['a', 'y']);
});

test('… or the one that speaks of what the best answers speak of', () => {
  const one = ['a', 'b', 'c', 'd', 'e'].map((id, i) => hit(id, 0.9 - i / 100, 'one'));
  const others = [hit('x', 0.7, 'two'), hit('y', 0.69, 'three')];
  const near = () => (a: Hit, b: Hit) => Number(a.memory.id === 'y' && b.memory.id === 'a');
  expect(ids(spread([...one, ...others], 2, unlike)).slice(0, 2)).toEqual(['a', 'x']);
  expect(ids(spread([...one, ...others], 2, near)).slice(0, 2)).toEqual(['a', 'y']);
});
