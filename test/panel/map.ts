import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type PanelTestHome, SLOW } from './panel-home.ts';

/** Two parts: the cart uses the prices. */
const CODE = {
  'src/price/round.ts':
    'export function roundCents(cents: number): number {\n  return Math.round(cents);\n}\n',
  'src/price/sum.ts':
    "import { roundCents } from './round.ts';\nexport function sumOf(all: number[]): number {\n  return roundCents(all.length);\n}\n",
  'src/cart/total.ts':
    "import { sumOf } from '../price/sum.ts';\nexport function totalOf(lines: number[]): number {\n  return sumOf(lines);\n}\n",
  'src/cart/view.ts':
    "import { totalOf } from './total.ts';\nexport function showCart(): string {\n  return String(totalOf([1]));\n}\n",
};

/** What a function that runs in the browser finds there. */
interface BrowserWindow {
  getComputedStyle(one: unknown): { backgroundColor: string };
}

const side = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Where you are' });

/** The code and what is known of it, over a project of two parts whose code nobody has read yet. */
export function mapTests(house: PanelTestHome): void {
  let project: string;
  let shop: VerbClient;

  beforeAll(async () => {
    project = join(house.folder, 'projects', 'shop');
    mkdirSync(join(project, '.git'), { recursive: true });
    writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
    for (const [path, text] of Object.entries(CODE)) {
      mkdirSync(join(project, path, '..'), { recursive: true });
      writeFileSync(join(project, path), text);
    }
    // Whoever only looks does not have the code read.
    shop = await house.connect(project);
  });

  const open = (query: string, options: Parameters<PanelTestHome['open']>[1] = {}) =>
    house.open(`/map${query}`, { ...options, project });

  test(
    'code that was not read yet is read on wish, and then one moves through it by keyboard',
    SLOW,
    async () => {
      const page = await open('');
      await page.getByRole('button', { name: 'Index code' }).click();
      await page.getByRole('img', { name: /^Graph of 2 modules with 4 files/ }).waitFor();
      expect(await shop.call('graphStatus', {})).toMatchObject({ indexed: true, files: 4 });
      await shop.call('remember', {
        text: 'Cents are rounded once, at the very end',
        files: ['src/price/round.ts'],
      });

      await page.keyboard.press('/');
      await page.keyboard.type('round.ts');
      await page.getByRole('option', { name: 'src/price/round.ts', exact: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/file=src%2Fprice%2Fround\.ts/);
      // Memories come before the symbols.
      const memory = side(page).getByText('Cents are rounded once, at the very end');
      await memory.waitFor();
      const symbol = side(page).getByRole('button', { name: /^roundCents/ });
      expect((await memory.boundingBox())!.y).toBeLessThan((await symbol.boundingBox())!.y);
      await symbol.click();
      await side(page).getByRole('heading', { name: 'Impact of roundCents' }).waitFor();
      for (const name of ['sumOf', 'totalOf', 'showCart'])
        await side(page).getByText(name, { exact: true }).waitFor();

      const steps = ['Impact of roundCents', 'round.ts', 'price', 'Whole codebase'];
      for (const step of steps) {
        await crumbs(page).locator('[aria-current]', { hasText: step }).waitFor();
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press('ArrowRight');
      await page.waitForURL(/module=/);
      await page.keyboard.press('i');
      await page.waitForURL(/file=/);
    },
  );

  test('a click into the graph goes there, and the same is there as a list', SLOW, async () => {
    await shop.call('graphIndex', {});
    const page = await open('');
    const graph = page.getByRole('img', { name: /^Graph of/ });
    await graph.waitFor();
    const disc = graph.locator('.map-disc[data-module="price"]');
    const { x, y, width } = (await disc.boundingBox())!;
    await page.mouse.click(x + width / 2, y + width * 0.9);
    await page.waitForURL(/module=price/);
    await side(page).getByText('src/price', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await crumbs(page).locator('[aria-current]', { hasText: 'Whole codebase' }).waitFor();
    await page.keyboard.press('l');
    await page.getByRole('table').getByRole('button', { name: 'price' }).click();
    await page.getByRole('table').getByRole('button', { name: 'src/price/sum.ts' }).click();
    await side(page).getByRole('heading', { name: 'sum.ts' }).waitFor();
    await side(page)
      .getByRole('button', { name: /^total\.ts/ })
      .click();
    await crumbs(page).getByText('total.ts').waitFor();

    // A file leads to a new rule, with the file filled in.
    await side(page).getByRole('link', { name: 'Add a rule about this file' }).click();
    await page.waitForURL(/\/teach\?file=src%2Fcart%2Ftotal\.ts/);
    await page.getByText('src/cart/total.ts', { exact: true }).waitFor();
    await page.keyboard.type('A total is in cents');
    await page.keyboard.press('Control+Enter');
    const about = async () =>
      (await shop.call('list', { filter: { file: 'src/cart/total.ts' } })).memories.map(({ text }) => text);
    await expect.poll(about).toEqual(['A total is in cents']);
  });

  test(
    'memories that an agent cites are chips: red for dead ends, rejected by their flag, six of them collapsed',
    SLOW,
    async () => {
      const texts = [
        'Rounding each line was tried and gave wrong totals',
        'Guests have no saved cart',
        'Prices come from another service',
        'Discounts apply before tax',
        'A cart expires after a day',
        'The shipping form needs JavaScript',
      ];
      const ids: string[] = [];
      for (const [i, text] of texts.entries())
        ids.push((await shop.call('remember', { text, type: i === 0 ? 'dead_end' : 'gotcha' })).id);
      const cite = (id: string) => `[Memory #${id}: trap ${ids.indexOf(id)}]`;
      const sent = [
        { kind: 'prompt', text: 'Empty the cart' },
        { kind: 'reply', text: `Not so ${cite(ids[0]!)}, but so ${cite(ids[1]!)}. [Memory #zzzzzzzz]` },
        { kind: 'reply', text: `I looked at ${ids.map(cite).join(' ')}` },
      ] as const;
      const events = sent.map((one, i) => ({ ...one, id: `${i}`, at: Date.now() - 60_000 + i }));
      const { session } = await shop.call('processEvents', { source: 'robot', session: 'cites', events });

      const page = await house.open(`/timeline?s=${encodeURIComponent(session!)}&i=1`, { project });
      const chip = (n: number) => page.locator('[data-type]').filter({ hasText: `trap ${n}` });
      await chip(0).getByRole('link').waitFor();
      const color = (n: number) =>
        chip(n).evaluate(
          (one) => (globalThis as unknown as BrowserWindow).getComputedStyle(one).backgroundColor,
        );
      expect(await color(0)).not.toBe(await color(1));
      await page.getByRole('article').getByText('[Memory #zzzzzzzz]').waitFor();
      await page.getByRole('button', { name: 'Reject the memory “trap 1”' }).click();
      await expect.poll(async () => (await shop.call('get', { id: ids[1]! })).status).toBe('deprecated');

      await page.goto(page.url().replace('&i=1', '&i=2'));
      await page.getByText('Used 6 memories: view all').waitFor();
      const last = page.locator('[data-type]').filter({ hasText: texts[5]! });
      expect(await last.isVisible()).toBe(false);
      await page.getByText('Used 6 memories: view all').click();
      await last.getByRole('link').click();
      await page.waitForURL(new RegExp(`/memories\\?m=${ids[5]}`));
    },
  );
}
