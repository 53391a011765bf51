import { type Embedder, EmbedderDown } from '@sqrl/embedder/embedder.ts';
import { checkStore } from '@sqrl/squirrel/store/testing/check-store.ts';
import { expect, test } from 'vitest';
import { type Opened, open } from './support/home.ts';

const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

/** Numbers for letters: enough for an embedder that only has to be there, or not. */
function letters(): { embedder: Embedder; fall(): void } {
  let down = false;
  const embedder: Embedder = {
    id: 'letters',
    dims: 26,
    embed: async (texts) => {
      if (down) throw new EmbedderDown('It is down.');
      return texts.map((text) => {
        const counts = new Float32Array(26).fill(0.01);
        for (const letter of text.toLowerCase())
          if (letter >= 'a' && letter <= 'z') counts[letter.charCodeAt(0) - 97]! += 1;
        const length = Math.hypot(...counts);
        return counts.map((count) => count / length);
      });
    },
    unload: async () => {},
  };
  return { embedder, fall: () => (down = true) };
}

const home = () => open({ embedder: letters().embedder });

/** Everything there is, as the lossless form carries it. */
const all = async ({ client }: Opened) => JSON.parse((await client.call('export', {})).text).memories;
const textsOf = async (opened: Opened) => (await all(opened)).map(({ text }: { text: string }) => text);
const file = (...memories: object[]) => JSON.stringify({ squirrel: 1, memories });

test('what is wrong with one Markdown entry costs that entry alone', async () => {
  const here = home();
  const text = [
    '# Squirrel memories\n\n## gotcha\n',
    '- Tags\n  <!-- {"tags":5} -->',
    '- Scope\n  <!-- {"scope":"galaxy"} -->',
    '- Status\n  <!-- {"status":"nonsense"} -->',
    '-  \n  <!-- {"scope":"project"} -->',
    '- \u0007\u0000\n  <!-- {"scope":"project"} -->',
    '- ',
    '- Good\n  <!-- {"tags":["a"],"id":"mine"} -->',
  ].join('\n');

  const { refused, ...result } = await here.client.call('import', { mine: true, text });
  expect(result).toMatchObject({ format: 'markdown', added: 1 });
  expect(refused.map(({ because }) => because)).toEqual([
    expect.stringMatching(/^tags: .*array/),
    expect.stringMatching(/^scope: .*global/),
    expect.stringMatching(/^status: .*active/),
    expect.stringMatching(/text is empty/),
    expect.stringMatching(/text is empty/),
  ]);
  expect(await all(here)).toMatchObject([{ text: 'Good', tags: ['a'] }]);
});

test('a whole memory that would say what another says is refused by itself', async () => {
  const here = home();
  await here.client.call('remember', { text: 'One' });
  await here.client.call('remember', { text: 'Two' });
  const [one, two] = await all(here);

  const result = await here.client.call('import', {
    mine: true,
    text: file({ ...one, text: 'Two', updatedAt: one.updatedAt + 1 }, { ...two, id: 'aaaaaaaaaaaa' }),
  });
  expect(result).toMatchObject({
    added: 0,
    changed: 0,
    known: 1,
    refused: [{ at: 'memory 1', because: `Duplicate: memory ${two.id} already has this text` }],
  });
  expect(await textsOf(here)).toEqual(['One', 'Two']);
});

test.each([
  ['project', 'global'],
  ['global', 'project'],
] as const)('a memory that went from %s to %s moves, and is not there twice', async (from, to) => {
  const here = home();
  await here.client.call('remember', { text: 'Elsewhere', scope: from });
  await here.client.call('remember', { text: 'Elsewhere too', scope: from });
  await here.client.call('find', { question: 'elsewhere' });
  const [was, other] = await all(here);
  const now = { ...was, scope: to, updatedAt: was.updatedAt + 1 };

  expect(await here.client.call('import', { mine: true, text: file(now) })).toMatchObject({
    added: 0,
    changed: 1,
  });
  const after = await all(here);
  expect(after).toHaveLength(2);
  expect(after).toContainEqual(now);
  expect(after).toContainEqual(other);
  expect((await here.client.call('find', { question: 'elsewhere' })).hits).toHaveLength(2);

  expect(await here.client.call('import', { mine: true, text: file(was) })).toMatchObject({
    changed: 0,
    known: 1,
  });
  expect((await all(here)).find(({ id }: { id: string }) => id === was.id)).toMatchObject({ scope: to });
  for (const { store } of here.engine.indexedStores) expect(checkStore(store)).toMatchObject({ ok: true });
});

