import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';
import { letterEmbedder } from './support/letters.ts';

const PROJECT = '/projects/shop';

test('two processes that write to both files lock them in one order, so neither holds what the other waits for', async () => {
  const { client, engine, home } = open({ project: PROJECT, embedder: letterEmbedder() });
  const { id } = await client.call('remember', { text: 'The port of the shop is 8080' });
  const file = join(temporaryFolder(), 'go');
  const child = fork(new URL('./support/lock-child.ts', import.meta.url), [home, PROJECT, id, file], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  await once(child, 'message');
  // As learning does: the user's file first. Meanwhile the other process comes to where it writes to both.
  engine.own.store.db.exec('pragma busy_timeout = 0');
  engine.user.store.transaction(() => {
    writeFileSync(file, '');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
    // Without a busy timeout this throws at once where the other process holds the project's file.
    engine.own.store.transaction(() => {});
  });
  expect((await ended)[0]).toBe(0);
  expect(await client.call('get', { id })).toMatchObject({ scope: 'global' });
});
