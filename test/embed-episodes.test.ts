import { expect, test } from 'vitest';
import { bundledEmbedder } from '../src/embed/bundled.ts';
import type { Embedder } from '../src/embed/embedder.ts';
import { embedEpisodes } from '../src/recall/embed-episodes.ts';
import { open } from './support/home.ts';
import { worked } from './support/work.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const DAY = 86_400_000;
const TASKS = [
  'Retry the payment when the client times out',
  'Show the invoices of a customer in the account page',
  'Translate the imprint into Danish',
];

/** A project with past tasks, and every text that its embedder was given as a memory. */
function withTasks(tasks: readonly string[] = TASKS) {
  const bundled = bundledEmbedder();
  const embedded: string[] = [];
  const embedder: Embedder = {
    id: bundled.id,
    dims: bundled.dims,
    embed: (texts, purpose) => {
      if (purpose === 'memory') embedded.push(...texts);
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
  expect(tasks.map(({ task, why }) => [task, why.map(({ text }) => text)])).toEqual([
    [TASKS[0], [expect.stringMatching(/^words in common: /)]],
  ]);
  expect(embedded).toEqual([]);
});

test('past tasks embedded beforehand are found by meaning too, and each is embedded once', async () => {
  const { client, engine, embedded } = withTasks();
  expect(await embedEpisodes(engine)).toEqual({ embedded: 3, total: 3 });
  expect(embedded.map((text) => text.split('\n')[0])).toEqual(TASKS);
  const { tasks } = await client.call('similarTasks', { task: OTHERWISE });
  expect(tasks[0]).toMatchObject({
    task: TASKS[0],
    why: [{ text: expect.stringMatching(/^meaning 0\.\d\d$/) }],
  });
  expect(await embedEpisodes(engine)).toEqual({ embedded: 0, total: 0 });
  expect(embedded).toHaveLength(3);
});

test('an episode that went on is embedded anew, and until then compared by words', async () => {
  const { client, engine, embedded } = withTasks([TASKS[0]!]);
  await embedEpisodes(engine);
  worked(
    engine,
    [{ prompt: TASKS[0]! }, { edit: 'src/a.ts' }, { prompt: 'And log each retry of the payment' }],
    { session: 'session-0', at: NOON - 2 * DAY },
  );
  const ask = async () =>
    (await client.call('similarTasks', { task: 'log each retry of the payment' })).tasks[0]!.why.map(
      ({ text }) => text,
    );
  expect((await ask()).join()).not.toContain('meaning');
  expect(await embedEpisodes(engine)).toEqual({ embedded: 1, total: 1 });
  expect(embedded.at(-1)).toContain('log each retry');
  expect((await ask()).join()).toContain('meaning');
});

test('what is done stays done when it is stopped, and a removed episode takes its vector along', async () => {
  const tasks = Array.from({ length: 20 }, (_, i) => `Rename the module number ${i} of the shop`);
  const { engine } = withTasks(tasks);
  const stop = new AbortController();
  const { ofPassages } = engine.meaning;
  const meaning = {
    ...engine.meaning,
    model: engine.meaning.model,
    ofPassages: (texts: readonly string[]) => {
      stop.abort();
      return ofPassages(texts);
    },
  };
  expect(await embedEpisodes({ ...engine, meaning }, { signal: stop.signal })).toEqual({
    embedded: 8,
    total: 20,
  });
  expect(await embedEpisodes(engine)).toEqual({ embedded: 12, total: 12 });
  const { sql } = engine.own.store;
  sql('delete from episode where row in (select row from episode limit 5)').run();
  expect(sql(`select count(*) as n from vector where kind = 'episode'`).get()).toEqual({ n: 15 });
});

test('where meaning is off nothing is embedded', async () => {
  const { engine } = open({ settings: '[search]\nmeaning = 0\n', now: () => NOON });
  worked(engine, [{ prompt: TASKS[0]! }, { edit: 'src/a.ts' }], { at: NOON - DAY });
  expect(await embedEpisodes(engine)).toEqual({ embedded: 0, total: 0 });
});