test('a later version brings its evidence, relations, metrics and looks, once', async () => {
  const here = home();
  await here.client.call('remember', { text: 'Before', evidence: [proof('old')] });
  await here.client.call('find', { question: 'before' });
  const [was] = await all(here);
  const later = {
    ...was,
    updatedAt: was.updatedAt + 1,
    evidence: [proof('new'), proof('newer')],
    relations: [{ kind: 'derived_from', to: 'src/a.ts', confidence: 0.5 }],
    metrics: { opportunities: 4, uses: 3, regretHits: 2, regretSaved: 1.5, lastUsedAt: 9 },
    looks: [{ at: 7, way: 'find', score: 0.5, question: 'after?' }],
  };

  expect(await here.client.call('import', { mine: true, text: file(later) })).toMatchObject({ changed: 1 });
  expect(await all(here)).toEqual([later]);
  expect(await here.client.call('import', { mine: true, text: file(later) })).toMatchObject({ known: 1 });
  const latest = { ...later, updatedAt: later.updatedAt + 1 };
  expect(await here.client.call('import', { mine: true, text: file(latest) })).toMatchObject({ changed: 1 });
  expect(await all(here)).toEqual([latest]);
});

test('one id with another text in the file: both versions stay until a person decides, whichever is later', async () => {
  const here = home();
  await here.client.call('remember', { text: 'Before' });
  const [was] = await all(here);
  const later = { ...was, text: 'After', updatedAt: was.updatedAt + 1 };
  const earlier = { ...was, text: 'Long before', updatedAt: was.updatedAt - 1 };

  const { notices, ...counts } = await here.client.call('import', { mine: true, text: file(later, earlier) });
  expect(counts).toMatchObject({ added: 2, changed: 0, known: 0 });
  expect(notices.map(({ message }) => message).join()).toContain('kept in both versions');
  expect(await all(here)).toMatchObject([
    was,
    ...['After', 'Long before'].map((text) => ({
      text,
      needsReview: true,
      relations: [{ kind: 'conflicts', to: was.id }],
    })),
  ]);
});

test('of a memory that was reworded here and in the file, both versions stay until a person decides', async () => {
  const [here, there] = [home(), home()];
  const { id } = await here.client.call('remember', { text: 'Deploy on Mondays', key: 'deploy.day' });
  await there.client.call('import', { mine: true, text: file(...(await all(here))) });
  await here.client.call('correct', { id, text: 'Deploy on Tuesdays' });
  await there.client.call('correct', { id, text: 'Deploy on Fridays' });

  const incoming = file(...(await all(there)));
  expect(await here.client.call('import', { mine: true, text: incoming, dryRun: true })).toMatchObject({
    added: 1,
  });
  const { notices } = await here.client.call('import', { mine: true, text: incoming });
  expect(notices).toMatchObject([{ message: expect.stringContaining('kept in both versions') }]);
  expect(await here.client.call('import', { mine: true, text: incoming })).toMatchObject({
    added: 0,
    known: 1,
  });
  const [ours, theirs] = await all(here);
  expect([ours, theirs]).toMatchObject([
    { id, text: 'Deploy on Tuesdays', status: 'active', needsReview: false },
    { text: 'Deploy on Fridays', status: 'active', needsReview: true },
  ]);
  await here.client.call('confirm', { ids: [theirs.id] });
  expect(await here.client.call('get', { id })).toMatchObject({ status: 'deprecated' });
  // An older export says what is in the history here.
  const old = { ...ours, text: 'Deploy on Mondays', updatedAt: ours.createdAt };
  expect(await here.client.call('import', { mine: true, text: file(old) })).toMatchObject({
    added: 0,
    known: 1,
  });
});

test('a later version that cannot be embedded does not keep the meaning of the earlier', async () => {
  const { embedder, fall } = letters();
  const here = open({ embedder });
  await here.client.call('remember', { text: 'zzz zzz' });
  await here.client.call('remember', { text: 'qqq qqq' });
  await here.client.call('find', { question: 'zzz' });
  const [one, two] = await all(here);
  fall();

  const { notices } = await here.client.call('import', {
    mine: true,
    text: file(
      { ...one, type: 'decision', updatedAt: one.updatedAt + 1 },
      { ...two, pinned: true, updatedAt: two.updatedAt + 1 },
    ),
  });
  expect(notices).toMatchObject([{ message: expect.stringContaining('down') }]);
  // What says the same as before means the same as before.
  expect((await here.client.call('stats', {})).embedder).toMatchObject({ embedded: 1, waiting: 1 });
  const question = (await letters().embedder.embed(['zzz zzz'], 'question'))[0]!;
  const compared: number[] = [];
  here.engine.own.index.nearest(question, 5, (row) => compared.push(row) > 0);
  expect(compared).toHaveLength(1);
});

