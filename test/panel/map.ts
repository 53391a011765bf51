import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { VerbClient } from '../../src/protocol/client.ts';
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

  test('the graph is really drawn, and a click into a part goes there', SLOW, async () => {
    await shop.call('graphIndex', {});
    const page = await open('');
    const graph = page.getByRole('img', { name: /^Graph of/ });
    await graph.waitFor();
    let spot: { x: number; y: number } | null = null;
    await expect.poll(async () => (spot = await insideOfDisc(page)), SLOW).not.toBeNull();
    await graph.click({ position: spot! });
    await page.waitForURL(/module=(price|cart)/);
    await side(page)
      .getByText(/^src\/(price|cart)$/)
      .waitFor();
  });

  test('the same is there as a list, and without WebGL the list says why', SLOW, async () => {
    await shop.call('graphIndex', {});
    const none = `HTMLCanvasElement.prototype.getContext = () => null;`;
    const page = await open('', { before: none });
    await page.getByText('This browser cannot draw the graph').waitFor();
    await page.getByRole('table').getByRole('button', { name: 'price' }).click();
    await page.getByRole('table').getByRole('button', { name: 'src/price/sum.ts' }).click();
    await side(page).getByRole('heading', { name: 'sum.ts' }).waitFor();
    await side(page)
      .getByRole('button', { name: /^total\.ts/ })
      .click();
    await crumbs(page).getByText('total.ts').waitFor();
  });
}

/** A place well inside what is filled on the layer of the parts; null where nothing is drawn. */
const insideOfDisc = (page: Page): Promise<{ x: number; y: number } | null> =>
  page.evaluate(`(() => {
    const canvas = document.querySelector('[role=img] canvas');
    if (!canvas) return null;
    const { width, height } = canvas;
    const seen = canvas.getContext('2d').getImageData(0, 0, width, height).data;
    const filled = (x, y) => seen[4 * (y * width + x) + 3] === 255;
    for (let y = 40; y < height - 40; y += 4)
      for (let x = 40; x < width - 40; x += 4)
        if ([-24, -12, 0, 12, 24].every((d) => filled(x + d, y) && filled(x, y + d))) return { x, y };
    return null;
  })()`);
