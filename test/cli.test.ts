import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { ended, launcher, machine, type TestMachine } from '@sqrl/squirrel/cli/testing/process.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anew, anewWithSharedModel, typing } from './support/typing.ts';

const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;

const PRETEND_OLD =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.1.0"}})';
// Nothing is said while standard input is waited for, so the process is made to tell when it begins to.
const TELLS_WHEN_IT_READS = `data:text/javascript,
  const iterate = process.stdin[Symbol.asyncIterator];
  process.stdin[Symbol.asyncIterator] = function () { process.stderr.write("reading\\n"); return iterate.call(this); };`;
const MONEY = 'Money is stored as integer cents, because floats lost us a penny per thousand invoices';

describe('a memory lives', () => {
  let here: TestMachine;
  let type: ReturnType<typeof typing>;
  let id: string;
  const json = async (argv: string[]) => JSON.parse((await type([...argv, '--json'])).out);
  beforeAll(() => {
    here = machine();
    type = commandsOf(here);
  });
  afterAll(() => here[Symbol.dispose]());

  test('it is remembered', async () => {
    const said = await here.sqrl([
      'remember',
      MONEY,
      '--type',
      'decision',
      '--tag',
      'billing',
      '--file',
      'src/amount.ts',
    ]);
    expect(said).toMatchObject({ exit: 0, err: '' });
    id = /Remembered as (\w+) \(decision\)\./.exec(said.out)![1]!;
    for (const other of ['Deploys go out on Tuesdays only', 'The office plants are watered by Noor']) {
      expect((await type(['remember', other])).exit).toBe(0);
    }
  });

  test('saying it again stores nothing new', async () => {
    expect((await type(['remember', MONEY])).out).toContain(`Already known as ${id}`);
    expect((await json(['list'])).total).toBe(3);
  });

  test('it is found by other words, first of all', async () => {
    const { hits } = await json(['ask', '--hits', 'which data type do prices have']);
    expect(hits[0].memory.id).toBe(id);
    const { out } = await type(['ask', '--hits', 'which data type do prices have', '--why', '--limit', '1']);
    expect(out).toContain(MONEY);
    expect(out.trim().split('\n').at(-1)).toMatch(/^ +\d\.\d+ · meaning #1 /);
  });

  test('it is shown whole, and by the beginning of its id', async () => {
    const { exit, out } = await type(['show', id.slice(0, 8)]);
    expect(exit).toBe(0);
    for (const part of [MONEY, id, '#billing', 'src/amount.ts', 'explicit_statement'])
      expect(out).toContain(part);
  });

  test('it is corrected, and found as corrected', async () => {
    const text = 'Amounts are kept as bigint cents since the crypto launch';
    const changed = await json(['edit', id, '--text', text, '--tag', 'money', '--status', 'active']);
    expect(changed.memory).toMatchObject({ id, text, tags: ['money'], type: 'decision' });
    expect((await json(['ask', '--hits', 'bigint'])).hits[0].memory.text).toBe(text);
  });

  test('it is pinned and unpinned', async () => {
    expect((await type(['edit', '--pin', id])).out).toMatch(/^Pinned: Amounts/);
    expect((await json(['list', '--pinned'])).memories.map((memory: { id: string }) => memory.id)).toEqual([
      id,
    ]);
    expect((await type(['edit', id, '--unpin'])).exit).toBe(0);
    expect((await json(['list', '--pinned'])).total).toBe(0);
  });

  test('it is listed by what it is, in pages', async () => {
    expect((await json(['list', '--type', 'decision', '--tag', 'money'])).total).toBe(1);
    expect((await json(['list', '--file', 'src'])).total).toBe(1);
    const page = await json(['list', '--limit', '1', '--offset', '1', '--order', 'oldest']);
    expect(page).toMatchObject({ total: 3, memories: [{ text: 'Deploys go out on Tuesdays only' }] });
  });

  test('it travels: exported here, imported into another home', async () => {
    const file = join(here.root, 'out.json');
    expect((await type(['backup', 'export', '--out', file])).exit).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await type(['backup', 'export', '--out', file])).exit).toBe(2);
    const home = join(here.root, 'other-home');
    const elsewhere = commandsOf({ home, project: here.project });
    const first = await elsewhere(['backup', 'import', file, '--mine']);
    expect(first).toMatchObject({ exit: 0, out: expect.stringContaining('Imported 3 new memories') });
    const again = await elsewhere(['backup', 'import', '-', '--mine', '--json'], readFileSync(file));
    expect(JSON.parse(again.out)).toMatchObject({ added: 0, known: 3 });
    const there = JSON.parse((await elsewhere(['show', id, '--json'])).out);
    expect(there).toEqual({ ...(await json(['show', id])), metrics: expect.anything() });
  });

  test('an import can be tried first', async () => {
    const tried = await type(
      ['backup', 'import', '-', '--format', 'markdown', '--dry-run'],
      '- Ship on Fridays\n',
    );
    expect(tried).toMatchObject({ exit: 0, out: expect.stringContaining('Would import 1 new memory') });
    expect((await json(['list'])).total).toBe(3);
  });

  test('everything is backed up and put back', async () => {
    const file = join(here.root, 'all.backup');
    expect((await type(['backup', file])).exit).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await type(['backup', file])).exit).toBe(2);
    expect((await type(['backup', file, '--force'])).exit).toBe(0);
    await type(['remember', 'This came after the backup']);
    expect((await type(['backup', 'restore', file])).exit).toBe(2);
    expect((await json(['list'])).total).toBe(4);
    expect((await type(['backup', 'restore', file, '--yes'])).exit).toBe(0);
    expect((await json(['list'])).total).toBe(3);
  });

  test('it is forgotten, once somebody means it', async () => {
    const refused = await type(['forget', id], 'y\n');
    expect(refused).toMatchObject({ exit: 2, err: expect.stringContaining('Pass --yes') });
    expect(await type(['forget', id, '--yes'])).toMatchObject({ exit: 0, out: 'Deleted 1 memory.\n' });
    expect(await type(['show', id])).toMatchObject({ exit: 3, out: '' });
    expect((await type(['forget', id, '--yes'])).exit).toBe(3);
  });

  test('the numbers add up', async () => {
    const stats = await json(['status', 'stats']);
    expect(stats).toMatchObject({
      memories: 2,
      project: { name: 'shop' },
      embedder: { embedded: 2, waiting: 0 },
    });
    expect((await type(['status', 'stats'])).out).toMatch(/^memories +2 /m);
  });

  test('forgetting all leaves no trace of it in the home', async () => {
    await type(['remember', 'xylophone marmalade is the passphrase of nobody']);
    expect(tracesOf(here.home, 'xylophone')).not.toEqual([]);
    expect((await type(['forget', '--all'])).exit).toBe(2);
    expect((await type(['forget', '--all', '--everything', '--yes'])).exit).toBe(0);
    expect(tracesOf(here.home, 'xylophone')).toEqual([]);
    expect((await json(['list'])).total).toBe(0);
  });
});

