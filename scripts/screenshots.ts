// Takes a picture of every panel in both themes, over a made home: node scripts/screenshots.ts OUT [--home DIR]
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import type { Page } from 'playwright-core';
import { startBrowser, startDaemon, visit } from '../test/panel/browser.ts';
import { makeHome } from '../test/support/made-home/made-home.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    home: { type: 'string' },
    panel: { type: 'string' },
    project: { type: 'string' },
    scale: { type: 'string', default: '2' },
  },
});
const [out] = positionals;
if (out === undefined) {
  console.error('Usage: npm run screenshots -- OUT [--home DIR] [--project NAME] [--panel NAME] [--scale 2]');
  process.exit(64);
}
mkdirSync(out, { recursive: true });
const made = values.home === undefined ? mkdtempSync(join(tmpdir(), 'sqrl-shots-')) : undefined;
const folder = resolve(values.home ?? made!);
if (made) {
  const embedder = bundledEmbedder();
  await makeHome({ folder, embedder, atRest: true, say: (what) => console.error(what) });
  await embedder.unload();
}

/** What is shown of some panels besides what one comes to. */
const MORE: Record<string, [name: string, show: (page: Page) => Promise<void>][]> = {
  memories: [
    ['memories-search', (page) => page.getByRole('searchbox').fill('why do the tests hang')],
    [
      'memories-detail',
      async (page) => {
        await page.keyboard.press('j');
        await page.keyboard.press('Enter');
      },
    ],
  ],
  map: [
    ['map-module', (page) => find(page, 'checkout')],
    ['map-impact', (page) => find(page, 'loadMoney')],
  ],
  timeline: [
    [
      'replay',
      async (page) => {
        for (const key of ['j', 'Enter']) await page.keyboard.press(key);
        await page.getByRole('listbox', { name: 'Steps' }).waitFor();
        for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight');
      },
    ],
  ],
  ask: [
    [
      'ask-answered',
      async (page) => {
        await page.getByRole('textbox').last().fill('How is money kept?');
        await page.keyboard.press('Enter');
        await page.getByRole('article').first().waitFor();
      },
    ],
  ],
  teach: [
    [
      'teach-typed',
      (page) => page.getByRole('textbox', { name: 'What should be remembered' }).fill('Always use npm here.'),
    ],
  ],
  settings: [
    ['settings-llm', (page) => part(page, 'Language model and budget')],
    ['settings-privacy', (page) => part(page, 'Privacy')],
    ['settings-policy', (page) => part(page, 'Retention')],
    ['settings-trust', (page) => part(page, 'What agents are told')],
  ],
  home: [
    ['help', (page) => page.keyboard.press('?')],
    [
      'palette',
      async (page) => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('database');
      },
    ],
  ],
};

const daemon = await startDaemon(join(folder, '.sqrl'), folder);
const browser = await startBrowser();
try {
  for (const colorScheme of ['light', 'dark'] as const) await shoot({ colorScheme });
  if (!values.panel) await shootFirstRun();
  await shoot({ colorScheme: 'light', viewport: { width: 390, height: 844 } }, '-narrow');
  await shoot({ colorScheme: 'light', locale: 'fr-FR' }, '-fr');
} finally {
  await browser.close();
  await daemon.kill();
  if (made) rmSync(made, { recursive: true, force: true, maxRetries: 5 });
}

/** What who has just come sees. */
async function shootFirstRun(): Promise<void> {
  const fresh = mkdtempSync(join(tmpdir(), 'sqrl-first-'));
  cpSync(join(folder, '.claude'), join(fresh, '.claude'), { recursive: true });
  mkdirSync(join(fresh, '.sqrl'));
  // Else the daemon has read it all before the picture is taken.
  writeFileSync(join(fresh, '.sqrl', 'config.toml'), '[daemon]\nfollow = false\n');
  const first = await startDaemon(join(fresh, '.sqrl'), fresh);
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, close } = await visit(browser, first, {
      colorScheme,
      deviceScaleFactor: Number(values.scale),
    });
    await settled(page);
    await page.screenshot({ path: join(out!, `first-run-${colorScheme}.png`) });
    await close();
  }
  await first.kill();
  rmSync(fresh, { recursive: true, force: true, maxRetries: 5 });
}

async function shoot(
  options: Parameters<typeof visit>[2] & { colorScheme: string },
  more = '',
): Promise<void> {
  const { page, close, faults } = await visit(browser, daemon, {
    ...options,
    deviceScaleFactor: Number(values.scale),
  });
  // The first of the list is the one that was seen last, whichever that is; the busiest has most to show.
  if (made || values.project) await choose(page, values.project ?? 'orchard-shop');
  const save = async (name: string) => {
    await settled(page);
    await page.screenshot({ path: join(out!, `${name}-${options.colorScheme}${more}.png`) });
    console.log(join(out!, `${name}-${options.colorScheme}${more}.png`));
  };
  const links = await page.locator('nav a').all();
  const hrefs = await Promise.all(
    links.map(async (link) => new URL((await link.getAttribute('href'))!, page.url()).href),
  );
  for (const href of hrefs) {
    const name = new URL(href).pathname.split('/')[3] || 'home';
    if (values.panel && values.panel !== name) continue;
    await page.goto(href);
    await save(name);
    if (more) continue;
    for (const [extra, show] of MORE[name] ?? []) {
      await page.goto(href);
      await settled(page);
      await show(page);
      await page.waitForTimeout(400);
      await save(extra);
    }
  }
  if (faults.length > 0) console.error(`${options.colorScheme}${more}: ${faults.join('\n')}`);
  await close();
}

/** A part of the settings, by its name. */
function part(page: Page, name: string): Promise<void> {
  return page.getByRole('link', { name, exact: true }).first().click();
}

/** Finds something on the map, as a person would: by its name. */
async function find(page: Page, name: string): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type(name);
  await page.getByRole('option', { name }).first().click();
}

/** The page has what it asked for, and has drawn it. */
async function settled(page: Page): Promise<void> {
  await page.locator('main').waitFor({ timeout: 90_000 });
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached', timeout: 90_000 });
  await page.waitForTimeout(700);
}

/** Goes to a project by its name, as a person would. */
async function choose(page: Page, name: string): Promise<void> {
  if (page.url().includes(`/p/${name}`)) return;
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox').fill(name);
  await page.getByRole('dialog').getByText(name, { exact: true }).first().click();
  await page.waitForURL(new RegExp(`/p/${name}`));
}
