import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { service } from '@sqrl/squirrel/llm/testing/server.ts';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startDaemon, visit } from './browser.ts';
import { hindrances, SCHEMES, turn } from './everybody.ts';
import { chord, type PanelTestHome, rows, SLOW } from './panel-home.ts';

/** Asking, teaching and settling how things are to be; the last of them erases the project. */
export function askTeachSettingsTests(house: PanelTestHome): void {
  beforeAll(() =>
    writeFileSync(
      join(house.projects[0]!, 'CLAUDE.md'),
      '# Rules\n\n- Kettles are descaled on Fridays\n\n## Post\n\n### Parcels\n\n- Parcels go out before noon\n',
    ),
  );

  const config = () => readFileSync(join(house.folder, '.sqrl', 'config.toml'), 'utf8');

  test(
    'a question is answered in the memories’ own words, and each opens its memory, by keyboard',
    SLOW,
    async () => {
      await house.client.call('remember', { text: 'The kettle stands on the second floor. Mind the step.' });
      const page = await house.open('/');
      const question = 'Where is the kettle?';
      await chord(page, ['g', 'q'], /\/ask/);
      const field = page.getByRole('textbox', { name: 'Your question' });
      await field.waitFor();
      await page.getByText('No language model is configured').waitFor();
      // The first question that is offered has an answer.
      await page.getByRole('button', { name: 'Which commands fail here, and what works instead?' }).click();
      const failures = page.getByRole('region', { name: 'Failures that came back' });
      await failures.getByText('npm run typecheck', { exact: true }).waitFor();
      await field.focus();
      await page.keyboard.type(question);
      await page.keyboard.press('Enter');
      const answer = page.getByRole('article').filter({ hasText: question });
      await answer.getByText('Quoted from memories').waitFor();
      const { sentences, citations } = await house.client.call('ask', { question });
      const links = answer.locator('ol > li a');
      expect(await links.allTextContents()).toEqual(sentences.map(({ text }) => text));
      expect(sentences[0]!.text).toContain('second floor');

      await field.fill('Which moons of Jupiter have volcanoes?');
      await page.keyboard.press('Enter');
      await page.getByText('No matching memories.').waitFor();
      await page.keyboard.press('ArrowUp');
      expect(await field.inputValue()).toBe('Which moons of Jupiter have volcanoes?');
      await field.fill(question);
      await page.keyboard.press('Enter');
      await expect.poll(() => page.getByText('Quoted from memories').count(), SLOW).toBe(2);
      for (const key of ['Escape', 'j', 'Enter']) await page.keyboard.press(key);
      await page.waitForURL(new RegExp(`/memories\\?m=${citations[0]!.id}`));
      await page.goBack();
      await expect.poll(() => page.getByRole('article').count(), SLOW).toBe(4);

      // What an agent would be told can be tried, and leaves no trace.
      const { deliveredAt } = await house.client.call('overview', {});
      await page.getByRole('navigation').getByRole('link', { name: 'Simulator' }).click();
      await page.getByText('A command failed').click();
      await page.getByRole('textbox', { name: 'The command that failed' }).fill('npx nothing-like-it');
      await page.getByRole('button', { name: 'Show what it receives' }).click();
      await page.getByText('Nothing: no memory is relevant enough.').waitFor();
      await page.getByText('Session starts').click();
      await page.getByRole('button', { name: 'Show what it receives' }).click();
      await page.locator('pre', { hasText: 'Standing rules' }).waitFor();
      await page.getByRole('heading', { name: 'Why' }).waitFor();
      expect((await house.client.call('overview', {})).deliveredAt).toBe(deliveredAt);
    },
  );

  test('where a model is allowed, it words the answer, and says so', SLOW, async () => {
    await house.client.call('remember', { text: 'The spare fuses are kept in the blue drawer' });
    await using there = await service(() => ({
      says: '{"sentences": [{"text": "Look in the blue drawer.", "cites": [1]}]}',
      tokens: [40, 10],
    }));
    const llm = { 'llm.model': 'small', 'llm.provider': 'ollama', 'llm.url': there.url };
    const off = { 'llm.model': null, 'llm.provider': null, 'llm.url': null };
    await house.client.call('settings', { set: llm });
    onTestFinished(async () => void (await house.client.call('settings', { set: off })));
    const page = await house.open('/ask');
    await page.getByText('Summarized by a model').waitFor();
    await page.getByRole('textbox', { name: 'Your question' }).fill('Where are the spare fuses kept?');
    await page.keyboard.press('Enter');
    await page.getByText('Look in the blue drawer.').waitFor();
    await page.getByText(/^Summarized by ollama:small · .* · 50 tokens$/).waitFor();
    const said = page.getByRole('link', { name: 'Open source 1' });
    const { citations } = await house.client.call('ask', { question: 'Where are the spare fuses kept?' });
    expect(await said.getAttribute('href')).toContain(`m=${citations[0]!.id}`);
    // Once a model is allowed, what was learned meanwhile may be worded by it too.
    expect(there.heard.filter(({ prompt }) => prompt.includes('spare fuses kept?'))).toHaveLength(1);
    const { today } = await house.client.call('spending', {});
    expect(today.by.find(({ purpose }) => purpose === 'answer')).toMatchObject({
      calls: 1,
      input: 40,
      output: 10,
    });
  });

  test(
    'a rule is held against what is known as it is typed, taught, taken back, or read from a file',
    SLOW,
    async () => {
      const known = 'Crates are stacked by weight, the heaviest below';
      const { id: before } = await house.client.call('remember', { text: known });
      const page = await house.open('/teach');
      const field = page.getByRole('textbox', { name: 'What should be remembered' });
      await field.fill(known);
      await page.getByText('Already known', { exact: true }).waitFor();
      await page.getByRole('link', { name: known }).waitFor();
      await field.press('Control+Enter');
      const again = page.getByRole('listitem').filter({ hasText: 'evidence added' });
      await again.getByText('open it to edit or reject it').waitFor();
      expect(await again.getByRole('button', { name: 'Undo' }).count()).toBe(0);

      const rule = 'Round the postage of umbrellas up to whole francs';
      await field.fill(rule);
      await page.getByText('New: no existing memory repeats or contradicts it.').waitFor();
      await page.getByText('One folder').click();
      await page.getByText('Enter a folder').waitFor();
      expect(await page.getByRole('button', { name: /^Add rule/ }).isDisabled()).toBe(true);
      await page.getByRole('textbox', { name: 'Folder' }).fill('src/checkout/');
      await page.getByRole('combobox', { name: 'Related files' }).fill('src/checkout/postage.ts');
      await page.keyboard.press('Enter');
      await field.press('Control+Enter');
      const taught = page.getByRole('listitem').filter({ hasText: rule });
      await taught.getByText('Added', { exact: true }).waitFor();
      const { memories } = await house.client.call('list', { query: rule, limit: 1 });
      expect(memories[0]).toMatchObject({
        text: rule,
        scope: 'path',
        scopeOf: 'src/checkout',
        files: ['src/checkout/postage.ts'],
        source: 'user_taught',
        verified: true,
      });
      await taught.getByRole('button', { name: 'Undo' }).click();
      await taught.getByText('Undone').waitFor();
      const gone = house.client.call('portrait', { id: memories[0]!.id }).catch(({ code }) => code);
      expect(await gone).toBe('not_found');
      expect((await house.client.call('portrait', { id: before })).memory.text).toBe(known);

      // Rule files are listed with what is new in them, and read.
      const file = page.getByRole('listitem').filter({ hasText: 'CLAUDE.md' });
      await file.getByText('2 new').waitFor();
      // Which rules would come is shown first; what came can be undone.
      const read = async () => {
        await file.getByRole('button', { name: 'Import' }).click();
        const dialog = page.getByRole('dialog');
        for (const rule of ['Kettles are descaled on Fridays', 'Parcels go out before noon Post > Parcels'])
          await dialog.getByText(rule, { exact: true }).waitFor();
        await dialog.getByRole('button', { name: 'Import' }).click();
        await file.getByText('Up to date').waitFor();
      };
      const kettles = async () =>
        (await house.client.call('list', { filter: { phrase: 'kettles are descaled' } })).memories;
      await read();
      expect((await kettles())[0]!.text).toBe('Kettles are descaled on Fridays');
      await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
      await file.getByText('2 new').waitFor();
      expect(await kettles()).toEqual([]);
      await read();
      // A row begins with the rule, not with the headings it stood under.
      const list = await house.open('/memories?has=before+noon');
      await rows(list).getByText('Parcels go out before noon Post > Parcels').waitFor();
    },
  );

  test(
    'a setting is written to its file, a wrong one refused with the reason, and a guarded one shown',
    SLOW,
    async () => {
      const page = await house.open('/settings/embedder');
      const meaning = page.getByLabel('search.meaning', { exact: true });
      await page.getByText('Weight of meaning').waitFor();
      const asked = Promise.withResolvers<void>();
      const typed = Promise.withResolvers<void>();
      await page.route('**/v1/settings?*', async (route) => {
        if (route.request().postData() === '{}') {
          asked.resolve();
          await typed.promise;
        }
        await route.continue();
      });
      await meaning.fill('0.6');
      await meaning.press('Enter');
      await expect.poll(config, SLOW).toContain('meaning = 0.6');
      await asked.promise;
      await meaning.fill('plenty');
      // The value that was kept first arrives after the next was typed, and leaves it alone.
      const arrived = page.waitForResponse((answer) => answer.request().postData() === '{}');
      typed.resolve();
      await arrived;
      await page.unroute('**/v1/settings?*');
      await page.getByRole('button', { name: 'Default search.meaning' }).waitFor();
      await meaning.press('Enter');
      await page.getByText('Enter a number.').waitFor();
      expect(config()).toContain('meaning = 0.6');
      await meaning.press('Escape');
      await page.getByRole('button', { name: 'Default search.meaning' }).click();
      await expect.poll(config, SLOW).not.toContain('meaning');

      // Where texts and keys go is decided in a terminal.
      await page.getByRole('link', { name: 'Language model and budget' }).click();
      await page.getByText('are changed in a terminal').waitFor();
      const provider = page.getByLabel('llm.provider', { exact: true });
      expect(await provider.textContent()).toBe('off');
      expect(await provider.evaluate(({ tagName }) => tagName)).toBe('OUTPUT');
      await page.getByRole('button', { name: 'Copy sqrl config set KEY VALUE' }).waitFor();
      const fields = page.getByRole('region', { name: 'Language model' });
      expect(await fields.locator('input, select, textarea').count()).toBe(0);

      // A rule of the policy is a value like any other.
      await page.getByRole('link', { name: 'Retention' }).click();
      const policy = () => readFileSync(join(house.folder, '.sqrl', 'memory_policy.toml'), 'utf8');
      const days = page.getByLabel('decay.guard.max_inactive_days', { exact: true });
      await days.fill('365');
      await days.press('Enter');
      await page.getByRole('button', { name: 'Default decay.guard.max_inactive_days' }).waitFor();
      expect(policy()).toContain('max_inactive_days = 365');
      await days.fill('-3');
      await days.press('Enter');
      await page.getByText(/Too small/).waitFor();
      await days.fill('soon');
      await days.press('Enter');
      await page.getByText('Enter a number.').waitFor();
      expect(policy()).toContain('max_inactive_days = 365');
      await days.press('Escape');
      await page.getByRole('button', { name: 'Default decay.guard.max_inactive_days' }).click();
      await expect.poll(policy, SLOW).not.toContain('max_inactive_days = 365');
    },
  );

  test('clients and trust are shown and chosen', SLOW, async () => {
    const page = await house.open('/settings', {
      permissions: ['clipboard-read', 'clipboard-write'],
      alone: true,
    });
    await page.getByText('Up to date').first().waitFor();
    await page.getByText('Squirrel is not set up in any agent yet.').waitFor();
    // A client is connected with the same preview as in a terminal.
    await page.getByRole('button', { name: 'Connect: Codex' }).click();
    const plan = page.getByRole('dialog');
    await plan.getByText('~/.codex/config.toml').waitFor();
    const codex = join(house.folder, '.codex', 'config.toml');
    expect(existsSync(codex)).toBe(false);
    await plan.getByRole('button', { name: 'Write these changes' }).click();
    await plan.getByText('Codex is connected.').waitFor();
    expect(readFileSync(codex, 'utf8')).toContain('squirrel');
    await page.keyboard.press('Escape');
    await plan.waitFor({ state: 'detached' });
    await page.getByRole('list', { name: 'Changes to the agents’ files' }).getByText('Connected').waitFor();
    // Paused and resumed.
    const paused = async () => (await house.client.call('pause', {})).paused?.of;
    await page.getByRole('button', { name: 'Pause orchard-shop' }).click();
    await page.getByText('Paused for this project until you resume it.').waitFor();
    expect(await paused()).toBe('project');
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect.poll(paused, SLOW).toBe(undefined);
    await page.getByRole('button', { name: 'Copy sqrl doctor' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('sqrl doctor');
    await page.keyboard.press('j');
    await page.waitForURL(/\/settings\/trust$/);
    await page.getByLabel('Trust of orchard-shop').selectOption('confident');
    await expect
      .poll(() => house.client.call('trust', {}), SLOW)
      .toMatchObject({ level: 'confident', by: 'person' });
  });

  test('who has just come has the history read, and sees what was learned', SLOW, async () => {
    const fresh = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-first-')));
    const logs = globSync('.claude/projects/*orchard-shop/*.jsonl', { cwd: house.folder }).slice(0, 12);
    for (const log of logs) cpSync(join(house.folder, log), join(fresh, log));
    mkdirSync(join(fresh, '.sqrl'));
    // Else the daemon has read it all before anybody could ask for it.
    writeFileSync(join(fresh, '.sqrl', 'config.toml'), '[daemon]\nfollow = false\n');
    const another = await startDaemon(join(fresh, '.sqrl'), fresh);
    const { page, strangers, faults, close } = await visit(house.browser, another);
    onTestFinished(async () => {
      await close();
      await another.kill();
      rmSync(fresh, { recursive: true, force: true, maxRetries: 5 });
    });
    await page.getByRole('heading', { name: 'No memories yet' }).waitFor();
    const looked = await visit(house.browser, another, { bypassCSP: true });
    await looked.page.getByText(/claude-code: \d+ log/).waitFor();
    for (const scheme of SCHEMES) {
      await turn(looked.page, scheme);
      expect(await hindrances(looked.page), scheme).toEqual([]);
    }
    await looked.close();

    await page.getByText(/claude-code: \d+ log/).waitFor();
    await page.getByRole('button', { name: 'Import history' }).click();
    await page.getByRole('heading', { name: 'What Squirrel learned' }).waitFor();
    const there = await house.connect(house.projects[0]!, fresh);
    const { projects, user } = await there.call('projects', {});
    const learned = projects.reduce((sum, { counts }) => sum + (counts?.memories ?? 0), user.memories);
    expect(learned).toBeGreaterThan(0);
    await page.getByText(`${learned} memories`, { exact: true }).first().waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: /orchard-shop/ })
      .click();
    await page.waitForURL(/\/p\/orchard-shop-\w+\/review$/);
    expect({ strangers, faults }).toEqual({ strangers: [], faults: [] });
  });

  test('while the first sessions are read, no page says that nothing was learned', SLOW, async () => {
    const fresh = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-reading-')));
    const logs = globSync('.claude/projects/*orchard-shop/*.jsonl', { cwd: house.folder });
    for (const log of logs) cpSync(join(house.folder, log), join(fresh, log));
    mkdirSync(join(fresh, '.sqrl'));
    const another = await startDaemon(join(fresh, '.sqrl'), fresh);
    const { page, close } = await visit(house.browser, another);
    onTestFinished(async () => {
      await close();
      await another.kill();
      rmSync(fresh, { recursive: true, force: true, maxRetries: 5 });
    });
    const said = new Set<string>();
    const isLearned = () => [...said].some((text) => text.includes('What Squirrel learned'));
    while (!isLearned()) {
      said.add((await page.getByRole('main').textContent()) ?? '');
      await page.waitForTimeout(100);
    }
    await page.getByText('For example:').waitFor();
    said.add((await page.getByRole('main').textContent()) ?? '');
    for (const text of said)
      expect(text).not.toMatch(/Nothing was learned|up to date|No memories yet|\b0 memories/);
  });

  test('what is remembered is taken along as a file, and erased once its name was typed', SLOW, async () => {
    const page = await house.open('/settings/privacy');
    await page.getByText('Nothing leaves this machine.').waitFor();
    const { total } = await house.client.call('list', { limit: 1 });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('squirrel-orchard-shop.json');
    expect(readFileSync((await file.path())!, 'utf8')).toContain('The kettle stands on the second floor');
    await page.getByRole('button', { name: 'Erase…' }).click();
    const dialog = page.getByRole('dialog');
    const erase = dialog.getByRole('button', { name: 'Erase', exact: true });
    await dialog.getByRole('textbox').fill('orchard');
    expect(await erase.isDisabled()).toBe(true);
    expect((await house.client.call('list', { limit: 1 })).total).toBe(total);
    await dialog.getByRole('textbox').fill('orchard-shop');
    await erase.click();
    await page.getByText(/memories erased/).waitFor();
    await expect
      .poll(
        async () =>
          (await house.client.call('list', { filter: { scopes: ['project', 'path'] }, limit: 1 })).total,
        SLOW,
      )
      .toBe(0);
  });
}
