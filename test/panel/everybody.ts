import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type PanelTestHome, quiet, rows, SLOW } from './panel-home.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/**
 * Of what is in order nothing needs to be told, and of what is not, its markup tells where it stands. Nothing here is
 * preloaded: there is neither sound nor a frame.
 */
const ASKED = { resultTypes: ['violations'], selectors: false, preload: false, iframes: false };

/** What stands in the way of somebody on this page, by all rules or by the one that depends on its colors. */
export async function hindrances(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(
    `axe.run(document, ${JSON.stringify({ ...ASKED, runOnly: rules === 'all' ? RULES : ['color-contrast'] })})`,
  )) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

export const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

/** Has an open page be light or dark, as when the person's machine becomes so. */
export async function turn(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
  await settled(page);
}

/** Every panel, and what opens over it, by all rules of WCAG AA that a program can look at. */
export function everybodyTests(house: PanelTestHome): void {
  test('can use every panel in the light and in the dark', SLOW, async () => {
    // Only here does the policy let a script in that is not the page's: the one that looks at the page.
    const page = await house.open('/', { bypassCSP: true });
    let [now, other]: readonly Scheme[] = SCHEMES;
    // What is shown as the page is; then it is turned, and the next is loaded as it was left: half of them in the dark.
    const isForAll = async (what: string) => {
      await turn(page, now!);
      expect(await hindrances(page), `${what}, ${now}`).toEqual([]);
      [now, other] = [other, now];
      await turn(page, now!);
      expect(await hindrances(page, 'colors'), `${what}, ${now}`).toEqual([]);
    };
    const panels = await page.getByRole('navigation').getByRole('link').all();
    const hrefs = await Promise.all(panels.map((link) => link.getAttribute('href')));
    // Gone to within the page, which then has the program that looks at it already.
    for (const [i, href] of hrefs.entries()) {
      if (i > 0) await panels[i]!.click();
      await page.waitForURL(new URL(href!, page.url()).href);
      await isForAll(href!);
    }
    await panels[1]!.click();
    await rows(page).first().click();
    await page.getByRole('article').waitFor();
    await isForAll('a memory');
    const over: [name: string, keys: string[]][] = [
      ['the dialog before forgetting', ['Delete']],
      ['the help sheet', ['?']],
      ['the palette', ['Control+k']],
    ];
    for (const [name, keys] of over) {
      for (const key of keys) await page.keyboard.press(key);
      await page.getByRole('dialog').waitFor();
      await isForAll(name);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.setViewportSize({ width: 375, height: 740 });
    for (const href of [hrefs[0]!, hrefs[1]!]) {
      await page.goto(new URL(href, page.url()).href);
      await page.locator('#content').waitFor();
      await isForAll(`${href} on a narrow screen`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    }
    await rows(page).first().click();
    await page.getByRole('article').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Review' }).click();
    await page.waitForURL(/\/review$/);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
  });
}

/** The page has what it asked for, and nothing on it fades in any more. */
async function settled(page: Page): Promise<void> {
  await quiet(page);
  await page.waitForFunction('document.getAnimations().every(({ playState }) => playState !== "running")');
}
