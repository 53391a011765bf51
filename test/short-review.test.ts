import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Draft } from '@sqrl/base/model/memory.ts';
import { expect, test } from 'vitest';
import { claudeLog } from './support/claude-log.ts';
import { open } from './support/home.ts';

const waiting = (text: string, more: Partial<Draft> = {}) => ({
  text,
  source: 'user_said' as const,
  confidence: 0.5,
  needsReview: true,
  ...more,
});

test('at most ten decisions are asked for, those of most use first, and the rest is still found', async () => {
  const { client, home } = open();
  for (let i = 0; i < 14; i++)
    await client.call('remember', waiting(`Module number ${i} keeps its ${ODD[i]} in a table of its own`));
  await client.call('remember', waiting('Name migrations after their ticket', { confidence: 0.45 }));
  const log = join(home, 'log.jsonl');
  const turns = ['Write migrations for ticket 12', 'Rename the migrations of that ticket'].flatMap((say) => [
    { say },
    { reply: 'Done.' },
  ]);
  writeFileSync(
    log,
    claudeLog({ session: 'one', cwd: '/projects/shop', startedAt: Date.now() - 60_000, turns }),
  );
  await client.call('ingest', { paths: [log] });

  const { waiting: asked, total } = await client.call('review', {});
  expect(asked).toHaveLength(10);
  expect(total).toBe(10);
  // Its matter came up of late.
  expect(asked[0]!.memory.text).toBe('Name migrations after their ticket');
  expect(asked[0]!.why).toMatch(/^said once, 45 % sure \(told from \d+ %\)$/);
  expect((await client.call('list', { filter: { needsReview: true } })).total).toBe(15);
  const found = await client.call('recall', { question: 'Which module keeps its spoons in a table?' });
  expect(JSON.stringify(found)).toContain(ODD[13]);
});

const ODD =
  'apples bricks clocks doors engines forks gloves hats irons jars kettles lamps mirrors spoons'.split(' ');

test('several wordings of one matter are one decision, which holds for all of them and can be undone', async () => {
  const { client } = open();
  const texts = [
    'Run the linter before you commit',
    'Run the linter before every commit',
    'Before you commit, run the linter',
  ];
  for (const [i, text] of texts.entries())
    await client.call('remember', waiting(text, { confidence: 0.6 - i / 10 }));
  await client.call('remember', waiting('Prices are kept in cents'));

  const { waiting: asked } = await client.call('review', {});
  expect(asked.map(({ memory, same }) => [memory.text, same.map(({ text }) => text).sort()])).toEqual([
    [texts[0], texts.slice(1).sort()],
    ['Prices are kept in cents', []],
  ]);
  const [{ memory, same }] = asked as [(typeof asked)[0]];
  await client.call('confirm', { ids: [memory.id], same: same.map(({ id }) => id) });
  const after = await client.call('list', {});
  expect(after.memories.filter(({ verified }) => verified).map(({ text }) => text)).toEqual([texts[0]]);
  expect((await client.call('review', {})).waiting).toHaveLength(1);
  const { untold } = await client.call('get', { id: same[0]!.id });
  expect(untold).toBe('it is archived');
  // Not refused: it is right, only said twice.
  await client.call('undo', {});
  expect((await client.call('review', {})).waiting[0]!.same).toHaveLength(2);
});

test('what an agent was told for all projects is asked first, whatever else waits, and one answer settles it', async () => {
  const { client } = open();
  for (const odd of ODD)
    await client.call('remember', waiting(`The shop sells ${odd} on Sundays`, { confidence: 0.64 }));
  const { id } = await client.call('remember', {
    text: 'Always write commit messages in English',
    scope: 'global',
    source: 'agent_explicit',
    evidence: [{ proof: 'agent_statement', episode: null, events: [], quote: null, at: Date.now() }],
  });
  const first = async () => (await client.call('review', {})).waiting[0]!;
  expect(await first()).toMatchObject({ memory: { id }, why: 'an agent wants it to apply to every project' });
  expect((await client.call('get', { id })).untold).toBe('an agent wants it to apply to every project');
  expect((await client.call('why', { id })).untold).toBe('an agent wants it to apply to every project');

  await client.call('confirm', { ids: [id] });
  expect((await first()).memory.id).not.toBe(id);
  expect(await client.call('get', { id })).toMatchObject({ untold: null, scope: 'global', verified: true });
});