test('secrets and control characters stay out of every field of a whole memory', async () => {
  const here = home();
  await here.client.call('remember', { text: 'Clean' });
  const [one] = await all(here);
  const look = { at: 1, way: 'find', score: null };
  const dirty = {
    ...one,
    id: 'aaaaaaaaaaaa',
    text: `Push\u0007 with ${TOKEN} and ${TOKEN}`,
    tags: ['a\u0000b'],
    looks: [
      { ...look, question: `who uses\u001b ${TOKEN}?` },
      { ...look, question: null },
    ],
  };
  const empty = { ...one, id: 'bbbbbbbbbbbb', text: '\u0000\u0007' };

  const result = await here.client.call('import', { mine: true, text: file(dirty, empty) });
  expect(result).toMatchObject({
    added: 1,
    redacted: 1,
    refused: [{ at: 'memory 2', because: 'Nothing to remember: the text is empty' }],
  });
  const { text } = await here.client.call('export', {});
  expect(text).not.toContain(TOKEN);
  expect(text).not.toMatch(/\\u00[01]/);
  expect(JSON.parse(text).memories[1].looks).toMatchObject([
    { question: expect.stringContaining('who uses') },
    { question: null },
  ]);
});

test('redacted counts memories, not secrets, and a dry run tells beforehand', async () => {
  const here = home();
  const text = `# Squirrel memories\n\n## gotcha\n\n- Use ${TOKEN} or ${TOKEN} to push\n- Nothing to hide\n`;
  for (const dryRun of [true, false])
    expect(await here.client.call('import', { mine: true, text, dryRun })).toMatchObject({
      added: 2,
      redacted: 1,
    });
});

test('a CLAUDE.md written here says how many memories it has, and brings nothing new back', async () => {
  const here = home();
  await here.client.call('remember', { text: 'Old way', key: 'way' });
  await here.client.call('remember', { text: 'New way', key: 'way', files: ['src/a.ts', 'Makefile'] });
  await here.client.call('remember', { text: 'It is over', expiresAt: Date.now() + 5 });
  await here.client.call('remember', { text: 'Everywhere:\n\n- small commits', scope: 'global' });
  await here.client.call('remember', { text: 'Only there', scopeOf: 'services/pay' });
  await here.client.call('remember', { text: 'Never skip hooks (`--no-verify`)', type: 'gotcha' });
  await here.client.call('remember', { text: 'Never touch the lock (`package-lock.json`)', type: 'gotcha' });
  await new Promise((done) => setTimeout(done, 10));
  const before = await all(here);

  const { text, memories } = await here.client.call('export', { format: 'claude' });
  expect(memories).toBe(5);
  expect(text.match(/^- /gm)).toHaveLength(5);
  for (const dryRun of [true, false])
    expect(await here.client.call('import', { mine: true, text, dryRun })).toMatchObject({
      format: 'claude',
      added: 0,
      changed: 0,
      known: 5,
    });
  expect(await all(here)).toEqual(before);

  const fresh = home();
  await fresh.client.call('import', { mine: true, text });
  expect(await all(fresh)).toContainEqual(
    expect.objectContaining({ text: 'New way', files: ['src/a.ts', 'Makefile'] }),
  );
  expect((await textsOf(fresh)).join()).not.toContain('Project memory');
});

test('JSON of somebody else is refused, not read as prose', async () => {
  const here = home();
  const text = JSON.stringify({ name: 'shop', scripts: { test: 'vitest run --coverage' } }, null, 2);
  for (const dryRun of [true, false])
    await expect(here.client.call('import', { mine: true, text, dryRun })).rejects.toThrow(
      'not an export of Squirrel',
    );
});

test('a dry run counts what an import then does', async () => {
  const here = home();
  await here.client.call('remember', { text: 'Known here' });
  await here.client.call('remember', { text: 'Known everywhere', scope: 'global' });
  await here.client.call('remember', { text: 'Replaced', key: 'k' });
  await here.client.call('remember', { text: 'Replacing', key: 'k' });
  const text = `# Squirrel memories

- Known here
- Known  everywhere
  <!-- {"scope":"global"} -->
- Known everywhere
- Replaced
- New
- New
`;
  const counts = { added: 2, changed: 1, known: 3, refused: [] };
  expect(await here.client.call('import', { mine: true, text, dryRun: true })).toMatchObject(counts);
  expect(await all(here)).toHaveLength(4);
  expect(await here.client.call('import', { mine: true, text })).toMatchObject(counts);
  expect(await all(here)).toHaveLength(6);
});

test('a tag added to exported Markdown comes in, and the same file again is no further proof', async () => {
  const here = home();
  const { id } = await here.client.call('remember', { text: 'Ship on Mondays', tags: ['a'] });
  const { text } = await here.client.call('export', { format: 'markdown' });
  expect(await here.client.call('import', { mine: true, text })).toMatchObject({
    added: 0,
    changed: 0,
    known: 1,
  });
  expect(await here.client.call('get', { id })).toMatchObject({ tags: ['a'], evidence: [{}] });

  const edited = text.replace('["a"]', '["a","b"]');
  for (const dryRun of [true, false])
    expect(await here.client.call('import', { mine: true, text: edited, dryRun })).toMatchObject({
      added: 0,
      changed: 1,
    });
  expect(await here.client.call('get', { id })).toMatchObject({ tags: ['a', 'b'] });
});

