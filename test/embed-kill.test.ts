import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { machine, type TestMachine } from '@sqrl/squirrel/cli/testing/process.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { checkStore } from '@sqrl/squirrel/store/testing/check-store.ts';
import { homeOf } from '@sqrl/squirrel/workspace/home.ts';
import { locateProject } from '@sqrl/squirrel/workspace/locate.ts';
import { expect, test } from 'vitest';
import { claudeLog } from './support/claude-log.ts';

const MESSAGES = 200;

/** Reads a session with many messages, each a passage of its own. */
async function readSession({ root, project, sqrl }: TestMachine, n: number): Promise<void> {
  const folder = join(root, `logs${n}`);
  mkdirSync(folder);
  const session = `0000000${n}-0000-4000-8000-000000000000`;
  const turns = Array.from({ length: MESSAGES / 2 }, (_, i) => [
    { say: `Please look at part ${i} of orchard ${n}` },
    { reply: `Part ${i} of orchard ${n} is watered now.` },
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
  await readSession(here, 1);
  using store = openStore(homeOf(here.home).project(locateProject(here.project)), { now: Date.now });
  let before = passages(store);
  expect(before).toHaveLength(MESSAGES);

  // One that came to its end before the kill shows nothing, and there is more to embed for the next.
  for (let session = 2; ; session++) {
    const began = embedded(store).length;
    const run = here.start(['doctor', 'reembed', '--no-daemon']);
    const ended = new Promise((resolve) => run.on('close', resolve));
    while (embedded(store).length === began && run.exitCode === null) await sleep(1);
    run.kill('SIGKILL');
    await ended;
    expect(embedded(store).length).toBeGreaterThan(began);
    if (embedded(store).length < before.length) break;
    await readSession(here, session);
    before = passages(store);
    expect(before).toHaveLength(session * MESSAGES);
  }
  expect(passages(store)).toEqual(before);

  const rest = before.length - embedded(store).length;
  const { exit, out } = await here.sqrl(['doctor', 'reembed', '--no-daemon']);
  expect([exit, out]).toEqual([0, expect.stringContaining(`Embedded ${rest} of ${rest} passages`)]);
  expect(embedded(store).map(({ passage }) => passage)).toEqual(before.map(({ row }) => row));
  expect(passages(store)).toEqual(before);
  expect(checkStore(store)).toEqual({ ok: true, problems: [] });
});
