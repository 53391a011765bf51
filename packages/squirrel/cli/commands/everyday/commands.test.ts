import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Output } from '../../../protocol/verbs.ts';
import { NOON, testMemory, typed } from '../../testing/world.ts';

const HOSTILE = 'first \x1b]0;title\x07 line\nsecond \u009b2J line';
const remembered = (given: Partial<Output<'remember'>> = {}) => ({
  id: '7k3f9x2m4p5q',
  did: 'added',
  redacted: [],
  memory: testMemory(),
  superseded: [],
  notices: [],
  ...given,
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'sqrl-cli-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('remember passes on everything that was said about the text', async () => {
  const argv = ['remember', 'use', 'pnpm', '--type=preference', '--tag', 'a', '--tag', 'b', '--file', 'x.ts'];
  const more = ['--key', 'pm', '--path', 'web', '--expires', '7d', '--pin', '--emergency'];
  const { calls, out } = await typed([...argv, ...more], { answers: { remember: () => remembered() } });
  expect(calls).toEqual([
    {
      verb: 'remember',
      input: {
        text: 'use pnpm',
        type: 'preference',
        tags: ['a', 'b'],
        files: ['/x.ts'],
        key: 'pm',
        scope: 'path',
        scopeOf: '/web',
        expiresAt: NOON + 7 * 24 * 3600_000,
        pinned: true,
        tier: 'emergency',
        source: 'user_taught',
      },
    },
  ]);
  expect(out).toBe('Remembered as 7k3f9x2m4p5q (gotcha).\n');
});

test('remember says in a word of people what it took the text for', async () => {
  const said = async (memory: Parameters<typeof testMemory>[0]) =>
    (
      await typed(['remember', 'x'], {
        answers: { remember: () => remembered({ memory: testMemory(memory) }) },
      })
    ).out;
  expect(await said({ type: 'module_insight' })).toContain('(fact)');
  expect(await said({ type: 'requirement' })).toContain('(rule)');
  expect(await said({ type: 'pattern', key: 'command.test' })).toContain('(command)');
});

test('remember --global opens no project', async () => {
  const { places, calls } = await typed(['remember', 'x', '--global'], {
    answers: { remember: () => remembered() },
  });
  expect(places).toEqual([{ global: true }]);
  expect(calls[0]!.input).toMatchObject({ scope: 'global' });
});

test('remember says what was known, replaced and taken out', async () => {
  const known = await typed(['remember', 'x'], { answers: { remember: () => remembered({ did: 'known' }) } });
  expect(known.out).toBe('Already known as 7k3f9x2m4p5q (gotcha).\n');
  const more = remembered({ superseded: ['aaaa'], redacted: ['github token', 'github token'] });
  const { out } = await typed(['remember', 'x'], { answers: { remember: () => more } });
  expect(out).toContain('It replaces aaaa.');
  expect(out).toContain('Redacted before saving: github token.');
});

test('remember - reads standard input, without the newline that ends it', async () => {
  const { calls } = await typed(['remember', '-'], {
    stdin: 'one\ntwo\n',
    answers: { remember: () => remembered() },
  });
  expect(calls[0]!.input).toMatchObject({ text: 'one\ntwo' });
});

test.each([
  ['nothing', '', 2],
  ['blanks', ' \n', 2],
  ['too much', Buffer.alloc(500_000, 'a'), 1],
  ['Latin-1', Buffer.from([0xe4]), 1],
  ['NUL', 'a\0b', 1],
])('remember - refuses %s before the memory is opened', async (_, stdin, exit) => {
  expect(await typed(['remember', '-'], { stdin })).toMatchObject({ exit, opened: 0, out: '' });
});

