import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { type House, quiet, SLOW } from './house.ts';

const FILE = fileURLToPath(new URL('../../dashboard/words/told-fr.ts', import.meta.url));

/** What the daemon says by its rules is said in French to who reads French. */
export function frenchTests(house: House): void {
  let inFrench: (sentence: string) => string | undefined;
  let said: Set<string>;
  let id: string;

  beforeAll(async () => {
    ({ inFrench } = (await import(FILE)) as { inFrench: typeof inFrench });
    ({ said, id } = await sentencesOf(house));
  });

  test('every sentence of the daemon’s is known', () => {
    expect(said.size).toBeGreaterThan(60);
    expect([...said].filter((sentence) => inFrench(sentence) === undefined)).toEqual([]);
  });

  test('what was done and then taken back is both', () => {
    expect(inFrench('rejected (taken back)')).toBe('rejeté (annulé)');
  });

  test('what somebody else said stays as it is', () => {
    for (const own of [
      'Use pnpm here',
      'Use pnpm here (taken back)',
      'cart: mend the coupon',
      'npm error Missing script: "typecheck"',
    ])
      expect(inFrench(own)).toBeUndefined();
  });

  test('why something is refused is told in French', SLOW, async () => {
    const page = await house.open('/settings/policy', { locale: 'fr-FR' });
    const days = page.getByLabel('decay.guard.max_inactive_days', { exact: true });
    await days.fill('-3');
    await days.press('Enter');
    await page.getByText('Trop petit : il en faut au moins 1').waitFor();
    await days.fill('bientôt');
    await days.press('Enter');
    await page.getByText('Ce n’est pas un nombre.').waitFor();
  });

  test('no English sentence of the daemon’s is left on any panel', SLOW, async () => {
    const page = await house.open('/', { locale: 'fr-FR' });
    const base = page.url().replace(/\/$/, '');
    const english = [...said].filter((sentence) => sentence.length > 8 && inFrench(sentence) !== sentence);
    const panels = ['/', '/memories?q=coupon', `/memories?m=${id}`, '/review', '/map', '/timeline', '/teach'];
    for (const panel of [...panels, '/settings', '/settings/trust', '/settings/privacy']) {
      await page.goto(base + panel);
      await page.locator('#content').waitFor();
      await quiet(page);
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
        english.filter((sentence) => lines.has(sentence)),
        panel,
      ).toEqual([]);
    }
  });
}

/** What the daemon tells of this home in sentences of its own, and a memory with much to tell. */
async function sentencesOf({ client }: House): Promise<{ said: Set<string>; id: string }> {
  const { health, week, attention, clients } = await client.call('overview', {});
  const { sessions } = await client.call('timeline', { limit: 100 });
  const { memories } = await client.call('browse', { query: 'coupon of the cart', limit: 30 });
  const { memories: used } = await client.call('browse', { sort: 'most used', limit: 30 });
  const { sessions: news } = await client.call('inbox', {});
  const { next } = await client.call('trust', {});
  const portraits = await Promise.all(
    [...memories, ...used].map((each) => client.call('portrait', { id: each.id })),
  );
  const all = [
    ...health.parts.map(({ how }) => how),
    ...[week.sparedTokens, week.sparedFailures].flatMap(({ how, because }) => [how, because]),
    ...attention.filter(({ kind }) => kind !== 'notice').map(({ message }) => message),
    ...clients.map(({ because }) => because),
    next,
    ...sessions.flatMap(({ episodes }) => episodes.map(({ outcome }) => outcome)),
    ...memories.flatMap(({ why }) => why),
    ...news.flatMap(({ learnt }) => learnt.map(({ why }) => why)),
    ...portraits.flatMap(({ steps, staleness, outcomes, evidence, drafts, confidence }) => [
      ...steps.flatMap(({ did, why }) => [did, why]),
      ...staleness.why,
      ...outcomes.map(({ why }) => why),
      ...evidence.map(({ proof }) => proof.replaceAll('_', ' ')),
      ...drafts.map(({ reason }) => reason),
      ...confidence.map(({ because }) => because),
    ]),
  ];
  const most = portraits.sort(
    (a, b) => b.steps.length + b.outcomes.length - a.steps.length - a.outcomes.length,
  );
  return {
    said: new Set(all.filter((each) => each !== null && each !== '')) as Set<string>,
    id: most[0]!.memory.id,
  };
}