test('projects do not see each other, and all of them see what is global', async () => {
  using here = machine();
  const type = commandsOf(here);
  const other = join(here.root, 'blog');
  mkdirSync(other);
  await type(['remember', 'The shop sells acorns']);
  await commandsOf({ ...here, project: other })(['remember', 'Answer in British English', '--global']);
  const seen = async (argv: string[]) =>
    JSON.parse((await type([...argv, 'list', '--json'])).out)
      .memories.map(({ text }: { text: string }) => text)
      .sort();
  expect(await seen([])).toEqual(['Answer in British English', 'The shop sells acorns']);
  expect(await seen(['--project', other])).toEqual(['Answer in British English']);
});

test('a secret never reaches the disk', async () => {
  using here = machine();
  const secret = `gh${'p_'}${'a1B2'.repeat(9)}`;
  const { exit, out } = await here.sqrl(['remember', `push with ${secret}`]);
  expect({ exit, out }).toEqual({ exit: 0, out: expect.stringContaining('Redacted before saving') });
  expect(tracesOf(here.home, secret)).toEqual([]);
});

test('several commands at once all succeed, and the same text is stored once', async () => {
  using here = machine();
  const texts = ['Alpha is first', 'Beta is second', 'Gamma is third', 'Alpha is first'];
  const said = await Promise.all(texts.map((text) => here.sqrl(['remember', text, '--json'])));
  expect(said.map(({ exit, err }) => ({ exit, err }))).toEqual(texts.map(() => ({ exit: 0, err: '' })));
  expect(said.map(({ out }) => JSON.parse(out).did).sort()).toEqual(['added', 'added', 'added', 'known']);
  expect(JSON.parse((await here.sqrl(['list', '--json'])).out).total).toBe(3);
});

