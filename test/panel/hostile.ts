import { expect, test } from 'vitest';
import { harm } from '../support/made-home/hostile.ts';
import { go, type PanelTestHome, SLOW, SOON } from './panel-home.ts';

/** A project that means harm in everything it says. That nothing of it ran is what `open` looks for. */
export function hostileTests(house: PanelTestHome): void {
  const open = (panel: string, more: object = {}) =>
    house.open(panel, { ...more, project: house.projects.at(-1)! });

  test('is text on every panel, in answers, tips and the palette, and only that', SLOW, async () => {
    const client = await house.connect(house.projects.at(-1)!);
    const { memories } = await client.call('list', { query: harm('corrected'), limit: 50 });
    const { id } = memories.find(({ text }) => text === harm('corrected'))!;
    const { sessions } = await client.call('sessions', { limit: 50 });
    const agents = sessions.find(({ client }) => client !== 'git' && client !== 'ci');
    const { events } = await client.call('events', { session: agents!.id });
    const step = (where: string) =>
      `/timeline?s=${agents!.id}&i=${events.findIndex((event) => JSON.stringify(event).includes(`> ${where}`))}`;
    const file = `src/${harm('path')}.ts`;
    const page = await open('/');
    const shown: [panel: string, ...where: string[]][] = [
      ['/', 'name'],
      ['/memories?sort=newest', 'corrected', 'contradiction', 'path'],
      [`/memories?m=${id}`, 'corrected', 'memory', 'quote', 'key', 'tag', 'path', 'symbol', 'reason'],
      ['/review', 'rule', 'prompt'],
      ['/map?view=list'],
      [`/map?file=${encodeURIComponent(file)}`, 'path', 'symbol', 'corrected'],
      ['/timeline', 'prompt'],
      [step('prompt'), 'prompt'],
      [step('reply'), 'reply'],
      [step('path'), 'path'],
      [step('command'), 'command'],
      [step('output'), 'output'],
      [step('tool output'), 'tool output'],
      ['/ask'],
      ['/teach'],
      ['/settings'],
      ['/settings/trust', 'name'],
      ['/settings/privacy'],
    ];
    const base = page.url().replace(/\/$/, '');
    for (const [panel, ...where] of shown) {
      await go(page, base + panel);
      for (const each of where)
        await expect
          .poll(() => page.locator('body').textContent(), { ...SOON, message: `${panel}: ${each}` })
          .toContain(harm(each));
      expect(await page.locator('img[src="x"], [onerror], [onload], main b b').count(), panel).toBe(0);
      // Nor an address that one can follow.
      const links = await page
        .locator('a')
        .evaluateAll((all) => all.map((a) => (a as { href: string }).href));
      expect(links.filter((href) => !href.startsWith('http://127.0.0.1:'))).toEqual([]);
    }

    // In answers, in what is held against a rule, in the palette and in tips.
    await go(page, `${base}/ask`);
    await page.getByRole('textbox', { name: 'Your question' }).fill(`What is ${harm('corrected')}?`);
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByText(harm('corrected')).first().waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Add rule' }).click();
    await page.getByRole('textbox', { name: 'What should be remembered' }).fill(harm('corrected'));
    await page.getByRole('link', { name: harm('corrected') }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('textbox').fill('onerror');
    await page.getByRole('dialog').getByText(harm('corrected')).first().waitFor();
    expect(await page.locator('img[src="x"], [onerror], [onload]').count()).toBe(0);

    const other = await house.open('/');
    await other.keyboard.press('Control+k');
    await other.getByRole('dialog').getByRole('textbox').fill('onerror');
    await other.getByRole('dialog').getByText(harm('name'), { exact: true }).waitFor();
    expect(await other.locator('img[src="x"], [onerror], [onload]').count()).toBe(0);
  });
}