test.each([
  ['after', 'gotcha', 'decision'],
  ['before', 'decision', 'gotcha'],
] as const)('Markdown keeps what replaced another %s it', async (_, older, newer) => {
  const here = home();
  await here.client.call('remember', { text: 'A', key: 'k', type: older });
  await here.client.call('remember', { text: 'B', key: 'k', type: newer });
  const { text } = await here.client.call('export', { format: 'markdown' });

  const fresh = home();
  expect(await fresh.client.call('import', { mine: true, text })).toMatchObject({ added: 2 });
  const statuses = async (opened: Opened) =>
    Object.fromEntries(
      (await all(opened)).map((memory: { text: string; status: string }) => [memory.text, memory.status]),
    );
  expect(await statuses(fresh)).toEqual({ A: 'deprecated', B: 'active' });
  expect(await here.client.call('import', { mine: true, text })).toMatchObject({
    added: 0,
    changed: 0,
    known: 2,
  });
  expect(await statuses(here)).toEqual({ A: 'deprecated', B: 'active' });
});

const proof = (quote: string) => ({
  proof: 'explicit_statement',
  episode: null,
  events: [],
  quote,
  at: 1,
});

test('what is imported without a key gets the one its words have, and replaces what said otherwise', async () => {
  const here = home();
  const npm = await here.client.call('remember', { text: 'We use npm' });
  await here.client.call('import', {
    mine: true,
    text: '# CLAUDE.md\n\n## Tooling\n\n- Use pnpm, not npm\n- Tests need Redis\n',
  });
  const { memories } = await here.client.call('list', { limit: 10, order: 'oldest' });
  expect(memories.map(({ text, key }) => ({ text, key }))).toEqual([
    { text: 'CLAUDE.md > Tooling: Use pnpm, not npm', key: 'tool.package_manager' },
    { text: 'CLAUDE.md > Tooling: Tests need Redis', key: null },
  ]);
  expect((await here.client.call('get', { id: npm.id })).status).toBe('deprecated');
});

test('what one imported file says side by side holds side by side', async () => {
  const here = home();
  await here.client.call('import', { mine: true, text: '# CLAUDE.md\n\n- Use npm\n- We use pnpm\n' });
  const { memories } = await here.client.call('list', { limit: 10, order: 'oldest' });
  expect(memories.map(({ text, key }) => ({ text, key }))).toEqual([
    { text: 'CLAUDE.md: Use npm', key: null },
    { text: 'CLAUDE.md: We use pnpm', key: null },
  ]);
});

/** More than one batch of an import. */
const rules = (count: number) =>
  Array.from({ length: count }, (_, i) => `- Module m${i} retries ${i + 2} times`);

test('what a long file says replaces what was said otherwise here, and nothing of the file itself', async () => {
  const here = home();
  const npm = await here.client.call('remember', { text: 'We use npm' });
  const tabs = await here.client.call('remember', { text: 'Use tabs for indentation' });
  const text = ['# CLAUDE.md', '', '- Use pnpm, not npm', ...rules(130), '- We use bun', ''].join('\n');
  const { added, refused } = await here.client.call('import', { mine: true, text });
  expect({ added, refused }).toEqual({ added: 132, refused: [] });
  const statusOf = async (id: string) => (await here.client.call('get', { id })).status;
  expect(await statusOf(npm.id)).toBe('deprecated');
  expect(await statusOf(tabs.id)).toBe('active');
  const held = (await all(here)).filter(({ status }: { status: string }) => status !== 'deprecated');
  const texts: string[] = held.map(({ text }: { text: string }) => text);
  expect(texts.filter((each) => /pnpm|bun/.test(each))).toEqual([
    'CLAUDE.md: Use pnpm, not npm',
    'CLAUDE.md: We use bun',
  ]);
});

test('an import that was interrupted goes on with the next run, and brings nothing twice', async () => {
  const there = home();
  await there.client.call('import', { mine: true, text: ['# Rules', '', ...rules(200)].join('\n') });
  const { text } = await there.client.call('export', {});
  const here = home();
  const stop = new AbortController();
  const first = here.client.call(
    'import',
    { mine: true, text },
    { signal: stop.signal, onProgress: (done) => done >= 100 && stop.abort() },
  );
  await expect(first).rejects.toThrow('Stopped after 128 of 200.');
  expect(await all(here)).toHaveLength(128);
  expect(await here.client.call('import', { mine: true, text })).toMatchObject({ added: 72, known: 128 });
  expect(await all(here)).toEqual(JSON.parse(text).memories);
});
