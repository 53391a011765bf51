import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { embedPassages } from '@sqrl/squirrel/workspace/embed-passages.ts';
import { expect, test } from 'vitest';
import { open } from './support/home.ts';
import { worked } from './support/work.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const DAY = 86_400_000;
const TASKS = [
  'Retry the payment when the client times out',
  'Show the invoices of a customer in the account page',
  'Translate the imprint into Danish',
];

/** A project with past tasks, and every text that its embedder was given that is not a question. */
function withTasks(tasks: readonly string[] = TASKS) {
  const bundled = bundledEmbedder();
  const embedded: string[] = [];
  const embedder: Embedder = {
    id: bundled.id,
    dims: bundled.dims,
    embed: (texts, purpose) => {
      if (purpose !== 'question') embedded.push(...texts);
      return bundled.embed(texts, purpose);
    },
    unload: () => bundled.unload(),
  };
  const opened = open({ embedder, now: () => NOON });
  for (const [i, prompt] of tasks.entries())
    worked(opened.engine, [{ prompt }, { edit: 'src/a.ts' }], {
      session: `session-${i}`,
      at: NOON - (i + 2) * DAY,
    });
  return { ...opened, embedded };
}

/** Shares no word with the task that it means. */
const OTHERWISE = 'resubmit charges upon timeout';

test('without vectors a question is answered by words at once, and nothing is embedded for it', async () => {
  const { client, embedded } = withTasks();
  const { tasks } = await client.call('similarTasks', { task: 'retry payments when the client times out' });
  expect(tasks.map(({ task, why }) => [task, why])).toEqual([
    [TASKS[0], [expect.stringMatching(/^words in common: /)]],
  ]);
  expect(embedded).toEqual([]);
});

test('past tasks are found by the meaning of the prompts they began with', async () => {
  const { client, engine } = withTasks();
  expect((await client.call('similarTasks', { task: OTHERWISE })).tasks).toEqual([]);
  await embedPassages(engine);
  const { tasks } = await client.call('similarTasks', { task: OTHERWISE });
  expect(tasks[0]).toMatchObject({
    task: TASKS[0],
    why: [expect.stringMatching(/^meaning 0\.\d\d$/)],
  });
});

test('a second prompt counts too, as soon as it has a vector', async () => {
  const { client, engine } = withTasks([TASKS[2]!]);
  await embedPassages(engine);
  worked(engine, [{ prompt: TASKS[2]! }, { edit: 'src/a.ts' }, { prompt: TASKS[0]! }], {
    session: 'session-0',
    at: NOON - 2 * DAY,
  });
  const found = async () => (await client.call('similarTasks', { task: OTHERWISE })).tasks;
  expect(await found()).toEqual([]);
  await embedPassages(engine);
  expect(await found()).toHaveLength(1);
});

test('where meaning is off tasks are compared by words', async () => {
  const { engine, client } = open({ settings: '[search]\nmeaning = 0\n', now: () => NOON });
  worked(engine, [{ prompt: TASKS[0]! }, { edit: 'src/a.ts' }], { at: NOON - 2 * DAY });
  await embedPassages(engine);
  expect((await client.call('similarTasks', { task: OTHERWISE })).tasks).toEqual([]);
});