test('every command speaks JSON', async () => {
  using here = machine();
  mkdirSync(join(here.project, 'notes'));
  writeFileSync(join(here.project, 'notes', 'a.md'), '# Notes\n\n- Squirrels bury nuts in autumn\n');
  const type = commandsOf(here);
  const { id } = JSON.parse((await type(['remember', 'Nuts are kept in the oak', '--json'])).out);
  const good = [
    ['ask', '--hits', 'acorns'],
    ['show', id],
    ['edit', id, '--tag', 'oak'],
    ['edit', '--pin', id],
    ['list'],
    ['status', 'stats'],
    ['backup', 'export'],
    ['backup', 'export', '--format', 'markdown'],
    ['backup', 'export', '--out', 'x.json'],
    ['backup', 'import', 'x.json'],
    ['backup', 'x.backup'],
    ['backup', 'restore', 'x.backup', '--yes'],
    ['ingest', 'notes', 'notes'],
    ['doctor', 'reembed'],
    ['version'],
    ['help'],
    ['forget', id, '--yes'],
    ['forget', '--all', '--yes'],
  ];
  for (const argv of good) {
    const { exit, out, err } = await type([...argv, '--json']);
    expect({ argv, exit, err }).toEqual({ argv, exit: 0, err: '' });
    expect(() => JSON.parse(out), argv.join(' ')).not.toThrow();
  }
});

test('every problem is JSON too, on standard error, with an exit code that means something', async () => {
  using here = machine();
  writeFileSync(join(here.project, 'x.json'), '{}');
  const bad: [string[], number, string][] = [
    [['show', 'zzzzzzzz'], 3, 'not_found'],
    [['edit', '--pin', 'zzzzzzzz'], 3, 'not_found'],
    [['edit', 'zzzzzzzz', '--tag', 'x'], 3, 'not_found'],
    [['forget', 'zzzzzzzz', '--yes'], 3, 'not_found'],
    [['show', '../etc'], 1, 'invalid'],
    [['backup', 'import', 'nothing.json'], 1, 'invalid'],
    [['backup', 'restore', 'nothing.backup', '--yes'], 3, 'not_found'],
    [['backup', 'restore', 'x.json', '--yes'], 1, 'invalid'],
    [['forget', 'zzzzzzzz'], 2, 'usage'],
    [['nonsense'], 2, 'usage'],
  ];
  const type = typing(here.project, anew(here.home, here.project));
  for (const [i, [argv, exit, code]] of bad.entries()) {
    // The first as a process, which ends as the command does.
    const said = await (i === 0 ? here.sqrl([...argv, '--json']) : type([...argv, '--json']));
    expect({ argv, exit: said.exit, out: said.out }).toEqual({ argv, exit, out: '' });
    expect(JSON.parse(said.err).error, argv.join(' ')).toMatchObject({ code, message: expect.any(String) });
  }
});

