import { fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { learn } from '../src/engine/learn.ts';
import { reject } from '../src/engine/people.ts';
import { open } from './support/home.ts';
import { letterEmbedder } from './support/letters.ts';

const PROJECT = '/projects/shop';

test('two processes that write to both files at once wait for each other, and neither for ever', async () => {
  const { client, engine, home } = open({ project: PROJECT, embedder: letterEmbedder() });
  const { id } = await client.call('remember', { text: 'The port of the shop is 8080' });
  const child = fork(new URL('./support/lock-child.ts', import.meta.url), [home, PROJECT, id, '60'], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let trouble = '';
  child.stderr!.on('data', (chunk) => (trouble += chunk));
  const ended = once(child, 'exit');
  await once(child, 'message');
  let isOver = false;
  void ended.then(() => (isOver = true));
  for (let i = 0; !isOver; i++) {
    const { memory } = await client.call('remember', { text: `The note number ${i} of the shop is kept` });
    await learn(engine);
    reject(engine, { ids: [memory.id] });
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(trouble).not.toMatch(/Problem|Error/);
  expect((await ended)[0]).toBe(0);
  expect((await client.call('get', { id })).text).toBe('The port of the shop is 8080');
}, 60_000);
