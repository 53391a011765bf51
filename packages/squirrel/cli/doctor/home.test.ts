import { expect, test } from 'vitest';
import type { Output } from '../../protocol/verbs.ts';
import { bareMachine } from '../testing/world.ts';
import { lookAtDaemon } from './home.ts';

test('a failed job is shown with its reason', () => {
  const job = { name: 'learn', project: 'shop-1', state: 'failed', done: 0, total: 0, updatedAt: 0 } as const;
  const note = `Notes: the disk is full`;
  const daemon = { version: '1.2.3', pid: 42, jobs: [{ ...job, note }] };
  const here = { ...bareMachine(), version: '1.2.3', now: () => 0 };
  const found = [...lookAtDaemon({ daemon } as unknown as Output<'status'>, here)];
  expect(found.map(({ says }) => says)).toContain('learn of shop-1 failed: Notes: the disk is full.');
});
