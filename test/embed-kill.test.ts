import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { machine, type TestMachine } from '@sqrl/squirrel/cli/testing/process.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { checkStore } from '@sqrl/squirrel/store/testing/check-store.ts';
import { homeOf } from '@sqrl/squirrel/workspace/home.ts';
import { locateProject } from '@sqrl/squirrel/workspace/locate.ts';
import { expect, test } from 'vitest';
import { claudeLog } from './support/claude-log.ts';

const MESSAGES = 200;

/** Reads a session with many messages, each a passage of its own. */
async function readSession({ root, project, sqrl }: TestMachine): Promise<void> {
  const folder = join(root, 'logs');
  mkdirSync(folder);
  const session = '00000001-0000-4000-8000-000000000000';
  const turns = Array.from({ length: MESSAGES / 2 }, (_, i) => [
    { say: `Please look at part ${i} of the orchard` },
    { reply: `Part ${i} of the orchard is watered now.` },
  ]).flat();
  const log = claudeLog({ session, cwd: project, startedAt: Date.UTC(2026, 9, 1), turns });
  writeFileSync(join(folder, `${session}.jsonl`), log);
  expect(await sqrl(['ingest', folder, '--no-daemon'])).toMatchObject({ exit: 0 });
}

const passages = (store: Store) => store.sql('select row, event, text from passage order by row').all();
const embedded = (store: Store) =>
  store.sql(`select of as passage from vector where kind = 'passage' order by of`).all() as unknown as {
    passage: number;
  }[];

test('a process that is killed while it embeds loses no passage, and the next one finishes', async () => {
  using here = machine();
  await readSession(here);
  using store = openStore(homeOf(here.home).project(locateProject(here.project)), { now: Date.now });
  const before = passages(store);
  expect(before).toHaveLength(MESSAGES);

  const run = here.start(['doctor', 'reembed', '--no-daemon']);
  const ended = new Promise((resolve) => run.on('close', (_, signal) => resolve(signal)));
  while (embedded(store).length === 0 && run.exitCode === null) await sleep(1);
  run.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  const done = embedded(store);
  expect(done.length).toBeGreaterThan(0);
  expect(done.length).toBeLessThan(MESSAGES);
  expect(passages(store)).toEqual(before);

  const { exit, out } = await here.sqrl(['doctor', 'reembed', '--no-daemon']);
  const rest = MESSAGES - done.length;
  expect([exit, out]).toEqual([0, expect.stringContaining(`Embedded ${rest} of ${rest} passages`)]);
  expect(embedded(store).map(({ passage }) => passage)).toEqual(before.map(({ row }) => row));
  expect(passages(store)).toEqual(before);
  expect(checkStore(store)).toEqual({ ok: true, problems: [] });
});
