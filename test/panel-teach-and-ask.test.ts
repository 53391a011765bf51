import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { config } from '@sqrl/squirrel/llm/testing/config.ts';
import { service } from '@sqrl/squirrel/llm/testing/server.ts';
import { expect, test } from 'vitest';
import { open } from './support/home.ts';

test('a rule that is typed is held against what is known: the same, a contradiction, what it would replace', async () => {
  const { client } = open();
  await client.call('remember', { text: 'We use pnpm here, not npm.' });
  await client.call('remember', { text: 'Deploys happen on Tuesdays.' });
  const same = await client.call('teachCheck', { text: 'We use pnpm here, not npm.' });
  expect(same.kin[0]).toMatchObject({ kinship: 'same', likeness: 1 });
  const other = await client.call('teachCheck', { text: 'Use npm instead of pnpm here.' });
  expect(other.as.key).toBe('tool.package_manager');
  expect(other.kin[0]).toMatchObject({
    kinship: 'replaces',
    memory: { text: 'We use pnpm here, not npm.' },
  });
  await client.call('remember', { text: 'Indent with tabs. Tests run with vitest.' });
  const partly = await client.call('teachCheck', { text: 'Tests run with jest, not vitest.' });
  expect(partly.kin[0]).toMatchObject({
    kinship: 'replaces',
    memory: { text: 'Indent with tabs. Tests run with vitest.' },
  });
  const fresh = await client.call('teachCheck', { text: 'Label every parcel in German.' });
  expect(fresh.kin.filter(({ kinship }) => kinship !== 'near')).toEqual([]);
  expect((await client.call('list', {})).total).toBe(3);
});

test('a rule that names the same command for the same purpose repeats the one that is known', async () => {
  const { client } = open();
  await client.call('remember', { text: 'Typecheck with `bun run typecheck` (passed in 5 sessions).' });
  const again = await client.call('teachCheck', { text: 'Use bun run typecheck to check the types' });
  expect(again.kin[0]!.kinship).toBe('repeats');
  const other = await client.call('teachCheck', { text: 'Label every parcel in German.' });
  expect(other.kin.filter(({ kinship }) => kinship !== 'near')).toEqual([]);
});

test('a sentence that was copied from the page is found as it stands, without its marks of code', async () => {
  const { client } = open();
  const { id } = await client.call('remember', {
    text: 'Before **any** release, run `pnpm zorb:check` and then `pnpm zorb:ship` on the kettle branch.',
  });
  for (const query of [
    'run pnpm zorb:check and then pnpm zorb:ship on the',
    'orb:chec',
    'before any release',
  ])
    expect((await client.call('list', { query })).memories.map((memory) => memory.id)).toContain(id);
});

test.each([
  'Use npm instead of pnpm here.',
  'Deploys happen on Tuesdays.',
  'Never run the tests in parallel.',
])('“%s” is shown as what it is then remembered as', async (text) => {
  const { client } = open();
  const { as } = await client.call('teachCheck', { text });
  const { id } = await client.call('remember', { text, source: 'user_taught' });
  expect((await client.call('portrait', { id })).memory).toMatchObject({ type: as.type, scope: as.scope });
});

test('what is typed may be unfinished, or hold a secret, and nothing of it is written', async () => {
  const { client } = open();
  for (const text of ['', ' ', 'U']) expect((await client.call('teachCheck', { text })).kin).toEqual([]);
  const checked = await client.call('teachCheck', {
    text: 'Push with ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8',
  });
  expect(JSON.stringify(checked)).not.toContain('ghp_');
  expect(checked.as.redacted).toHaveLength(1);
});

test('a model words an answer from the memories, and what rests on none of them is left out', async () => {
  const says = {
    sentences: [
      { text: 'Money is kept in cents.', cites: [1] },
      { text: 'The moon is made of cheese.', cites: [9] },
    ],
  };
  await using llm = await service(() => ({ says: JSON.stringify(says), tokens: [50, 20] }));
  const { client } = open({ llm: config({ url: llm.url }), settings: SETTINGS });
  await client.call('remember', { text: 'Money is kept in cents, as integers.' });
  const question = 'How is money kept?';
  const plain = await client.call('ask', { question });
  expect(plain).toMatchObject({ by: 'extract', model: null, spent: null });
  expect(llm.heard).toHaveLength(0);
  const worded = await client.call('ask', { question, compose: true });
  expect(worded).toMatchObject({
    by: 'model',
    sentences: [{ text: 'Money is kept in cents.', cites: [1] }],
    spent: { input: 50, output: 20 },
  });
  expect(llm.heard[0]!.prompt).toContain('[1] Money is kept in cents');
  const { today } = await client.call('spending', {});
  expect(today.by[0]).toMatchObject({ purpose: 'answer', input: 50, output: 20 });
});

test('where the model fails, may not be asked or has spent its share, the memories answer and it is said why', async () => {
  await using llm = await service(() => ({ says: 'I would rather not.' }));
  const question = { question: 'How is money kept?', compose: true } as const;
  for (const settings of [SETTINGS, `${SETTINGS}daily_tokens = 10\n`]) {
    const { client } = open({ llm: config({ url: llm.url }), settings });
    await client.call('remember', { text: 'Money is kept in cents, as integers.' });
    const { by, sentences, notices } = await client.call('ask', question);
    expect({ by, sentences }).toEqual({
      by: 'extract',
      sentences: [{ text: 'Money is kept in cents, as integers.', cites: [1] }],
    });
    expect(notices.length).toBeGreaterThan(0);
  }
  expect(llm.heard).toHaveLength(1);
  const { client } = open();
  await client.call('remember', { text: 'Money is kept in cents, as integers.' });
  expect((await client.call('ask', question)).notices[0]!.message).toContain(
    'No language model is configured',
  );
});

