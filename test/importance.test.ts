import { expect, test } from 'vitest';
import { keep, NOON, SETTINGS } from './support/deliveries.ts';
import { open } from './support/home.ts';
import { over, typing } from './support/typing.ts';

test('how much a memory matters can be said and asked for, and words of others can be left out', async () => {
  const { client, engine } = open({ project: '/projects/shop', settings: SETTINGS, now: () => NOON });
  const sqrl = typing('/projects/shop', over(client));
  await sqrl(['remember', 'The cart rounds to cents', '--importance', '9', '--tag', 'cart']);
  await sqrl(['remember', 'The cart has a green button', '--importance', '2']);
  keep(engine, { text: 'The cart is slow on Mondays', source: 'observer_inferred', confidence: 0.9 });
  keep(engine, { text: 'The cart of Ann', owner: 'team', userId: 'Ann ~00000000', source: 'file_index' });
  const texts = async (...options: string[]) => {
    const { memories } = JSON.parse((await sqrl(['list', '--json', '--all', ...options])).out);
    return memories.map(({ text }: { text: string }) => text).sort();
  };
  expect(await texts('--min-importance', '8')).toEqual(['The cart rounds to cents']);
  // What nobody said is computed: 0.9 of what was observed is about five.
  expect(await texts('--min-importance', '5')).toContain('The cart is slow on Mondays');
  keep(engine, { text: 'The cart is fast', confidence: 0.9, tags: ['importance:abc'] });
  keep(engine, { text: 'The cart is old', confidence: 0.9, tags: ['importance:40', 'importance:3'] });
  expect(await texts('--min-importance', '9')).toEqual(['The cart is fast', 'The cart rounds to cents']);
  expect(await texts('--min-importance', '4')).not.toContain('The cart is old');
  expect(await texts('--owner', 'team')).toEqual(['The cart of Ann']);
  expect(await texts('--mine')).not.toContain('The cart of Ann');

  const { memories } = await client.call('list', { filter: { tags: ['cart'] } });
  expect(memories[0]!.tags).toEqual(['cart', 'importance:9']);
  await sqrl(['edit', memories[0]!.id, '--importance', '1']);
  expect((await client.call('get', { id: memories[0]!.id })).tags).toEqual(['cart', 'importance:1']);
  const { lines } = await client.call('recall', { question: 'the cart', minImportance: 4 });
  expect(lines.map(({ memory }) => memory.text)).not.toContain('The cart rounds to cents');
});
