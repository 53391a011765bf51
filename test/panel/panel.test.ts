import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bundledEmbedder } from '../../src/embed/bundled.ts';
import type { Client } from '../../src/protocol/client.ts';
import { connectDaemon } from '../../src/protocol/http-client.ts';
import { launchOf } from '../../src/protocol/launch.ts';
import { makeHome } from '../support/made-home/made-home.ts';
import { type Daemon, startBrowser, startDaemon, visit } from './browser.ts';

const SLOW = { timeout: 120_000 };
const SOON = { timeout: 20_000 };
const PROJECT = 'orchard-shop';
let folder: string;
let project: string;
let browser: Browser;
let daemon: Daemon;
let client: Client;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-panel-')));
  const embedder = bundledEmbedder();
  const made = await makeHome({ folder, embedder, memories: 240, sessions: 12, hostile: true });
  await embedder.unload();
  project = made.projects[0]!;
  [daemon, browser] = await Promise.all([startDaemon(made.home, folder), startBrowser()]);
  client = await connected();
}, 240_000);

afterAll(async () => {
  await client?.close();
  await browser?.close();
  await daemon?.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function connected(): Promise<Client> {
  const start = { node: '', args: [], env: {} };
  const reach = { home: join(folder, '.sqrl'), version: '0.1.0', ifMissing: 'leave' as const, start };
  return (await connectDaemon(reach, { project }))!;
}

/** Comes to a panel of the project; whatever the page should not have done fails the test. */
async function open(panel: string, options: Parameters<typeof visit>[2] = {}): Promise<Page> {
  const { page, strangers, faults, close } = await visit(browser, daemon, options);
  onTestFinished(async () => {
    await close();
    expect({ strangers, faults }).toEqual({ strangers: [], faults: [] });
  });
  const { projects } = await client.call('projects', {});
  const { id } = projects.find(({ name }) => name === PROJECT)!;
  await page.goto(new URL(`/p/${id}${panel}`, page.url()).href);
  await page.locator('#content').waitFor();
  return page;
}

const rows = (page: Page) => page.getByRole('listbox').getByRole('option');
const filters = (page: Page) => page.getByRole('region', { name: 'Filters' });
const portrait = (id: string) => client.call('portrait', { id });
const newest = async () => (await client.call('browse', { sort: 'newest', limit: 3 })).memories;
const quiet = (page: Page) => page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });

test('a link lets one browser in, once, and leaves no key behind', SLOW, async () => {
  const { url } = await launchOf(daemon.file());
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('#content').waitFor();
  expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/p\/[\w%-]+\/$/);
  expect(await context.cookies()).toEqual([
    expect.objectContaining({ httpOnly: true, sameSite: 'Strict', name: `sqrl_${daemon.file().port}` }),
  ]);
  const other = await browser.newContext();
  onTestFinished(() => other.close());
  const stranger = await other.newPage();
  expect((await stranger.goto(url))!.status()).toBe(401);
  expect(await stranger.textContent('body')).toContain('sqrl ui');
});

test(
  'at home one sees how the memory does, what it spared, who is heard and what needs one',
  SLOW,
  async () => {
    const page = await open('/');
    const { health, totals } = await client.call('overview', {});
    await page.getByRole('heading', { name: PROJECT }).waitFor();
    await page
      .getByText(String(Math.round(health.score!)), { exact: true })
      .first()
      .waitFor();
    await page.getByText(totals.memories.toLocaleString('en-GB'), { exact: true }).first().waitFor();
    for (const title of [
      'Health',
      'This week',
      'Needs attention',
      'Activity',
      'Clients',
      'Parts of the code',
    ])
      await page.getByRole('heading', { name: title }).waitFor();
    await page.getByText('How it is computed').first().click();
    await page.getByText('Held against:').first().waitFor();
    await page.getByText('claude-code').first().waitFor();
  },
);

