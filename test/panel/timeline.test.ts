import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { bundledEmbedder } from '../../src/embed/bundled.ts';
import type { Client } from '../../src/protocol/client.ts';
import { connectDaemon } from '../../src/protocol/http-client.ts';
import type { Output } from '../../src/protocol/verbs.ts';
import { makeHome } from '../support/made-home/made-home.ts';
import { type Daemon, startBrowser, startDaemon, visit } from './browser.ts';

const SLOW = { timeout: 120_000 };
let folder: string;
let browser: Browser;
let daemon: Daemon;
let client: Client;
let sessions: Output<'timeline'>['sessions'];

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-timeline-')));
  const embedder = bundledEmbedder();
  const { home, projects } = await makeHome({ folder, embedder, memories: 60, sessions: 16 });
  await embedder.unload();
  [daemon, browser] = await Promise.all([startDaemon(home, folder), startBrowser()]);
  const start = { node: '', args: [], env: {} };
  const reach = { home, version: '0.1.0', ifMissing: 'leave' as const, start };
  client = (await connectDaemon(reach, { project: projects[0]! }))!;
  sessions = (await client.call('timeline', {})).sessions;
}, 240_000);

afterAll(async () => {
  await client?.close();
  await browser?.close();
  await daemon?.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Comes to the timeline; whatever the page should not have done fails the test. */
async function open(query: string, options: Parameters<typeof visit>[2] = {}): Promise<Page> {
  const { page, strangers, faults, close } = await visit(browser, daemon, options);
  onTestFinished(async () => {
    await close();
    expect({ strangers, faults }).toEqual({ strangers: [], faults: [] });
  });
  const { current } = await client.call('projects', {});
  await page.goto(new URL(`/p/${current}/timeline${query}`, page.url()).href);
  await page.locator('#content').waitFor();
  return page;
}

const list = (page: Page) => page.getByRole('listbox', { name: 'Steps' });
const step = (page: Page, n: number) => page.getByRole('article', { name: `Step ${n}`, exact: true });

test('sessions tell how hard they were, what they were told and what was learnt', SLOW, async () => {
  const page = await open('');
  const hard = sessions.filter(({ struggle }) => struggle.score > 0);
  expect(hard.length).toBeGreaterThan(0);
  expect(hard.length).toBeLessThan(sessions.length);
  await page.getByText(`${sessions.length} sessions`, { exact: true }).waitFor();
  const one = hard.find(({ struggle, learntTotal }) => struggle.errors > 0 && learntTotal > 0)!;
  const card = page.locator(`[id="session-${one.id}"]`);
  await card.getByRole('heading', { name: one.opening! }).waitFor();
  await card.getByText(new RegExp(`${one.struggle.errors} errors?`)).waitFor();
  await card.getByText(new RegExp(`${one.learntTotal} memor(y|ies) learnt`)).waitFor();
  await card.getByRole('link', { name: one.learnt[0]!.text }).waitFor();

  await page.getByRole('checkbox', { name: 'Only hard ones' }).click();
  await page.getByText(new RegExp(`^${hard.length} sessions?$`)).waitFor();
  expect(await page.locator('[id^="session-"]').count()).toBe(hard.length);
});

test(
  'by keyboard a session is opened and replayed step by step, to a memory learnt in it',
  SLOW,
  async () => {
    const page = await open('');
    const [first] = sessions;
    const { steps, total } = await client.call('replaySession', { session: first!.id });
    await page.locator(`[id="session-${first!.id}"]`).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await step(page, 1).getByText(steps[0]!.event.text, { exact: true }).waitFor();

    await page.keyboard.press('ArrowRight');
    await step(page, 2).waitFor();
    await page.keyboard.press('ArrowRight');
    await step(page, 3).waitFor();
    await page.keyboard.press('ArrowLeft');
    await step(page, 2).waitFor();
    await page.keyboard.press('End');
    await step(page, total).waitFor();
    await list(page).getByRole('option', { selected: true }).waitFor();
    expect(await list(page).getByRole('option', { selected: true }).getAttribute('aria-posinset')).toBe(
      `${total}`,
    );

    const { index, learnt } = steps.find(({ learnt: some }) => some.length > 0)!;
    await page.goto(`${page.url().replace(/&i=\d+/, '')}&i=${index}`);
    await step(page, index + 1)
      .getByRole('link', { name: learnt[0]!.text })
      .click();
    await page.waitForURL(new RegExp(`/memories\\?m=${learnt[0]!.id}`));
  },
);

test(
  'of a session only what was said or done can be gone through, and the log be opened there',
  SLOW,
  async () => {
    const { id } = sessions[0]!;
    const said = await client.call('replaySession', { session: id, kinds: ['prompt', 'reply'] });
    const page = await open(`?s=${id}`);
    await page.getByText('What was said', { exact: true }).click();
    await page.getByText(`Step 1 of ${said.total}`, { exact: true }).last().waitFor();
    expect(await list(page).getByRole('option').count()).toBe(said.total);
    await page.getByRole('button', { name: 'Open the log here' }).click();
    await page.getByRole('dialog').getByText(said.steps[0]!.event.text).first().waitFor();
  },
);

test('it is French for who reads French', SLOW, async () => {
  const page = await open('', { locale: 'fr-FR', colorScheme: 'dark' });
  await page.getByRole('heading', { name: 'Chronologie' }).waitFor();
  await page.getByText(`${sessions.length} sessions`, { exact: true }).waitFor();
  await page.getByText('Seulement les difficiles').waitFor();
});