test('search shows ranked hits within the width of the terminal, and the reasons when asked', async () => {
  const text = 'The staging database is wiped every Sunday night, so leave nothing there';
  const hits = [{ memory: testMemory({ text }), score: 0.8123, why: ['meaning 0.81', 'words #2'] }];
  const answers = { find: () => ({ hits, passages: [], commits: [], code: [], weak: false, notices: [] }) };
  const { out, exit } = await typed(['ask', '--hits', 'x', '--why'], {
    answers,
    terminal: true,
    columns: 40,
    env: { NO_COLOR: '1' },
  });
  expect(exit).toBe(0);
  expect(out).toBe(
    ` 1  The staging database is wiped every
    Sunday night, so leave nothing there
    gotcha · 7k3f9x2m4p5q · 3 days ago…
    0.812 · meaning 0.81 · words #2
`,
  );
  expect((await typed(['ask', '--hits', 'x'], { answers })).out).toBe(
    ` 1  ${text}\n    gotcha · 7k3f9x2m4p5q · 3 days ago · #staging · src/db.ts\n`,
  );
});

test('search passes on limit, filters and how to mix', async () => {
  const answers = {
    find: () => ({ hits: [], passages: [], commits: [], code: [], weak: false, notices: [] }),
  };
  const argv = [
    'ask',
    '--hits',
    'a',
    'b',
    '--limit',
    '3',
    '--type',
    'gotcha',
    '--tag',
    't',
    '--file',
    'src',
    '--rerank',
  ];
  const mixed = await typed([...argv, '--meaning', '0.7'], { answers });
  expect(mixed.calls[0]!.input).toEqual({
    question: 'a b',
    limit: 3,
    filter: { types: ['gotcha'], tags: ['t'], file: '/src' },
    meaning: 0.7,
    rerank: true,
  });
  expect((await typed(['ask', '--hits', 'a'], { answers })).calls[0]!.input).toEqual({
    question: 'a',
    filter: {},
  });
});

test('search without a hit ends with 3, and its JSON is still JSON', async () => {
  const answers = {
    find: () => ({ hits: [], passages: [], commits: [], code: [], weak: false, notices: [] }),
  };
  expect(await typed(['ask', '--hits', 'x'], { answers })).toMatchObject({
    exit: 3,
    out: '',
    err: 'No matching memories.\n',
  });
  const { exit, out } = await typed(['ask', '--hits', 'x', '--json'], { answers });
  expect({ exit, out: JSON.parse(out) }).toEqual({
    exit: 3,
    out: { hits: [], passages: [], commits: [], code: [], weak: false, notices: [] },
  });
});

test('nothing that is stored can command the terminal, whichever way it is shown', async () => {
  const bad = testMemory({
    text: HOSTILE,
    tags: [HOSTILE],
    files: [HOSTILE],
    key: HOSTILE,
    module: HOSTILE,
    scopeOf: HOSTILE,
  });
  bad.evidence = [{ proof: HOSTILE, episode: HOSTILE, events: [], quote: HOSTILE, at: NOON }];
  bad.relations = [{ kind: 'supersedes', to: HOSTILE, confidence: 1 }];
  const said = {
    ...{ id: HOSTILE, event: HOSTILE, speaker: 'agent' as const, at: NOON, text: HOSTILE },
    ...{ length: HOSTILE.length, tainted: true, skipped: 3 },
  };
  const commit = {
    id: 'commit:1a2b3c4d5e6f',
    hash: '1a2b3c4d5e6f',
    at: 0,
    author: HOSTILE,
    subject: HOSTILE,
  };
  const files = { files: [HOSTILE], filesChanged: 2 };
  const piece = { path: HOSTILE, line: 1, endLine: 2, kind: 'function', name: HOSTILE, excerpt: HOSTILE };
  const repository = { commits: [{ ...commit, ...files }], code: [piece] };
  const answers = {
    commit: () => ({ ...commit, ...files, body: HOSTILE }),
    passage: () => ({
      ...{
        ...said,
        client: 'codex' as const,
        session: HOSTILE,
        agent: null,
        branch: HOSTILE,
        files: [HOSTILE],
      },
      ...{ episode: { id: HOSTILE, task: HOSTILE }, before: [said], after: [said] },
    }),
    find: () => ({
      hits: [{ memory: bad, score: 1, why: [HOSTILE] }],
      passages: [
        {
          ...{
            id: 'said:1a2b3c4d5e6f',
            speaker: 'agent' as const,
            at: 0,
            client: 'codex' as const,
            session: 's',
            text: HOSTILE,
          },
          ...{
            before: [{ speaker: 'person' as const, text: HOSTILE }],
            after: [],
            earlier: true,
            tainted: true,
            score: 1,
          },
        },
      ],
      ...repository,
      weak: true,
      notices: [{ message: HOSTILE, hint: HOSTILE }],
    }),
    get: () => bad,
    pin: () => bad,
    change: () => ({ memory: bad, redacted: [HOSTILE] }),
    list: () => ({ memories: [bad], total: 2 }),
    export: () => ({ text: HOSTILE, memories: 1 }),
    remember: () => remembered({ memory: bad, redacted: [HOSTILE] }),
    forget: () => ({ forgotten: [bad] }),
  };
  const ways = [
    ['ask', '--hits', 'x', '--why'],
    ['show', 'abcd'],
    ['show', 'said:1a2b3c4d'],
    ['show', 'commit:1a2b3c4d'],
    ['edit', 'abcd', '--pin'],
    ['edit', 'abcd', '--verified'],
    ['list'],
    ['backup', 'export', '--format', 'markdown'],
    ['remember', 'x'],
    ['forget', 'abcd'],
  ];
  for (const argv of ways) {
    const circumstances = { answers, terminal: true, env: { NO_COLOR: '1' }, stdin: 'y\n' };
    const plain = await typed(argv, circumstances);
    expect(plain.exit).toBe(0);
    expect(plain.out + plain.err).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f]/);
    const asJson = await typed([...argv, '--json'], circumstances);
    expect(asJson.out).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f]/);
  }
});

