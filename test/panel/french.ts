import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { type Message, message, messageTexts, stepMessage } from '../../src/base/messages.ts';
import { go, type PanelTestHome, SLOW } from './panel-home.ts';

const FILE = fileURLToPath(new URL('../../dashboard/words/messages-fr.ts', import.meta.url));

type Texts = Record<string, string | { one: string; other: string }>;

/** The daemon’s sentences are shown in French on a French page. */
export function frenchTests(house: PanelTestHome): void {
  let french: Texts;

  beforeAll(async () => {
    ({ MESSAGES_FR: french } = (await import(FILE)) as { MESSAGES_FR: Texts });
  });

  test('every message has French with the same facts, and plurals where English has them', () => {
    const shape = (text: Texts[string]) =>
      typeof text === 'string' ? factsOf(text) : { other: factsOf(text.other) };
    for (const [code, text] of Object.entries(messageTexts as Texts))
      expect(shape(french[code]!), code).toEqual(shape(text));
    expect(Object.keys(french).sort()).toEqual(Object.keys(messageTexts).sort());
  });

  test('no message of a sentence’s length is the same in both languages', () => {
    const same = Object.entries(messageTexts as Texts).filter(
      ([code, text]) => JSON.stringify(text) === JSON.stringify(french[code]),
    );
    expect(same.map(([, text]) => text).filter((text) => /[a-z]+ [a-z]+/.test(JSON.stringify(text)))).toEqual(
      [],
    );
  });

  test(
    'no English message is left on any panel; the reason of a refusal is the daemon’s, under a French line',
    SLOW,
    async () => {
      const { sent, id } = await messagesOf(house);
      expect(sent.size).toBeGreaterThan(40);
      const page = await house.open('/', { locale: 'fr-FR' });
      const base = page.url().replace(/\/$/, '');
      const panels: [panel: string, ...names: string[]][] = [
        ['/'],
        ['/memories?q=coupon'],
        [`/memories?m=${id}`],
        ['/review'],
        ['/map?view=list', 'Tout le code'],
        ['/timeline', 'Chronologie', 'Seulement les difficiles'],
        ['/teach'],
        ['/settings'],
        ['/settings/trust'],
        ['/settings/policy'],
        ['/settings/privacy'],
      ];
      for (const [panel, ...names] of panels) {
        await go(page, base + panel);
        for (const name of names) await page.getByRole('main').getByText(name).first().waitFor();
        if (panel.includes('q=')) await page.getByRole('switch', { name: 'Raisons' }).click();
        const shown = await page
          .locator('body *')
          .evaluateAll((all) =>
            all
              .filter(({ childElementCount }) => childElementCount === 0)
              .map(({ textContent }) => textContent),
          );
        const lines = new Set(shown.flatMap((text) => text?.split(' · ') ?? []));
        expect(
          [...sent].filter((text) => lines.has(text)),
          panel,
        ).toEqual([]);
      }

      await go(page, `${base}/settings/policy`);
      const days = page.getByLabel('decay.guard.max_inactive_days', { exact: true });
      await days.fill('-3');
      await days.press('Enter');
      await page.getByText(/Cela n’a pas été accepté.*Too small/).waitFor();
      await days.fill('bientôt');
      await days.press('Enter');
      await page.getByText('Ce n’est pas un nombre.').waitFor();
    },
  );

  test('the page says a message with messages in it in French', SLOW, async () => {
    const { did, why } = { did: stepMessage('rejected (taken back)'), why: message('why.noBranches') };
    expect(did.text).toBe('rejected (undone)');
    const page = await house.open('/', { locale: 'fr-FR' });
    await page.route('**/portrait*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { steps?: unknown[] };
      const step = { at: 0, did, why, before: null, confidence: null };
      await route.fulfill({ response, json: { ...body, steps: [step] } });
    });
    const { memories } = await house.client.call('browse', { limit: 1 });
    await go(page, `${page.url().replace(/\/$/, '')}/memories?m=${memories[0]!.id}`);
    await page.getByRole('article').getByText('Avancé').click();
    await page.getByText('rejeté (annulé)').waitFor();
    await page.getByText('le projet n’a pas de branches').waitFor();
  });
}

const factsOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].sort();

/** The English of what the daemon says of this home in messages, without words of others, and a memory with a long history. */
async function messagesOf({ client }: PanelTestHome): Promise<{ sent: Set<string>; id: string }> {
  const { week, attention, clients } = await client.call('overview', {});
  const { sessions } = await client.call('timeline', { limit: 100 });
  const { memories } = await client.call('browse', { query: 'coupon of the cart', limit: 30 });
  const { memories: used } = await client.call('browse', { sort: 'most used', limit: 30 });
  const { waiting } = await client.call('review', {});
  const { next } = await client.call('trust', {});
  const { settings } = await client.call('settings', {});
  const { rules } = await client.call('policy', {});
  const { leaves } = await client.call('privacy', {});
  const { sources } = await client.call('sources', {});
  const { daemon } = await client.call('status', {});
  const portraits = await Promise.all(
    [...memories, ...used].map((each) => client.call('portrait', { id: each.id })),
  );
  const all: (Message | null)[] = [
    ...[week.sparedTokens, week.sparedFailures].flatMap(({ how, because }) => [how, because]),
    ...attention.flatMap(({ code, facts }) => (code ? [message(code, facts)] : [])),
    ...clients.map(({ because }) => because),
    next,
    ...daemon!.jobs.map(({ note }) => note),
    ...[...settings, ...rules].map(({ means }) => means),
    ...leaves.map(({ what }) => what),
    ...sources.flatMap(({ troubles }) => troubles.map(({ because }) => because)),
    ...sessions.flatMap(({ episodes }) => episodes.map(({ outcome }) => outcome)),
    ...memories.flatMap(({ why }) => why),
    ...waiting.map(({ why }) => why),
    ...portraits.flatMap(({ steps, drafts, staleness, outcomes }) => [
      ...drafts.map(({ reason }) => reason),
      ...steps.flatMap(({ did, why }) => [did, why]),
      ...staleness.why,
      ...outcomes.map(({ why }) => why),
    ]),
  ];
  const longest = portraits.sort(
    (a, b) => b.steps.length + b.outcomes.length - a.steps.length - a.outcomes.length,
  );
  const own = all.flatMap((each) => (each === null || each.code === 'verbatim' ? [] : [each.text]));
  return { sent: new Set(own.filter((text) => text.length > 8)), id: longest[0]!.memory.id };
}
