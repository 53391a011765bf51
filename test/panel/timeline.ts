import { CLIENTS } from '@sqrl/base/model/event.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type PanelTestHome, plain, SLOW } from './panel-home.ts';

const list = (page: Page) => page.getByRole('listbox', { name: 'Steps' });
const step = (page: Page, n: number) => page.getByRole('article', { name: `Step ${n}`, exact: true });

const AGENTS = CLIENTS.filter((client) => client !== 'git' && client !== 'ci');

/** What happened, session by session. */
export function timelineTests(house: PanelTestHome): void {
  let sessions: Output<'sessions'>['sessions'];
  let total: number;

  beforeAll(async () => {
    ({ sessions, total } = await house.client.call('sessions', { clients: AGENTS }));
  });

  test('sessions tell how hard they were, what they were told and what was learned', SLOW, async () => {
    const page = await house.open('/timeline');
    const hard = sessions.filter(({ struggle }) => struggle.score > 0);
    expect(hard.length).toBeGreaterThan(0);
    expect(hard.length).toBeLessThan(sessions.length);
    await page.getByText(`${total} sessions`, { exact: true }).waitFor();
    const one = hard.find(({ struggle, learnedTotal }) => struggle.errors > 0 && learnedTotal > 0)!;
    const card = page.locator(`[id="session-${one.id}"]`);
    await card.getByRole('heading', { name: one.opening! }).waitFor();
    await card.getByText(new RegExp(`${one.struggle.errors} errors?`)).waitFor();
    await card.getByText(new RegExp(`${one.learnedTotal} memor(y|ies) learned`)).waitFor();
    await card.getByRole('link', { name: plain(one.learned[0]!.text) }).waitFor();

    const only = await house.client.call('sessions', { clients: AGENTS, hard: true });
    expect(only.total).toBeLessThan(total);
    await page.getByRole('checkbox', { name: 'Struggling only' }).click();
    await page.getByText(`${only.total} sessions`, { exact: true }).waitFor();
    const shown = () => page.locator('[id^="session-"]').evaluateAll((all) => all.map(({ id }) => id));
    expect(await shown()).toEqual(only.sessions.map(({ id }) => `session-${id}`));

    // By what was said in them, and up to a day.
    await page.getByRole('checkbox', { name: 'Struggling only' }).click();
    const words = sessions
      .find(({ opening }) => opening)!
      .opening!.match(/\p{L}{4,}/gu)!
      .slice(0, 3)
      .join(' ');
    const said = await house.client.call('sessions', { clients: AGENTS, words });
    expect(said.total).toBeGreaterThan(0);
    expect(said.total).toBeLessThan(total);
    await page.keyboard.press('/');
    await page.keyboard.type(words);
    await page.getByText(new RegExp(`^${said.total} sessions?$`)).waitFor();
    await page.locator('h3 mark').first().waitFor();
    await page.getByRole('searchbox').fill('');
    // Days are those of the browser.
    const dayOf = (at: number) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(at);
    const day = dayOf(sessions.at(-1)!.startedAt);
    const first = sessions.find(({ startedAt }) => dayOf(startedAt) <= day)!;
    await page.getByLabel('Go to a day').fill(day);
    await page.waitForURL(/day=/);
    await expect.poll(async () => (await shown())[0]).toBe(`session-${first.id}`);
  });

  test(
    'by keyboard a session is opened and replayed step by step, to a memory learned in it',
    SLOW,
    async () => {
      const page = await house.open('/timeline');
      const [first] = sessions;
      const { events: steps, total } = await house.client.call('events', { session: first!.id, limit: 100 });
      await page.locator(`[id="session-${first!.id}"]`).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await step(page, 1).getByText(steps[0]!.text, { exact: true }).waitFor();

      // Empty notices are passed over.
      const isSilent = ({ kind, text }: (typeof steps)[number]) => kind === 'notice' && text.trim() === '';
      const shown = steps.filter((each) => !isSilent(each)).map(({ index }) => index + 1);
      const [, second, third] = shown;
      const last = steps.length < total ? total : shown.at(-1)!;
      await page.keyboard.press('ArrowRight');
      await step(page, second!).waitFor();
      await page.keyboard.press('ArrowRight');
      await step(page, third!).waitFor();
      await page.keyboard.press('ArrowLeft');
      await step(page, second!).waitFor();
      await page.keyboard.press('End');
      await step(page, last).waitFor();
      await list(page).getByRole('option', { selected: true }).waitFor();
      expect(await list(page).getByRole('option', { selected: true }).getAttribute('aria-posinset')).toBe(
        `${last}`,
      );

      // An edit is shown as a diff, and empty notices are not listed.
      const edit = steps.find(({ kind, tool }) => kind === 'call' && tool === 'edit')!;
      await page.goto(`${page.url().replace(/&i=\d+/, '')}&i=${edit.index}`);
      await page.getByRole('region', { name: 'What it changed' }).getByText('+').first().waitFor();
      const silent = steps.filter(isSilent);
      expect(await list(page).getByRole('option').count()).toBe(Math.min(100, total) - silent.length);

      // Only what was said can be gone through.
      const kinds = ['prompt' as const, 'reply' as const];
      const said = await house.client.call('events', { session: first!.id, kinds });
      await page.getByText('Messages', { exact: true }).click();
      await page.getByText(`Step 1 of ${said.total}`, { exact: true }).last().waitFor();
      expect(await list(page).getByRole('option').count()).toBe(said.total);
      await page.goBack();

      const { index, learned } = steps.find(({ learned: some }) => some.length > 0)!;
      await page.goto(`${page.url().replace(/&i=\d+/, '')}&i=${index}`);
      await step(page, index + 1)
        .getByRole('link', { name: plain(learned[0]!.text) })
        .click();
      await page.waitForURL(new RegExp(`/memories\\?m=${learned[0]!.id}`));
    },
  );

  test('the evidence of a memory opens in its session, at the step it comes from', SLOW, async () => {
    const { memories } = await house.client.call('list', { filter: { sources: ['observer_inferred'] } });
    const portraits = await Promise.all(memories.map(({ id }) => house.client.call('portrait', { id })));
    // Not every memory of a made home was learned in a session that is kept.
    const { memory } = portraits.find(({ evidence }) => evidence.some(({ places }) => places.length > 0))!;
    const page = await house.open(`/memories?m=${memory.id}`);
    await page.getByRole('link', { name: 'Open the session' }).first().click();
    await page.waitForURL(/\/timeline\?event=/);
    const event = new URL(page.url()).searchParams.get('event')!;
    const { at, events } = await house.client.call('events', { event, limit: 100 });
    await step(page, at! + 1).waitFor();
    // Notices without words, which some clients end with, are passed over.
    const shown = events.filter(({ kind, text }) => kind !== 'notice' || text.trim() !== '');
    const [first, last] = [shown[0]!.index, shown.at(-1)!.index];
    await page.keyboard.press(at! < last ? 'End' : 'Home');
    await step(page, (at! < last ? last : first) + 1).waitFor();
  });

  test(
    'a cited message opens at its place in the timeline, marked, with the page that holds it',
    SLOW,
    async () => {
      const { id } = sessions.toSorted((a, b) => b.events - a.events)[0]!;
      const { events, total: all } = await house.client.call('events', { session: id, limit: 10_000 });
      const index = events.findLastIndex(({ kind }) => kind === 'prompt' || kind === 'reply');
      const cited = events[index]!;
      const page = await house.open(`/timeline?s=${id}&event=said:${cited.id.slice(0, 12)}`);
      await step(page, index + 1)
        .getByText('cited', { exact: true })
        .waitFor();
      const option = list(page).getByRole('option', { selected: true });
      expect(await option.getAttribute('aria-posinset')).toBe(`${index + 1}`);
      expect(await option.getAttribute('data-cited')).toBe('true');
      const [inView, top] = await Promise.all([option.boundingBox(), list(page).boundingBox()]);
      expect(inView!.y).toBeGreaterThanOrEqual(top!.y);
      expect(inView!.y + inView!.height).toBeLessThanOrEqual(top!.y + top!.height);
      await page.keyboard.press('ArrowLeft');
      // Notices without words are passed over.
      const before = events.findLastIndex(
        ({ kind, text }, i) => i < index && (kind !== 'notice' || text.trim() !== ''),
      );
      await step(page, before + 1).waitFor();
      expect(await list(page).locator('[data-cited]').count()).toBe(1);
      await page
        .getByText(`Step ${before + 1} of ${all}`, { exact: true })
        .last()
        .waitFor();

      const gone = await house.open(`/timeline?s=${id}&event=said:00000000`);
      await gone.getByText('The cited message is no longer in this session.').waitFor();
    },
  );

  test(
    'what was said is shown in an answer with its words marked, and opens at its place by keyboard',
    SLOW,
    async () => {
      const { id } = sessions.toSorted((a, b) => b.events - a.events)[0]!;
      const { events } = await house.client.call('events', { session: id, kinds: ['prompt', 'reply'] });
      const [before, cited, after] = events.slice(-3);
      const word = cited!.text.match(/[a-z]{6,}/i)![0];
      const passage = {
        ...{ id: `said:${cited!.id.slice(0, 12)}`, speaker: 'agent', at: cited!.at, client: cited!.client },
        ...{ number: 1, session: id, text: cited!.text, earlier: true, tainted: true, score: 1 },
        before: [{ speaker: 'person', text: before!.text }],
        after: [{ speaker: 'person', text: after!.text }],
      };
      const page = await house.open('/ask');
      await page.route('**/v1/ask**', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ json: { ...(await answer.json()), citations: [], passages: [passage] } });
      });
      await page.getByRole('textbox', { name: 'Your question' }).fill(`What about ${word}?`);
      await page.keyboard.press('Enter');
      const said = page.getByRole('region', { name: 'Said in past sessions' });
      await said.locator('mark').filter({ hasText: word }).first().waitFor();
      for (const text of [before!.text, after!.text, 'said after reading external text', /^earlier/])
        await said.getByText(text).first().waitFor();
      for (const key of ['Escape', 'j', 'Enter']) await page.keyboard.press(key);
      await page.waitForURL(/timeline\?s=.*&event=said/);
      await page.getByRole('article').getByText(cited!.text).first().waitFor();
      expect(await list(page).locator('[data-cited]').count()).toBe(1);
    },
  );
}
