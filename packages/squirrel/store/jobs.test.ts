import { expect, test } from 'vitest';
import { jobs, setJob } from './marks.ts';
import { openStore } from './open.ts';

test('a job keeps its note as a message', () => {
  using store = openStore(':memory:', { now: () => 0 });
  const note = `Notes: stopped`;
  setJob(store, { name: 'embed', state: 'waiting', done: 1, total: 2, note, updatedAt: 2 });
  setJob(store, { name: 'copy', state: 'done', done: 1, total: 1, note: null, updatedAt: 1 });

  expect(jobs(store).map((job) => [job.name, job.note])).toEqual([
    ['embed', note],
    ['copy', null],
  ]);
});