test('an export into a pipe is what it is, byte for byte', async () => {
  const { out } = await typed(['backup', 'export', '--format', 'markdown'], {
    answers: { export: () => ({ text: HOSTILE, memories: 1 }) },
  });
  expect(out).toBe(`${HOSTILE}\n`);
});

test('export --out writes a private file once, and again only with --force', async () => {
  const cwd = folder();
  const answers = { export: () => ({ text: 'text\n', memories: 2 }) };
  const file = join(cwd, 'out.md');
  const argv = ['backup', 'export', '--format', 'markdown', '--out', 'out.md'];
  expect(await typed(argv, { answers, cwd })).toMatchObject({
    exit: 0,
    out: `Wrote 2 memories to ${file}.\n`,
  });
  expect(readFileSync(file, 'utf8')).toBe('text\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await typed(argv, { answers, cwd })).toMatchObject({ exit: 2, out: '' });
  const forced = await typed([...argv, '--force', '--json'], { answers, cwd });
  expect(JSON.parse(forced.out)).toEqual({ format: 'markdown', memories: 2, file });
});

test('import reads a file or standard input, and names what it left out', async () => {
  const cwd = folder();
  writeFileSync(join(cwd, 'notes.md'), '- one\n- two\n');
  const output: Output<'import'> = {
    format: 'markdown',
    added: 1,
    changed: 1,
    known: 2,
    redacted: 1,
    refused: [{ at: 'line 2', because: 'Nothing to remember: the text is empty' }],
    notices: [],
  };
  const answers = { import: () => output };
  const file = await typed(['backup', 'import', 'notes.md', '--dry-run'], { answers, cwd });
  expect(file.calls[0]!.input).toEqual({ text: '- one\n- two\n', dryRun: true });
  expect(file.exit).toBe(1);
  expect(file.out).toBe(
    'Would import 1 new memory (markdown), 1 updated, 2 already known, 1 skipped.\nSecrets would be redacted in 1 memory.\n',
  );
  expect(file.err).toBe('Skipped line 2: Nothing to remember: the text is empty\n');
  const stdin = await typed(['backup', 'import', '-', '--format', 'claude'], { answers, stdin: '- x' });
  expect(stdin.calls[0]!.input).toEqual({ text: '- x', dryRun: false, format: 'claude' });
  expect(stdin.err).toContain('sqrl review');
  const source = await typed(['backup', 'import', 'some.ts'], { answers, cwd });
  expect(source).toMatchObject({
    exit: 1,
    err: expect.stringContaining('some.ts is not an export of memories'),
  });

  const mine = await typed(['backup', 'import', '-', '--mine'], { answers, stdin: '- x' });
  expect(mine.calls[0]!.input).toEqual({ text: '- x', dryRun: false, mine: true });
  expect(mine.err).not.toContain('sqrl review');
});

test.each([
  ['missing.md', 'does not exist'],
  ['.', 'is a folder'],
])('import %s says that it %s', async (name, why) => {
  const cwd = folder();
  expect(await typed(['backup', 'import', name], { cwd })).toMatchObject({
    exit: 1,
    opened: 0,
    err: expect.stringContaining(why),
  });
});

test('forget asks on a terminal, showing what would go', async () => {
  const answers = { get: () => testMemory(), forget: () => ({ forgotten: [testMemory()] }) };
  const yes = await typed(['forget', 'abcd'], {
    answers,
    terminal: true,
    stdin: 'y\n',
    env: { NO_COLOR: '1' },
  });
  expect(yes.err).toBe(
    '7k3f9x2m4p5q The staging database is wiped every Sunday\nDelete this memory permanently? [y/N] ',
  );
  expect(yes).toMatchObject({ exit: 0, out: 'Deleted 1 memory.\n' });
  for (const stdin of ['\n', 'n\n', 'yesterday\n', '']) {
    const no = await typed(['forget', 'abcd'], { answers, terminal: true, stdin });
    expect(no.exit).toBe(1);
    expect(no.calls.map(({ verb }) => verb)).toEqual(['get']);
  }
});

test.each([[['forget', 'abcd']], [['forget', '--all']], [['forget', 'abcd', '--json']]])(
  '%j without a terminal and without --yes erases nothing and ends with 2',
  async (argv) => {
    const { exit, calls, err } = await typed(argv, {
      answers: { stats: () => ({ project: null, memories: 0, byScope: {} }) },
      stdin: 'y\n',
    });
    expect(exit).toBe(2);
    expect(calls.filter(({ verb }) => verb.startsWith('forget'))).toEqual([]);
    expect(err).toContain('Pass --yes to confirm');
  },
);

test.each([
  [[], 'project', 'shop', 'everything in the project shop (7 memories):'],
  [['--global'], 'user', 'erase', 'everything in your global memory, shared by all projects (9 memories):'],
  [
    ['--everything'],
    'both',
    'erase',
    'in the project shop (7 memories) and in your global memory, shared by all projects (2 memories):',
  ],
])('forget --all %j erases only after the right word was typed', async (more, of, word, what) => {
  const project = { id: 'shop-1', name: 'shop', root: '/shop', remote: null };
  const answers = {
    stats: () => ({ project, memories: 9, byScope: { project: 7, global: 2 } }),
    forgetAll: () => ({ forgotten: 7 }),
  };
  const no = await typed(['forget', '--all', ...more], { answers, terminal: true, stdin: 'y\n' });
  expect(no.exit).toBe(1);
  expect(no.calls.map(({ verb }) => verb)).toEqual(['stats']);
  // A terminal breaks lines at words.
  const said = no.err.replace(/\s+/g, ' ');
  expect(said).toContain(what);
  expect(said).toContain('the copies, the lines in the daily logs');
  const yes = await typed(['forget', '--all', ...more], { answers, terminal: true, stdin: `${word}\n` });
  expect(yes.exit).toBe(0);
  expect(yes.calls.at(-1)).toEqual({ verb: 'forgetAll', input: { of } });
});

test('edit passes on what is new, and an empty value clears', async () => {
  const answers = { change: () => ({ memory: testMemory(), redacted: [] }) };
  const argv = [
    'edit',
    'abcd',
    '--text',
    'new',
    '--tag',
    '',
    '--key',
    '',
    '--expires',
    'never',
    '--status',
    'active',
  ];
  const { calls } = await typed(argv, { answers });
  expect(calls).toEqual([
    {
      verb: 'change',
      input: {
        id: 'abcd',
        to: {
          ...{ text: 'new', tags: [], key: null, expiresAt: null, status: 'active' },
          ...{ verified: true, needsReview: false },
        },
      },
    },
  ]);
});

test('edit --unpin lets a memory age again', async () => {
  const { calls, out } = await typed(['edit', 'abcd', '--unpin'], {
    answers: { pin: () => testMemory() },
  });
  expect(calls).toEqual([{ verb: 'pin', input: { id: 'abcd', pinned: false } }]);
  expect(out).toBe('No longer pinned: The staging database is wiped every Sunday\n');
});

test('list is one line a memory: columns for a person, tabs for a program', async () => {
  const answers = {
    list: () => ({ memories: [testMemory({ pinned: true }), testMemory({ text: 'a\nb' })], total: 5 }),
  };
  const person = await typed(['list', '--all'], {
    answers,
    terminal: true,
    columns: 60,
    env: { NO_COLOR: '1' },
  });
  expect(person.out).toBe(
    '7k3f9x2m4p5q * gotcha 3 days ago  The staging database is w…\n7k3f9x2m4p5q   gotcha 3 days ago  a ⏎ b\n',
  );
  expect(person.err).toBe('2 of 5 memories; use --limit or --offset for more.\n');
  const program = await typed(['list'], { answers });
  expect(program.out.split('\n')[1]).toBe('7k3f9x2m4p5q\tgotcha\t3 days ago\ta ⏎ b');
});

test('list leaves suggestions out and says so, without counting them as work', async () => {
  const asked: unknown[] = [];
  const answers = {
    list: (input: { filter?: { needsReview?: boolean } }) => {
      asked.push(input.filter);
      return input.filter?.needsReview ? { memories: [], total: 3 } : { memories: [], total: 0 };
    },
  };
  const listed = await typed(['list', '--type', 'gotcha'], { answers });
  expect(asked).toEqual([
    { types: ['gotcha'], needsReview: false },
    { types: ['gotcha'], needsReview: true },
  ]);
  // As `remember` and `show` call them.
  const rules = await typed(['list', '--type', 'rule'], { answers });
  expect(rules.calls[0]!.input).toMatchObject({ filter: { types: ['preference', 'requirement'] } });
  expect(listed.err).toContain('Suggestions are not listed: --all lists them');
  // As with every command that finds nothing, and in JSON as well.
  expect([listed.exit, (await typed(['list', '--owner', 'team', '--json'], { answers })).exit]).toEqual([
    3, 3,
  ]);
  const empty = async (daemon: object | null) =>
    (await typed(['list', '--all'], { answers: { ...answers, status: () => ({ daemon }) } })).err;
  expect(await empty(null)).toMatch(/^No memories here yet\.\nRun `sqrl ingest`/);
  expect(await empty({ jobs: [{ state: 'running' }] })).toContain('The daemon is reading the agents');
});

test('restore asks only about a file that exists', async () => {
  const cwd = folder();
  expect(await typed(['backup', 'restore', 'no.backup', '--yes'], { cwd })).toMatchObject({
    exit: 3,
    opened: 0,
  });
  writeFileSync(join(cwd, 'a.backup'), '');
  expect(await typed(['backup', 'restore', 'a.backup'], { cwd })).toMatchObject({ exit: 2, opened: 0 });
  const stores = [{ name: 'user', memories: 3, before: 1, keptAt: '/kept' }];
  const answers = { restore: () => ({ file: join(cwd, 'a.backup'), stores }) };
  expect(await typed(['backup', 'restore', 'a.backup', '--yes'], { cwd, answers })).toMatchObject({
    exit: 0,
    out: 'user: 3 memories · before: 1, kept at /kept\nRestored 1 store.\n',
  });
});

test('remember says what it reinforces, and why something needs review', async () => {
  const known = await typed(['remember', 'use pnpm'], {
    answers: { remember: () => remembered({ did: 'reinforced' }) },
  });
  expect(known.out).toContain('Already known; reinforced 7k3f9x2m4p5q');
  expect(known.out).toContain(testMemory().text);
  const waiting = await typed(['remember', 'use npm'], {
    answers: { remember: () => remembered({ review: `it contradicts abc, which is more trusted` }) },
  });
  expect(waiting.out).toContain('It needs review');
  expect(waiting.out).toContain('it contradicts abc, which is more trusted');
});
