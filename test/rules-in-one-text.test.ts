import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claudeLog } from './support/claude-log.ts';
import { held } from './support/held.ts';
import { open, temporaryFolder } from './support/home.ts';

const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 9, 1, 9);
const SHOP = '/projects/shop';

const opened = (day: number, home?: string) =>
  open({ project: SHOP, now: () => FIRST + day * DAY, ...(home !== undefined && { home }) });

/** A session of a day in which somebody says something, as a log. */
function said(day: number, say: string): string {
  const session = `0000000${day}-0000-4000-8000-000000000000`;
  const folder = join(temporaryFolder(), SHOP.replaceAll('/', '-'));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${session}.jsonl`);
  const turns = [{ say: 'Look at the cart.' }, { reply: 'Done.' }, { say }, { reply: 'Noted.' }];
  writeFileSync(path, claudeLog({ session, cwd: SHOP, startedAt: FIRST + day * DAY, turns }));
  return path;
}

const TWO = 'Use pnpm here. Tests run with vitest.';

test.each([
  [TWO, 'We use npm, not pnpm.', ['Tests run with vitest.', 'We use npm, not pnpm.']],
  [TWO, 'Use jest for the tests, not vitest.', ['Use jest for the tests, not vitest.', 'Use pnpm here.']],
  [
    'Always use tabs and never commit to main',
    'Indent with 2 spaces, not tabs.',
    ['Indent with 2 spaces, not tabs.', 'Never commit to main'],
  ],
  [
    'Use pnpm. After schema changes run `make codegen`.',
    'Use npm, never pnpm',
    ['After schema changes run `make codegen`.', 'Use npm, never pnpm'],
  ],
  [
    'Use pnpm. npm breaks the lockfile. Tests run with vitest.',
    'Use npm',
    ['Tests run with vitest.', 'Use npm'],
  ],
  ['We use npm, not pnpm.', TWO, [TWO]],
  [TWO, 'We deploy to Fly.', [TWO, 'We deploy to Fly.']],
  [TWO, 'We use pnpm.', [TWO, 'We use pnpm.']],
])(
  'told %j and then %j, the newer word on each matter holds, and the rest stays',
  async (first, second, holds) => {
    const home = opened(1);
    await home.client.call('remember', { text: first });
    await home.client.call('remember', { text: second });
    expect(await held(home)).toEqual(holds);
  },
);

test('what is replaced in part says so in its history, is found by what is left, and is whole again if that was wrong', async () => {
  const home = opened(1);
  const { memory: old } = await home.client.call('remember', { text: TWO });
  const {
    memory: npm,
    superseded,
    shortened,
  } = await home.client.call('remember', {
    text: 'We use npm, not pnpm.',
  });
  expect({ superseded, shortened }).toEqual({ superseded: [], shortened: [old.id] });
  const { steps } = await home.client.call('memoryHistory', { id: old.id });
  expect(steps.at(-1)).toMatchObject({
    did: 'partly replaced',
    why: `replaced by ${npm.id}`,
    before: TWO,
  });
  expect((await home.client.call('get', { id: npm.id })).was).toMatchObject([{ id: old.id, text: TWO }]);
  const { hits, notices } = await home.client.call('find', { question: 'how are the tests run?' });
  expect(hits[0]!.memory.id).toBe(old.id);
  expect(notices).toEqual([]);

  await home.client.call('reject', { ids: [npm.id] });
  expect(await held(home)).toEqual([TWO]);
  await home.client.call('undo', {});
  expect(await held(home)).toEqual(['Tests run with vitest.', 'We use npm, not pnpm.']);
});

test('a text of which every part was replaced is put away', async () => {
  const home = opened(1);
  await home.client.call('remember', { text: TWO });
  await home.client.call('remember', { text: 'We use npm, not pnpm.' });
  await home.client.call('remember', { text: 'Use jest for the tests, not vitest.' });
  expect(await held(home)).toEqual(['Use jest for the tests, not vitest.', 'We use npm, not pnpm.']);
});

test('said in a session after it was told, or before, what holds is the same in whatever order it is read', async () => {
  const later = { day: 3, holds: ['Tests run with vitest.', 'We use npm, not pnpm.'] };
  const earlier = { day: 1, holds: [TWO] };
  for (const { day, holds } of [later, earlier]) {
    const log = said(day, 'We use npm, not pnpm.');
    const first = opened(2);
    await first.client.call('remember', { text: TWO });
    await first.client.close();
    const toldFirst = opened(9, first.home);
    await toldFirst.client.call('ingest', { paths: [log] });
    expect(await held(toldFirst)).toEqual(holds);
    await toldFirst.client.call('learn', { anew: true });
    expect(await held(toldFirst)).toEqual(holds);

    if (day < 2) {
      const readFirst = opened(2);
      await readFirst.client.call('ingest', { paths: [log] });
      await readFirst.client.call('remember', { text: TWO });
      expect(await held(readFirst)).toEqual(holds);
    }
  }
});

test('a rule file’s line of two rules loses the one that a person has replaced since, and goes with its line', async () => {
  const root = temporaryFolder();
  mkdirSync(join(root, '.git'));
  writeFileSync(join(root, 'CLAUDE.md'), `- ${TWO}\n`);
  const home = open({ project: root, now: () => FIRST });
  await home.client.call('teach', {});
  await home.client.call('remember', { text: 'We use npm, not pnpm.' });
  expect(await held(home)).toEqual(['Tests run with vitest.', 'We use npm, not pnpm.']);
  await home.client.call('teach', {});
  expect(await held(home)).toEqual(['Tests run with vitest.', 'We use npm, not pnpm.']);
  writeFileSync(join(root, 'CLAUDE.md'), '- Deploy with `make ship`.\n');
  await home.client.call('teach', {});
  expect(await held(home)).toEqual(['Deploy with `make ship`.', 'We use npm, not pnpm.']);
});
