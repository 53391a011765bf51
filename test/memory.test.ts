import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runs } from '@sqrl/base/testing/runs.ts';
import { checkStore } from '@sqrl/squirrel/store/testing/check-store.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';

const NOON = Date.UTC(2026, 10, 14, 12);

const texts = (hits: { memory: { text: string } }[]) => hits.map(({ memory }) => memory.text);

test('what was told in some words is found by others', async () => {
  const { client } = open();
  await client.call('remember', {
    text: 'Integration tests need REDIS_URL, or they hang for a minute and time out',
  });
  await client.call('remember', { text: 'Money is stored as integer cents, never as floats' });
  await client.call('remember', { text: 'The staging database is wiped every Sunday at 03:00 UTC' });

  const { hits } = await client.call('find', { question: 'in which data type do we keep prices?' });

  expect(hits[0]!.memory.text).toContain('integer cents');
  expect(hits[0]!.why.join()).toMatch(/meaning #1/);
});

test('the same text twice is one memory, until its scope is another', async () => {
  const { client } = open();
  const first = await client.call('remember', { text: 'We use pnpm' });
  const second = await client.call('remember', { text: 'We  use\npnpm' });
  const everywhere = await client.call('remember', { text: 'We use pnpm', scope: 'global' });

  expect(first.did).toBe('added');
  expect(second).toMatchObject({ did: 'known', id: first.id });
  expect(everywhere).toMatchObject({ did: 'added' });
  expect((await client.call('get', { id: first.id })).evidence).toHaveLength(2);
});

test('a newer memory with the same key replaces the older, which stays as its history', async () => {
  const { client } = open();
  const old = await client.call('remember', { text: 'The HTTP client is requests', key: 'project.http' });
  const now = await client.call('remember', { text: 'The HTTP client is httpx', key: 'project.http' });

  expect(now.superseded).toEqual([old.id]);
  expect(texts((await client.call('find', { question: 'HTTP client' })).hits)).toEqual([
    'The HTTP client is httpx',
  ]);
  expect(await client.call('get', { id: old.id })).toMatchObject({ status: 'deprecated' });
  expect((await client.call('get', { id: now.id })).relations).toEqual([
    { kind: 'supersedes', to: old.id, confidence: 1 },
  ]);
});

test('whoever is said last wins, also when it was said before', async () => {
  const { client } = open();
  const pnpm = await client.call('remember', { text: 'We use pnpm', key: 'pm' });
  const npm = await client.call('remember', { text: 'We use npm', key: 'pm' });
  expect(await client.call('remember', { text: 'We use pnpm', key: 'pm' })).toMatchObject({
    did: 'revived',
    id: pnpm.id,
    superseded: [npm.id],
  });
  const yarn = await client.call('remember', { text: 'We use yarn' });
  await client.call('change', { id: yarn.id, to: { key: 'pm' } });

  const { memories } = await client.call('list', {});
  expect(memories.map(({ text }) => text)).toEqual(['We use yarn']);
});

test('saying it again with more about it adds that', async () => {
  const { client } = open();
  const { id } = await client.call('remember', { text: 'We use pnpm', tags: ['a'] });
  await client.call('remember', {
    text: 'We use pnpm',
    tags: ['b'],
    files: ['package.json'],
    key: 'pm',
    pinned: true,
  });

  expect(await client.call('get', { id })).toMatchObject({
    tags: ['a', 'b'],
    files: ['package.json'],
    key: 'pm',
    pinned: true,
  });
});

test('a change meets what others did meanwhile', async () => {
  const { client, home } = open();
  const beside = open({ home });
  const { id } = await client.call('remember', { text: 'Lemons are yellow' });
  const changing = client.call('change', { id, to: { text: 'Lemons are green' } });
  await beside.client.call('pin', { id });
  await changing;
  expect(await client.call('get', { id })).toMatchObject({ text: 'Lemons are green', pinned: true });

  const again = client.call('change', { id, to: { text: 'Lemons are blue' } });
  await beside.client.call('forget', { ids: [id] });
  await expect(again).rejects.toThrow('No memory has the id');
  expect(await client.call('stats', {})).toMatchObject({
    memories: 0,
    embedder: { embedded: 0, waiting: 0 },
  });
});

test('what follows from a field follows its change', async () => {
  const { client } = open();
  const { id } = await client.call('remember', { text: 'Postgres', type: 'gotcha', scopeOf: 'src' });
  await client.call('change', { id, to: { type: 'decision', scope: 'global' } });

  expect(await client.call('get', { id })).toMatchObject({
    halfLifeDays: null,
    scopeOf: null,
    scope: 'global',
  });
});

test('what has expired is not found, and lives again when it is said again', async () => {
  let now = 1_800_000_000_000;
  const { client } = open({ now: () => now });
  const { id } = await client.call('remember', { text: 'The VPN is down', expiresAt: now + 1000 });
  expect((await client.call('find', { question: 'VPN' })).hits).toHaveLength(1);

  now += 2000;
  expect((await client.call('find', { question: 'VPN' })).hits).toEqual([]);
  expect((await client.call('list', {})).total).toBe(0);

  expect(await client.call('remember', { text: 'The VPN is down' })).toMatchObject({ did: 'revived', id });
  expect((await client.call('find', { question: 'VPN' })).hits).toHaveLength(1);
});

test('filters keep to what they say, in words and in meaning', async () => {
  const { client } = open();
  await client.call('remember', {
    text: 'Retries are capped at three',
    type: 'decision',
    tags: ['net'],
    files: ['src/net/retry.ts'],
  });
  await client.call('remember', {
    text: 'Retries hide outages',
    type: 'gotcha',
    tags: ['ops'],
    files: ['src/network.ts'],
  });
  const ask = async (filter: object) =>
    texts((await client.call('find', { question: 'retries', filter })).hits);

  expect(await ask({ types: ['decision'] })).toEqual(['Retries are capped at three']);
  expect(await ask({ tags: ['ops'] })).toEqual(['Retries hide outages']);
  expect(await ask({ file: 'src/net' })).toEqual(['Retries are capped at three']);
  expect(await ask({ file: 'src/' })).toHaveLength(2);
});

test('a change is found by its new words and its new meaning, not by the old ones', async () => {
  const { client } = open();
  const { id } = await client.call('remember', { text: 'Deploys happen on Fridays' });
  await client.call('change', {
    id,
    to: { text: 'Invoices are numbered without gaps', type: 'requirement' },
  });

  expect((await client.call('find', { question: 'Fridays', meaning: 0 })).hits).toEqual([]);
  expect(
    (await client.call('find', { question: 'bill numbering', meaning: 1 })).hits[0]!.score,
  ).toBeGreaterThan(0);
  expect(await client.call('get', { id })).toMatchObject({
    type: 'requirement',
    text: 'Invoices are numbered without gaps',
  });
});

test('a memory that becomes global moves to the user’s store and is found from another project', async () => {
  const { home, client } = open();
  const { id } = await client.call('remember', { text: 'I like short functions' });
  await client.call('change', { id, to: { scope: 'global' } });
  await client.close();

  const elsewhere = open({ home, project: '/projects/other' });
  expect(await elsewhere.client.call('get', { id })).toMatchObject({
    scope: 'global',
    evidence: [{ proof: 'explicit_statement' }],
  });
  expect(texts((await elsewhere.client.call('find', { question: 'function length' })).hits)).toEqual([
    'I like short functions',
  ]);
});

test('looks are kept, without the secrets somebody asked with, and to look is not yet to use', async () => {
  const { client, engine } = open({ now: () => NOON });
  const { id } = await client.call('remember', { text: 'The deploy bot signs tags' });
  const key = `ghp_${'x7Kq'.repeat(9)}`;
  await client.call('find', { question: `deploy bot ${key}` });
  await client.call('get', { id });
  engine.flush();

  expect((await client.call('get', { id })).metrics).toMatchObject({ uses: 0, lastUsedAt: NOON });
  const looks = engine.own.store.sql('select way, question from access order by row').all();
  expect(looks.map(({ way }) => way)).toEqual(['find', 'get']);
  expect(String(looks[0]!.question)).toBe('deploy bot [redacted: github token]');
});

test('secrets reach neither disk nor log nor export, whatever field they come in', async () => {
  const { client, home } = open();
  const key = `ghp_${'x7Kq'.repeat(9)}`;
  await client.call('remember', {
    text: `Push with ${key}`,
    tags: [`t ${key}`],
    key: `k ${key}`,
    files: [`${key}.txt`],
    evidence: [{ proof: `p ${key}`, episode: key, events: [key], quote: `use ${key}`, at: 1 }],
    relations: [{ kind: 'validates', to: key, confidence: 1 }],
  });
  const { text } = await client.call('export', {});
  await client.close();

  expect(text).not.toContain(key);
  for (const file of everyFile(home)) expect(readFileSync(file, 'latin1')).not.toContain('x7Kqx7Kq');
});

test('a control character in its middle does not hide a secret', async () => {
  const { client } = open();
  const { memory } = await client.call('remember', {
    text: `On the board: ghp_${'x7Kq'.repeat(4)}\u0001${'x7Kq'.repeat(5)}`,
  });

  expect(memory.text).toBe('On the board: [redacted: github token]');
});

test('forgetting leaves no trace of the text in any file, copies included', async () => {
  const first = open({ copies: true });
  const { home } = first;
  const { id } = await first.client.call('remember', {
    text: 'The zebrafinch password policy changes quarterly',
  });
  await first.client.call('remember', { text: 'Something that stays' });
  await first.client.close();
  expect(
    everyFile(home).filter((file) => readFileSync(file, 'latin1').includes('zebrafinch')).length,
  ).toBeGreaterThan(2);
  const { client } = open({ home, copies: true });
  await client.call('find', { question: 'zebrafinch' });
  await client.call('forget', { ids: [id] });

  for (const file of everyFile(home))
    expect(readFileSync(file, 'latin1').toLowerCase()).not.toContain('zebrafinch');
  expect(texts((await client.call('find', { question: 'what stays?' })).hits)).toEqual([
    'Something that stays',
  ]);
});

test('forgetting everything erases the project’s memory and leaves the user’s', async () => {
  const { client, home, engine } = open();
  await client.call('remember', { text: 'The zebrafinch service owns songs' });
  await client.call('remember', { text: 'I like tabs', scope: 'global' });
  expect(await client.call('forgetAll', {})).toEqual({ forgotten: 1 });

  for (const file of everyFile(home))
    expect(readFileSync(file, 'latin1').toLowerCase()).not.toContain('zebrafinch');
  expect(texts((await client.call('find', { question: 'tabs or songs' })).hits)).toEqual(['I like tabs']);
  await client.call('remember', { text: 'A new beginning' });
  expect(texts((await client.call('find', { question: 'beginning' })).hits)[0]).toBe('A new beginning');
  expect(checkStore(engine.own.store)).toMatchObject({ ok: true });
});

test('an export brought into an empty home is the same export', async () => {
  const { client } = open();
  const { id } = await client.call('remember', {
    text: 'Tests\nneed “REDIS_URL” 🦔',
    tags: ['a', 'b'],
    files: ['x.ts'],
    key: 'k',
  });
  await client.call('remember', { text: 'Everywhere', scope: 'global', expiresAt: 4_000_000_000_000 });
  await client.call('pin', { id });
  await client.call('find', { question: 'tests' });
  const out = await client.call('export', {});

  const fresh = open();
  expect(await fresh.client.call('import', { mine: true, text: out.text })).toMatchObject({
    format: 'json',
    added: 2,
    refused: [],
  });
  const again = await fresh.client.call('export', {});
  expect(JSON.parse(again.text).memories).toEqual(JSON.parse(out.text).memories);
  expect(await fresh.client.call('import', { mine: true, text: out.text })).toMatchObject({
    added: 0,
    known: 2,
  });
  const found = async (question: string) => texts((await fresh.client.call('find', { question })).hits)[0];
  expect(await found('what must be set for the tests?')).toContain('REDIS_URL');
  expect(await found('everywhere')).toBe('Everywhere');
});

test('an import takes what it can and says what it refused', async () => {
  const { client } = open();
  await client.call('remember', { text: 'Good' });
  const file = JSON.parse((await client.call('export', {})).text);
  file.memories.push({ ...file.memories[0], id: 'zzzzzzzzzzzz', text: '' }, 'nonsense');
  file.memories[0].id = 'yyyyyyyyyyyy';
  file.memories[0].text = 'Better';

  const result = await client.call('import', { mine: true, text: JSON.stringify(file) });
  expect(result).toMatchObject({ added: 1, refused: [{ at: 'memory 2' }, { at: 'memory 3' }] });
});

test('rules of a CLAUDE.md become memories, and a dry run changes nothing', async () => {
  const { client } = open();
  const text = '# Shop\n\n## Style\n\n- Prefer named exports\n- Never use default exports in components\n';

  expect(await client.call('import', { mine: true, text, dryRun: true })).toMatchObject({
    format: 'claude',
    added: 2,
  });
  expect((await client.call('list', {})).total).toBe(0);
  expect(await client.call('import', { mine: true, text })).toMatchObject({ added: 2 });
  expect(await client.call('import', { mine: true, text })).toMatchObject({ added: 0, known: 2 });
});

test('a backup brings back every store, on a live home', async () => {
  const { client, home } = open();
  const other = open({ home, project: '/projects/other' });
  await client.call('remember', { text: 'In the shop' });
  await client.call('remember', { text: 'Everywhere', scope: 'global' });
  await other.client.call('remember', { text: 'In the other' });
  const file = join(temporaryFolder(), 'all.sqrl');
  expect(await client.call('backup', { file })).toMatchObject({ stores: 3, memories: 3 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(client.call('backup', { file })).rejects.toThrow('already exists');

  await client.call('remember', { text: 'Said after the backup' });
  await other.client.call('forgetAll', {});
  const restored = await client.call('restore', { file });

  expect(restored.stores.map(({ memories }) => memories)).toEqual([1, 1, 1]);
  expect(texts((await client.call('find', { question: 'shop backup' })).hits)).not.toContain(
    'Said after the backup',
  );
  expect(texts((await other.client.call('find', { question: 'the other' })).hits)).toContain('In the other');
});

test('what is no backup is refused, and nothing changes', async () => {
  const { client } = open();
  await client.call('remember', { text: 'Stays' });
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'text'), 'not a backup');
  writeFileSync(join(folder, 'half'), 'SQLite format 3\0 but not really');

  for (const name of ['text', 'half'])
    await expect(client.call('restore', { file: join(folder, name) })).rejects.toThrow(
      'not a Squirrel backup',
    );
  await expect(client.call('restore', { file: join(folder, 'missing') })).rejects.toThrow('does not exist');
  expect((await client.call('list', {})).total).toBe(1);
});

test('notes come in, are followed when they change, and go when they go', async () => {
  const { client, home } = open();
  const notes = temporaryFolder();
  writeFileSync(join(notes, 'ops.md'), '# Ops\n\nThe cluster is drained before every upgrade.\n');
  expect(await client.call('index', { folder: notes })).toMatchObject({ files: 1, added: 1, removed: 0 });
  expect(await client.call('index', { folder: notes })).toMatchObject({ files: 1, added: 0, removed: 0 });

  writeFileSync(
    join(notes, 'ops.md'),
    '# Ops\n\nThe cluster is drained before every upgrade.\n\nBackups are taken hourly.\n',
  );
  expect(await client.call('index', { folder: notes })).toMatchObject({ added: 1, removed: 0 });
  writeFileSync(join(notes, 'ops.md'), '# Ops\n\nBackups are taken hourly.\n');
  expect(await client.call('index', { folder: notes })).toMatchObject({ added: 0, removed: 1 });
  expect((await client.call('list', {})).total).toBe(1);
  expect(existsSync(join(home, 'notes', 'daily'))).toBe(false);
});

test('what Squirrel wrote into its own log is not read back as news', async () => {
  const { client, home } = open();
  await client.call('remember', { text: 'The queue drains at midnight', scope: 'global' });
  const [log] = readdirSync(join(home, 'notes', 'daily'));
  const path = join(home, 'notes', 'daily', log!);
  writeFileSync(path, `${readFileSync(path, 'utf8')}- I also noticed that the queue is slow on Mondays\n`);

  expect(await client.call('index', {})).toMatchObject({ added: 1 });
  expect(await client.call('index', {})).toMatchObject({ added: 0, removed: 0 });
  expect((await client.call('list', {})).total).toBe(2);
});

test.each([
  ['remember', /nothing to remember/, { text: '' }],
  ['remember', /nothing to remember/, { text: ' \n\t ' }],
  ['remember', /longer than 100,000/, { text: 'x'.repeat(10_000_000) }],
  ['remember', /64 tags at most/, { text: 'ok', tags: Array.from({ length: 1_000_000 }, (_, i) => `t${i}`) }],
  ['remember', /type: /, { text: 'ok', type: 'nonsense' }],
  ['remember', /confidence: /, { text: 'ok', confidence: 2 }],
  ['find', /limit: /, { question: 'ok', limit: 0 }],
  ['get', /An id is/, { id: "'; drop table memory" }],
  ['get', /No memory has the id/, { id: 'abcdabcdabcd' }],
] as const)('what is wrong is answered by %s with a sentence: %s', async (verb, message, input) => {
  const { client } = open();
  // What goes in is wrong on purpose.
  await expect(client.call(verb, input as never)).rejects.toThrow(message);
});

test('odd texts are kept as they can be kept', async () => {
  const { client } = open();
  const { memory } = await client.call('remember', { text: 'NUL \0 and half \ud83e and \x1b[31mred\x1b[0m' });

  expect(memory.text).toBe('NUL  and half \ufffd and [31mred[0m');
  expect((await client.call('find', { question: 'half' })).hits).toHaveLength(1);
});

test('whatever is asked, finding answers', async () => {
  const { client } = open();
  await client.call('remember', { text: 'The NEAR cache AND the OR gate are NOT the same' });
  const asked = fc.record({
    question: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 100 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.stringMatching(/^[\s"'*^():{}+\-.,;&|NEAROTD]{0,60}$/),
    ),
    limit: fc.integer({ min: 1, max: 1000 }),
    rerank: fc.boolean(),
    meaning: fc.double({ min: 0, max: 1, noNaN: true }),
    filter: fc.record(
      {
        file: fc.string(),
        tags: fc.array(fc.string(), { maxLength: 3 }),
        key: fc.string(),
        since: fc.integer(),
        pinned: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  });
  await fc.assert(
    fc.asyncProperty(asked, async (question) => {
      const { hits } = await client.call('find', {
        ...question,
        ...(question.rerank && { meaning: undefined }),
      });
      expect(hits.length).toBeLessThanOrEqual(1);
    }),
    { numRuns: runs(40) },
  );
});

function everyFile(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