const SETTINGS = '[llm]\nprovider = "openai"\nmodel = "tiny"\n';

test('settings are told with what they mean, and set without losing what a person wrote beside them', async () => {
  const { client, engine } = open();
  const path = engine.home.config;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '# mine\n[search]\nmeaning = 0.5 # half\n\n[notes]\ndaily_log = false\n');
  const { settings } = await client.call('settings', {});
  const find = (all: typeof settings, key: string) => all.find((one) => one.key === key);
  expect(find(settings, 'search.meaning')).toMatchObject({
    value: 0.5,
    default: 0.7,
    set: true,
    kind: 'number',
  });
  expect(find(settings, 'llm.provider')).toMatchObject({
    value: 'off',
    set: false,
    choices: expect.arrayContaining(['ollama']),
  });
  expect(settings.every(({ means }) => means !== '')).toBe(true);
  const { written, settings: after } = await client.call('settings', {
    set: { 'search.meaning': 0.6, 'search.rerank': false, 'daemon.start': true, 'notes.daily_log': null },
  });
  expect(written).toHaveLength(4);
  expect(find(after, 'notes.daily_log')).toMatchObject({ value: true, set: false });
  expect(readFileSync(path, 'utf8')).toBe(
    '# mine\n[search]\nmeaning = 0.6 # half\nrerank = false\n\n\n[daemon]\nstart = true\n',
  );
});

test('a setting that is none, or a value that is wrong, changes nothing', async () => {
  const { client, engine } = open();
  const path = engine.home.config;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '[search]\nmeaning = 0.5\n');
  const bad = [
    { 'search.meaning': 7 },
    { 'search.colour': 'red' },
    { 'llm.provider': 'telepathy' },
    { __proto__: 'x', 'a.b': 1 },
    { 'notes.time_zone': 'Europe/Nowhere\n[llm]\nprovider = "openai"' },
  ];
  for (const set of bad) await expect(client.call('settings', { set } as never)).rejects.toThrow();
  expect(readFileSync(path, 'utf8')).toBe('[search]\nmeaning = 0.5\n');

  const inline = '# mine\nsearch = { meaning = 0.5 }\n';
  writeFileSync(path, inline);
  await expect(client.call('settings', { set: { 'search.meaning': 0.6 } })).rejects.toThrow(
    `${path}:2: search is an inline table`,
  );
  expect(readFileSync(path, 'utf8')).toBe(inline);
});

test('a rule of the policy is changed without losing what stands beside it; a wrong one changes nothing', async () => {
  const { client, engine } = open();
  const path = engine.home.policy;
  const ruleOf = async (key: string) =>
    (await client.call('policy', {})).rules.find((rule) => rule.key === key)?.value;
  const days = 'decay.guard.max_inactive_days';
  expect(await ruleOf(days)).toBe(90);
  expect(await client.call('policy', { set: { [days]: 365 } })).toMatchObject({ exists: true });
  expect(await ruleOf(days)).toBe(365);

  writeFileSync(path, `# mine\n${readFileSync(path, 'utf8')}`);
  const before = readFileSync(path, 'utf8');
  for (const set of [{ [days]: -1 }, { 'decay.nobody.max_inactive_days': 5 }, { 'promotion.colour': 3 }])
    await expect(client.call('policy', { set } as never)).rejects.toThrow(path);
  await expect(client.call('policy', { set: { 'decay.gaurd.max_inactive_days': null } })).rejects.toThrow(
    'Unknown policy rule decay.gaurd.max_inactive_days.',
  );
  expect(readFileSync(path, 'utf8')).toBe(before);

  await client.call('policy', { set: { [days]: null } });
  expect(await ruleOf(days)).toBe(90);
  expect(readFileSync(path, 'utf8')).toContain('# mine');
});

test('what was added to the clients’ files is told, with whether it still stands there', async () => {
  const { client, home } = open();
  expect(await client.call('setup', {})).toEqual({ at: null, clients: [], available: [] });
  const [hooks, server, command] = ['hooks.json', 'mcp.json', 'remember.md'].map((name) => join(home, name));
  writeFileSync(hooks!, '{ "theirs": 1, "ours": "sqrl-hook" }');
  writeFileSync(server!, '{}');
  writeFileSync(command!, 'Keep this.');
  const file = (path: string, what: string, text: string) => ({
    path,
    client: 'claude-code',
    what,
    after: createHash('sha256').update(text).digest('hex'),
    ...{ project: null, before: null, copy: null, folders: [] },
  });
  const files = [
    file(hooks!, 'hooks', ''),
    file(server!, 'the MCP server', ''),
    file(command!, 'the command /remember', 'Keep this.'),
    file(join(home, 'gone.md'), 'the command /recall', 'Gone.'),
    { ...file(hooks!, 'ours', ''), client: null },
  ];
  writeFileSync(
    join(home, 'installed.json'),
    JSON.stringify({ version: 1, product: 'test', node: 'node', script: 'sqrl', at: 7, files }),
  );
  const { at, clients } = await client.call('setup', {});
  expect(at).toBe(7);
  expect(clients.map(({ client: name }) => name)).toEqual(['claude-code']);
  expect(clients[0]!.files.map(({ what, stands }) => [what, stands])).toEqual([
    ['hooks', true],
    ['the MCP server', false],
    ['the command /remember', true],
    ['the command /recall', false],
  ]);

  writeFileSync(join(home, 'installed.json'), '{ broken');
  expect(await client.call('setup', {})).toEqual({ at: null, clients: [], available: [] });
});
