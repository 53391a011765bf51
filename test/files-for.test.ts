import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitRepository } from '@sqrl/base/testing/git-repository.ts';
import { graphIndex } from '@sqrl/squirrel/codebase/graph-index.ts';
import { ingest } from '@sqrl/squirrel/ingest/work/ingest.ts';
import { filesFor } from '@sqrl/squirrel/recall/files/files-for.ts';
import { expect, test } from 'vitest';
import { open } from './support/home.ts';
import { worked } from './support/work.ts';

const NOW = Date.UTC(2026, 1, 1);
const HOUR = 3_600_000;

function shop() {
  const repository = gitRepository();
  repository.commit({
    'src/cart.ts': 'export function totalOf(items: string[]) {\n  return items.length;\n}\n',
    'src/discount.ts': 'export const lowered = (cents: number) => cents * 0.9;\n',
    'src/mail.ts': 'export function remindCustomer(address: string) {\n  return `Dear`.concat(address);\n}\n',
    'README.md': '# Shop\n',
  });
  return { ...repository, ...open({ project: repository.root, now: () => NOW }) };
}

const paths = async (it: Pick<ReturnType<typeof shop>, 'engine'>, task: string) =>
  (await filesFor(it.engine, { task })).files.map(({ path }) => path);

test('in a project of which nothing is known, nothing is needed', async () => {
  expect(await filesFor(shop().engine, { task: 'Make it faster' })).toMatchObject({
    files: [],
    tokens: 0,
    left: [],
  });
});

test('only a file that is not there is called one that does not exist yet', async () => {
  const it = shop();
  it.commit({ 'data/prices.csv': 'a,1\n', '.gitignore': '*.log\n' });
  writeFileSync(join(it.root, 'data/run.log'), 'ok\n');
  const why = async () => {
    const task = 'Update data/prices.csv and src/cart.ts by data/run.log, then make src/tax.ts';
    const { files } = await filesFor(it.engine, { task });
    return Object.fromEntries(files.map(({ path, why }) => [path, why[0]!.replace(/ \(.*/, '')]));
  };
  const known = {
    ...{ 'data/prices.csv': 'named', 'src/cart.ts': 'named', 'data/run.log': 'named' },
    'src/tax.ts': 'named, does not exist yet',
  };
  // Before the code is read, and after.
  expect(await why()).toEqual(known);
  await graphIndex(it.engine, {});
  expect(await why()).toMatchObject(known);
});

test('code is found by what it does, without any past', async () => {
  const it = shop();
  await graphIndex(it.engine, {});
  expect((await paths(it, 'The customer is reminded twice'))[0]).toBe('src/mail.ts');
  expect((await paths(it, '`totalOf` is wrong for an empty cart'))[0]).toBe('src/cart.ts');
});

test('a word that prose is full of tells something where it is rare in the code', async () => {
  const it = shop();
  it.commit({ 'src/basket.ts': 'export function take(list: string[]) {\n  return remove(list);\n}\n' });
  await graphIndex(it.engine, {});
  expect(await paths(it, 'Remove it')).toEqual(['src/basket.ts']);
});

test('a file is found by words that are spread over it, before the prose that has them together', async () => {
  const it = shop();
  it.commit({
    'src/stock.ts':
      'export const reserve = (n: number) => n;\n\nexport const pallet = 7;\n\nexport const weigh = () => 1;\n',
    'docs/stock.md': '# How we reserve and weigh a pallet\n',
  });
  await graphIndex(it.engine, {});
  const [best] = (await filesFor(it.engine, { task: 'Weigh each pallet when goods are reserved' })).files;
  expect(best!.path).toBe('src/stock.ts');
  expect(best!.why.join()).toContain('its words (words');
});

test('what was changed for a similar task comes first, with the reason, and costs what reading it costs', async () => {
  const it = shop();
  worked(
    it.engine,
    [{ prompt: 'Vouchers at the birthday of a customer' }, { edit: 'src/discount.ts' }, { reply: 'Done.' }],
    {
      at: NOW - 50 * HOUR,
    },
  );
  const { files, tokens } = await filesFor(it.engine, { task: 'Vouchers at a birthday are refused' });
  expect(files[0]).toMatchObject({ path: 'src/discount.ts', tokens: expect.any(Number) });
  expect(files[0]!.why.join()).toContain('Vouchers at the birthday');
  expect(tokens).toBeGreaterThan(10);
});

test('a session that is still running when it is asked tells nothing', async () => {
  const it = shop();
  worked(it.engine, [{ prompt: 'Vouchers at the birthday' }, { edit: 'src/discount.ts' }], { at: NOW - 500 });
  expect(await paths(it, 'Vouchers at the birthday')).toEqual([]);
});

test('commits are past work, and a file that is gone is not needed any more', async () => {
  const it = shop();
  it.commit(
    { 'src/voucher.ts': 'one\n', 'src/discount.ts': 'two\n' },
    'Vouchers at the birthday of a customer',
  );
  await ingest(it.engine, { clients: ['git'] });
  expect((await paths(it, 'Vouchers at a birthday are refused')).slice(0, 2).sort()).toEqual([
    'src/discount.ts',
    'src/voucher.ts',
  ]);
  rmSync(join(it.root, 'src/voucher.ts'));
  expect(await paths(it, 'Vouchers at a birthday are refused')).not.toContain('src/voucher.ts');
});

test('the room that is given is kept to', async () => {
  const it = shop();
  await graphIndex(it.engine, {});
  const task = 'Change src/cart.ts, src/mail.ts and src/discount.ts';
  expect((await filesFor(it.engine, { task, limit: 2 })).files).toHaveLength(2);
  const little = await filesFor(it.engine, { task, budget: 20 });
  expect(little.tokens).toBeLessThanOrEqual(20);
  expect(little.left[0]!.because).toMatch(/tokens exceed/);
});
