import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';
import { expect, test, vi } from 'vitest';
import { scratch } from '../../store/testing/scratch.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { Engines } from '../engines.ts';
import { openLogFile } from '../log-file.ts';
import { settlingOf } from './session-ends.ts';

/** A settling over real engines; `held` keeps it from beginning. */
function settling(held: Promise<void> = Promise.resolve()) {
  const root = scratch();
  const said: string[] = [];
  const learned: string[] = [];
  let opened = 0;
  const engines = new Engines({ home: root, env: {}, freeMemory: 1e9, now: Date.now, timeZone: 'UTC' });
  const made = settlingOf({
    async at(place, work: (engine: Engine) => Promise<never>) {
      opened++;
      await held;
      using lease = await engines.lease(place);
      return await work(lease.engine);
    },
    learnSoon: (projects) => learned.push(...projects),
    log: { ...openLogFile(join(root, 'log'), Date.now), line: (line) => said.push(line) },
  });
  return { root, engines, settling: made, said, learned, opened: () => opened };
}

test('once stopped, nothing more is begun, and what was begun is waited for', async () => {
  let go!: () => void;
  const { root, engines, settling: made, opened } = settling(new Promise((resolve) => (go = resolve)));
  const session = { client: 'claude-code', place: { project: root } } as const;
  writeFileSync(join(root, 'a.jsonl'), '');
  made.soon(session, join(root, 'a.jsonl'));
  made.soon(session, join(root, 'b.jsonl'));
  await vi.waitFor(() => expect(opened()).toBe(1), 600_000);
  let stopped = false;
  const stopping = made.stop().then(() => {
    stopped = true;
  });
  await new Promise((later) => setTimeout(later, 20));
  expect([opened(), stopped]).toEqual([1, false]);
  go();
  await stopping;
  made.soon(session, join(root, 'c.jsonl'));
  await made.stop();
  expect(opened()).toBe(1);
  await engines.close();
});

test('a session reported twice while it is queued is read once, and a failure is a line in the log', async () => {
  const {
    root,
    engines,
    settling: made,
    said,
    opened,
  } = settling(Promise.reject(new Problem('The disk is full.', 'Make room.')));
  const session = { client: 'codex', place: { project: root } } as const;
  for (let i = 0; i < 3; i++) made.soon(session, join(root, 'a.jsonl'));
  await vi.waitFor(() => expect(said).toHaveLength(1), 600_000);
  await made.stop();
  expect([opened(), said]).toEqual([1, ['reading the log of a codex session: The disk is full.']]);
  await engines.close();
});