test('bad input is refused in words and stores nothing', async () => {
  using here = machine();
  const bad: [string[], string | Uint8Array, number, string][] = [
    [['remember', ''], '', 2, 'Nothing to remember'],
    [['remember', '-'], ' \n', 2, 'Nothing to remember'],
    [['remember', '-'], Buffer.alloc(5_000_000, 'a'), 1, 'Standard input is larger than 400 kB.'],
    [['remember', '-'], Buffer.alloc(200_000, 'a'), 1, 'The text is longer than 100,000 characters'],
    [['remember', '-'], Buffer.from([0x66, 0xfc, 0x72]), 1, 'Standard input is not UTF-8 text.'],
    [['remember', '-'], 'a\0b', 1, 'Standard input contains NUL bytes'],
    [['remember', 'x', '--tag', ''], '', 1, 'tag must not be empty'],
    [['backup', 'import', '-'], '', 2, 'Nothing to import'],
    [['backup', 'import', '-'], '{"squirrel": 1, "mem', 1, 'Invalid JSON'],
  ];
  const type = typing(here.project, anew(here.home, here.project));
  for (const [argv, stdin, exit, message] of bad) {
    // What is too large or no text comes through a pipe, as it would.
    const said = await (typeof stdin === 'string' ? type(argv, stdin) : here.sqrl(argv, { stdin }));
    expect(said.err.split('\n')[0]).toContain(message);
    expect({ argv, exit: said.exit, out: said.out }).toEqual({ argv, exit, out: '' });
    expect(said.err).not.toContain('This is a bug');
  }
  expect(JSON.parse((await type(['list', '--json'])).out).total).toBe(0);
});

test('an escape sequence that was stored is shown, not obeyed', async () => {
  using here = machine();
  const type = commandsOf(here);
  await type(['remember', '-'], 'clear \x1b[2J the \x07 screen');
  for (const argv of [['list'], ['ask', '--hits', 'screen'], ['ask', '--hits', 'screen', '--json']]) {
    expect((await type(argv)).out).not.toMatch(/[\x1b\x07]/);
  }
});

test('a reader that leaves early is nobody’s trouble', async () => {
  using here = machine();
  // More than a pipe holds, or nobody would notice that the reader has left.
  const bullets = Array.from({ length: 12 }, (_, i) => `- Number ${i}${' acorn'.repeat(1500)}`).join('\n');
  expect((await commandsOf(here)(['backup', 'import', '-', '--format', 'markdown'], bullets)).exit).toBe(0);
  for (const command of ['list --all --limit 1000', 'backup export']) {
    const pipeline = `"${process.execPath}" "${launcher}" ${command} | head -1 >/dev/null; echo "\${PIPESTATUS[0]}"`;
    const shell = spawn('bash', ['-c', pipeline], {
      cwd: here.project,
      env: { PATH, NODE_COMPILE_CACHE, HOME: here.root, SQRL_HOME: here.home },
    });
    expect(await ended(shell)).toMatchObject({ out: '0\n', err: '' });
  }
});

test('after another model was chosen, what is remembered gets its vectors along the way', async () => {
  using here = machine();
  for (const text of ['Owls hunt at night', 'Squirrels bury nuts'])
    await commandsOf(here)(['remember', text]);
  const type = typing(here.project, anew(here.home, here.project));
  writeFileSync(join(here.home, 'config.toml'), '[embedder]\nmodel = "minilm"\n');

  expect((await here.sqrl(['ask', '--hits', 'night hunters'])).exit).toBe(0);
  const embedder = async () => JSON.parse((await type(['status', 'stats', '--json'])).out).embedder;
  for (let tries = 0; (await embedder()).waiting > 0 && tries < 20; tries++)
    await type(['ask', '--hits', 'nuts']);
  expect(await embedder()).toMatchObject({ id: 'minilm@1/384', embedded: 2, waiting: 0 });
});