test(
  'with the keyboard alone a memory is found, read, confirmed, corrected, pinned and all that taken back',
  SLOW,
  async () => {
    const text = 'When a basket is paid, lock the row first, or two workers charge twice.';
    const { id } = await client.call('remember', { text, source: 'observer_inferred' });
    const page = await open('/');
    const keys = page.keyboard;
    await keys.press('g');
    await keys.press('m');
    await rows(page).first().waitFor();
    await keys.press('/');
    await keys.type('basket is paid, lock the row');
    await page.waitForURL(/q=basket.*row/);
    await expect.poll(() => rows(page).first().textContent(), SOON).toContain(text);
    await keys.press('Enter');
    await keys.press('j');
    await keys.press('Enter');
    await page.waitForURL(new RegExp(`[?&]m=${id}`));
    const before = (await portrait(id)).memory;
    await page.getByRole('article').getByText(before.text).waitFor();

    await keys.press('c');
    await expect.poll(async () => (await portrait(id)).memory.verified, SOON).toBe(true);
    await page.getByRole('alert').getByText('Confirmed').waitFor();
    await keys.press('z');
    await expect.poll(async () => (await portrait(id)).memory.verified, SOON).toBe(false);

    await keys.press('p');
    await expect.poll(async () => (await portrait(id)).memory.pinned, SOON).toBe(!before.pinned);
    await keys.press('z');
    await expect.poll(async () => (await portrait(id)).memory.pinned, SOON).toBe(before.pinned);

    await keys.press('e');
    await page.getByRole('textbox', { name: 'The corrected text' }).fill('Lock the row first, and say why.');
    await keys.press('Control+Enter');
    await expect
      .poll(async () => (await portrait(id)).memory.text, SOON)
      .toBe('Lock the row first, and say why.');
    await page.getByRole('article').getByText('Lock the row first, and say why.').first().waitFor();
    await page.getByRole('textbox', { name: 'The corrected text' }).waitFor({ state: 'detached' });
    await keys.press('z');
    await expect.poll(async () => (await portrait(id)).memory.text, SOON).toBe(before.text);

    await keys.press('r');
    await expect.poll(async () => (await portrait(id)).memory.status, SOON).toBe('deprecated');
    await keys.press('Escape');
    await page.getByRole('article').waitFor({ state: 'detached' });
    await keys.press('?');
    await page.getByRole('dialog').getByText('Reject').waitFor();
  },
);

