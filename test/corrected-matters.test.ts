import { rowById } from '@sqrl/squirrel/store/memory/memories.ts';
import { vectorAt } from '@sqrl/squirrel/store/vectors/stored-index.ts';
import { expect, test } from 'vitest';
import { held } from './support/held.ts';
import { open } from './support/home.ts';

const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 9, 1, 9);
const opened = (day: number) => open({ now: () => FIRST + day * DAY });

const OTHER = 'Uploads are slow on Mondays.';

test.each([
  ['Use pnpm here.', 'We use npm, not pnpm.', ['We use npm, not pnpm.']],
  [
    'Use pnpm here. Tests run with vitest.',
    'We use npm, not pnpm.',
    ['Tests run with vitest.', 'We use npm, not pnpm.'],
  ],
  ['Use pnpm here.', 'Deploys go to Fly.', ['Deploys go to Fly.', 'Use pnpm here.']],
])(
  'beside %j, a memory that is corrected to %j takes the place of what it contradicts, and gives it back',
  async (told, corrected, holds) => {
    const home = opened(1);
    await home.client.call('remember', { text: told });
    const { id } = await home.client.call('remember', { text: OTHER });
    await home.client.call('correct', { id, text: corrected });
    expect(await held(home)).toEqual(holds);
    await home.client.call('undo', {});
    expect(await held(home)).toEqual([OTHER, told].sort());
  },
);

test('what lost a part of its text is found by what is left of it, at once', async () => {
  const { client, engine } = opened(1);
  const { id } = await client.call('remember', { text: 'Use pnpm here. Tests run with vitest.' });
  const { id: other } = await client.call('remember', { text: OTHER });
  await client.call('correct', { id: other, text: 'We use npm, not pnpm.' });
  const { store } = engine.own;
  expect(vectorAt(store, rowById(store, id)!)?.model).toBe(engine.meaning.model);
});

test('a key that came of the words goes with them, and one that somebody gave stays', async () => {
  const { client } = opened(1);
  const keyOf = async (id: string) => (await client.call('get', { id })).key;
  const { id } = await client.call('remember', { text: 'Use pnpm here.' });
  expect(await keyOf(id)).toBe('tool.package_manager');
  await client.call('correct', { id, text: 'Deploys go out on Tuesdays.' });
  expect(await keyOf(id)).toBeNull();
  const given = await client.call('remember', { text: OTHER, key: 'decision.uploads' });
  await client.call('correct', { id: given.id, text: 'Use npm here.' });
  expect(await keyOf(given.id)).toBe('decision.uploads');
});

test('what is brought from another machine is held against what was said here of the same', async () => {
  const [here, there] = [opened(1), opened(2)];
  await here.client.call('remember', { text: 'We use npm.' });
  await there.client.call('remember', { text: 'Use pnpm, not npm.' });
  const { text } = await there.client.call('export', {});
  await here.client.call('import', { mine: true, text });
  expect(await held(here)).toEqual(['Use pnpm, not npm.']);
});

test('who changes only what kind of memory it is says nothing new of its matter', async () => {
  const home = opened(1);
  const { id } = await home.client.call('remember', { text: 'The upload limit is 10 MB.', type: 'gotcha' });
  const texts = ['The upload limit is 10 MB.', 'The upload limit is 25 MB.'];
  await home.client.call('remember', { text: texts[1]! });
  await home.client.call('change', { id, to: { status: 'active' } });
  await home.client.call('change', { id, to: { type: 'decision' } });
  expect(await held(home)).toEqual(texts);
});