test('a watch reads what changes, and Ctrl-C is its proper end', async () => {
  using here = machine();
  const notes = join(here.project, 'notes');
  mkdirSync(notes);
  writeFileSync(join(notes, 'a.md'), '- Squirrels bury nuts in autumn\n');
  const child = here.start(['ingest', 'notes', 'notes', '--watch']);
  const end = ended(child);
  const said = (text: string) =>
    new Promise<void>((resolve) =>
      child.stdout!.on('data', (part: string) => part.includes(text) && resolve()),
    );
  await said('1 notes read');
  const changed = said('new from ');
  writeFileSync(join(notes, 'b.md'), '- Owls hunt at night\n');
  await changed;
  child.kill('SIGINT');
  const { exit, signal, out } = await end;
  expect({ exit, signal }).toEqual({ exit: 0, signal: null });
  expect(out.trim().split('\n').at(-1)).toMatch(/^Read 2 files in .*notes: 2 new, 0 known, 0 removed\.$/);
});

test('Ctrl-C ends a command that waits with 130', async () => {
  using here = machine();
  const child = here.start(['remember', '-'], { node: [process.execPath, '--import', TELLS_WHEN_IT_READS] });
  const end = ended(child);
  await new Promise<void>((resolve) => child.stderr!.once('data', () => resolve()));
  child.kill('SIGINT');
  expect(await end).toMatchObject({ exit: 130, signal: null, out: '', err: 'reading\nInterrupted.\n' });
});

test('the demo needs nobody, touches nothing, and leaves nothing', async () => {
  using here = machine();
  const { exit, out, err } = await here.sqrl(['demo']);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  expect(out).toContain('Never push to main');
  expect(out).toContain('run it without `rtk`');
  expect(out).toContain('cents as integers');
  expect(out).toContain('Redacted before saving: github token.');
  expect(readdirSync(here.temporary)).toEqual([]);
  expect(readdirSync(here.home)).toEqual([]);
});

test('the demo is one JSON value for programs', async () => {
  using here = machine();
  const { shown } = JSON.parse((await here.sqrl(['demo', '--json'])).out);
  expect(shown).toContain('[Memory #');
});

describe('the launcher', () => {
  const old = oldNode();
  if (!old)
    console.warn('SKIPPED: no Node older than 22 on this machine, so the launcher cannot be tried with one.');

  test.skipIf(!old)('leaves an old Node for the bundled one', async () => {
    using here = machine();
    expect(await here.sqrl(['--version'], { node: [old!] })).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^sqrl \d/),
    });
    expect(await here.sqrl(['show', 'zzzzzzzz'], { node: [old!] })).toMatchObject({ exit: 3 });
  });

  test.for([
    ['an old Node', old ? [old] : undefined],
    ['a Node that says it is old', [process.execPath, '--import', PRETEND_OLD]],
  ] as const)('with %s and none bundled says one line and ends with 1', async ([, node], { skip }) => {
    if (!node) return skip('no Node older than 22 on this machine');
    using here = machine();
    mkdirSync(join(here.root, 'bin'));
    const script = join(here.root, 'bin', 'sqrl.mjs');
    copyFileSync(launcher, script);
    const { exit, out, err } = await here.sqrl(['list'], { node: [...node], script });
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(err).toMatch(
      /^sqrl needs Node 22\.20 or newer \(23 excepted\), and this is Node 20\.[^\n]*npm install -g squirrel-memory\n$/,
    );
  });
});

/** Types the commands of a machine in this process. */
const commandsOf = ({ home, project }: Pick<TestMachine, 'home' | 'project'>) =>
  typing(project, anewWithSharedModel(home, project));

/** Files below a folder that hold a text. */
function tracesOf(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

/** The machine's own Node, where it is too old for us. */
function oldNode(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/bin', '/usr/bin'];
  const nodes = folders
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'));
  return nodes.find(
    (path) =>
      existsSync(path) &&
      Number.parseInt(execFileSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' }), 10) < 22,
  );
}