test('several are marked and put right as one deed; forgetting asks first and is final', SLOW, async () => {
  const page = await open('/memories?sort=newest');
  const [a, b] = await newest();
  await rows(page).first().waitFor();
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  const bar = page.getByRole('toolbar');
  await bar.getByText('2 marked').waitFor();
  await bar.getByRole('button', { name: 'Pin', exact: true }).click();
  const pinned = async () => [(await portrait(a!.id)).memory.pinned, (await portrait(b!.id)).memory.pinned];
  await expect.poll(pinned, SOON).toEqual([true, true]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(pinned, SOON).toEqual([a!.pinned, b!.pinned]);

  await rows(page).first().click();
  await page.getByRole('article').getByRole('button', { name: 'Forget' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click();
  expect((await portrait(a!.id)).memory.id).toBe(a!.id);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('article').getByRole('button', { name: 'Forget' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
  await expect.poll(() => portrait(a!.id).catch(({ code }) => code), SOON).toBe('not_found');
});

test('filters stand in the address, with how many each would leave', SLOW, async () => {
  const page = await open('/memories');
  await rows(page).first().waitFor();
  const { facets } = await client.call('browse', { limit: 1 });
  const label = filters(page).locator('label', { hasText: 'Gotcha' });
  expect(await label.locator('small').textContent()).toBe(String(facets!.types.gotcha));
  await label.click();
  await page.waitForURL(/type=gotcha/);
  const total = () => page.locator('span[role="status"]').textContent();
  await expect.poll(total, SOON).toBe(`${facets!.types.gotcha} memories`);
  await filters(page).locator('label', { hasText: 'Confirmed' }).click();
  await page.reload();
  const filter = { types: ['gotcha' as const], verified: true };
  const { total: both } = await client.call('browse', { filter, limit: 1 });
  await expect.poll(total, SOON).toMatch(new RegExp(`^${both} memor`));
  await page.getByText('Clear 2 filters').click();
  await expect.poll(() => page.url()).not.toContain('type=');
});

test('what memories say is shown as text, whatever it is', SLOW, async () => {
  const page = await open('/memories?q=script');
  await client.call('remember', {
    text: '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>javascript:alert(1) script',
    tags: ['<b>bold</b>'],
    files: ['src/"><img src=x onerror=window.hacked=1>.ts'],
    key: '<svg onload=window.hacked=1>',
  });
  const { memories } = await client.call('browse', { query: 'hacked script', limit: 1 });
  const id = memories[0]!.id;
  await page.goto(`${page.url().split('?')[0]}?m=${id}`);
  await page.getByRole('article').getByText('<img src=x onerror=').first().waitFor();
  await page.getByText('<b>bold</b>').first().waitFor();
  await page.goto(page.url().split('?')[0]!);
  await quiet(page);
  await page.waitForTimeout(300);
  expect(await page.locator('main img, main script, main b b, main iframe, main svg[onload]').count()).toBe(
    0,
  );
  expect(await page.evaluate(() => (globalThis as { hacked?: number }).hacked)).toBeUndefined();
});

test('what was learnt is looked through card by card, session by session', SLOW, async () => {
  const page = await open('/review');
  const { sessions } = await client.call('inbox', { limit: 50, perSession: 200 });
  const isOpen = ({ memory }: (typeof sessions)[number]['learnt'][number]) =>
    (!memory.verified || memory.needsReview) && memory.status !== 'deprecated';
  const batch = sessions.map(({ learnt }) => learnt.filter(isOpen)).find((learnt) => learnt.length > 2)!;
  const shown = async () => {
    const text = await page.locator('section p').first().textContent();
    return sessions.flatMap(({ learnt }) => learnt).find(({ memory }) => memory.text === text)!.memory.id;
  };
  expect(batch.length).toBeGreaterThan(2);
  await page
    .getByRole('button', { name: /^Confirm/ })
    .first()
    .waitFor();
  const first = await shown();
  await page.keyboard.press('c');
  await expect.poll(async () => (await portrait(first)).memory.verified, SOON).toBe(true);
  await expect.poll(shown, SOON).not.toBe(first);
  const second = await shown();
  await page.keyboard.press('l');
  await expect.poll(shown, SOON).not.toBe(second);
  const third = await shown();
  await page.keyboard.press('r');
  await expect.poll(async () => (await portrait(third)).memory.status, SOON).toBe('deprecated');
  await page.keyboard.press('z');
  await expect.poll(async () => (await portrait(third)).memory.status, SOON).not.toBe('deprecated');
  await page.getByRole('button', { name: 'Mark all as seen' }).click();
  await page.getByText('Nothing new').waitFor();
  expect((await client.call('inbox', {})).memories).toBe(0);
});

test('what an agent learns appears by itself', SLOW, async () => {
  const page = await open('/memories?sort=newest');
  await rows(page).first().waitFor();
  await client.call('remember', { text: 'The kettle is on the second floor' });
  await rows(page).getByText('The kettle is on the second floor').waitFor();
});

test('the page says it when the daemon has gone, and goes on by itself when it is back', SLOW, async () => {
  const page = await open('/memories?sort=newest');
  await rows(page).first().waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await daemon.kill();
  await page.getByText('Reconnecting…').waitFor();
  await page.getByText('The daemon has gone.').waitFor();
  expect(await rows(page).count()).toBeGreaterThan(5);
  await daemon.start();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByText('The daemon has gone.').waitFor({ state: 'detached' });
  await client.close();
  client = await connected();
  await client.call('remember', { text: 'The kettle has moved to the cellar' });
  await rows(page).getByText('The kettle has moved to the cellar').waitFor();
});

test('it is dark for who likes it dark, and French for who reads French', SLOW, async () => {
  const page = await open('/', { colorScheme: 'dark', locale: 'fr-FR' });
  const html = page.locator('html');
  expect(await html.getAttribute('data-mantine-color-scheme')).toBe('dark');
  await page.getByRole('heading', { name: 'Santé' }).waitFor();
  expect(await html.getAttribute('lang')).toBe('fr');
  for (const name of ['Accueil', 'Souvenirs', 'Relecture'])
    await page.getByRole('navigation').getByRole('link', { name }).waitFor();
  await page.keyboard.press('t');
  await expect.poll(() => html.getAttribute('data-mantine-color-scheme')).toBe('light');
  await page.reload();
  await page.getByRole('heading', { name: 'Santé' }).waitFor();
  expect(await html.getAttribute('data-mantine-color-scheme')).toBe('light');
  await page.getByRole('combobox', { name: 'Langue' }).selectOption('en');
  await page.getByRole('heading', { name: 'Health' }).waitFor();
});

test('everything is reached from the palette', SLOW, async () => {
  const page = await open('/');
  const field = page.getByRole('dialog').getByRole('textbox');
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type('revi');
  await page.getByRole('dialog').getByText('Review', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/review$/);
  await field.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type('ledger-api');
  await page.getByRole('dialog').getByText('ledger-api', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/p\/ledger-api-\w+\/review$/);
});

test('a narrow screen shows all of it, with nothing beside the edge', SLOW, async () => {
  const page = await open('/', { viewport: { width: 375, height: 740 } });
  await quiet(page);
  for (const panel of ['Memories', 'Review', 'Home']) {
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('navigation').getByRole('link', { name: panel }).click();
    await quiet(page);
  }
  await page.goto(`${page.url()}memories`);
  await rows(page).first().click();
  await page.getByRole('article').getByRole('button', { name: 'Close' }).click();
  await rows(page).first().waitFor();
});

const LOOKED_AT = '["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]';

test.each(['light', 'dark'] as const)('everybody can use it in the %s', SLOW, async (colorScheme) => {
  // Only here does the policy let a script in that is not the page's: the one that looks at the page.
  const page = await open('/', { colorScheme, bypassCSP: true });
  const panels = await page.getByRole('navigation').getByRole('link').all();
  const hrefs = await Promise.all(panels.map((link) => link.getAttribute('href')));
  for (const href of [...hrefs, `${hrefs[1]}?m=${(await newest())[0]!.id}`]) {
    await page.goto(new URL(href!, page.url()).href);
    await page.locator('#content').waitFor();
    await quiet(page);
    await page.waitForTimeout(400);
    await page.evaluate(axe.source);
    const { violations } = (await page.evaluate(`axe.run(document, { runOnly: ${LOOKED_AT} })`)) as {
      violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
    };
    const told = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${href} ${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
    expect(told).toEqual([]);
  }
});
