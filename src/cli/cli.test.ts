import { expect, test } from 'vitest';
import { Problem } from '../base/problem.ts';
import { commands } from './cli.ts';
import { type Circumstances, memory, typed } from './testing/world.ts';

const names = commands.map(({ name }) => name);

test('without a command the overview names every command in one line, and that is no mistake', async () => {
  const { exit, out, err } = await typed([]);
  expect(exit).toBe(0);
  expect(err).toBe('');
  for (const { name, summary } of commands)
    expect(out).toMatch(new RegExp(`^  ${name} +${RegExp.escape(summary)}$`, 'm'));
});

test('the overview says what the exit codes mean', async () => {
  const { out } = await typed(['help']);
  for (const code of ['0 ', '1 ', '2 ', '3 ', '130']) expect(out).toMatch(new RegExp(`^  ${code} +\\w`, 'm'));
});

test.each(commands)(
  '$name explains itself: usage, an example, and every option it takes',
  async ({ name, options, help }) => {
    for (const way of [
      ['help', name],
      [name, '--help'],
      [name, '-h'],
      ['--help', name],
      ['-h', name],
    ]) {
      const { exit, out, opened } = await typed(way);
      expect(exit).toBe(0);
      expect(opened).toBe(0);
      expect(out).toContain(`Usage: sqrl ${name}`);
      expect(out).toMatch(/^Examples?:\n {2}\$ .*sqrl /m);
    }
    for (const option of Object.keys(options)) expect(help).toContain(`--${option}`);
    const told = help.match(/(?<=^ {2})--[a-z-]+/gm) ?? [];
    for (const option of told) expect(Object.keys(options)).toContain(option.slice(2));
  },
);

test('--help behind -- is text, not a wish for help', async () => {
  const { calls } = await typed(['search', '--', '--help'], {
    answers: { find: () => ({ hits: [], notices: [] }) },
  });
  expect(calls).toMatchObject([{ verb: 'find', input: { question: '--help' } }]);
});

test.each([
  [['serach', 'x'], 'There is no command "serach". Did you mean search?'],
  [['delete', 'x'], 'There is no command "delete". Did you mean forget?'],
  [['frobnicate'], 'There is no command "frobnicate".'],
  [['help', 'remembr'], 'There is no command "remembr". Did you mean remember?'],
  [['--jsno', 'list'], 'There is no option --jsno. Did you mean --json?'],
  [['list', '--limt', '3'], 'list has no option --limt. Did you mean --limit?'],
  [['list', '-x'], 'list has no option -x.'],
  [['list', '--limit'], '--limit needs a value.'],
  [['list', '--limit', '--pinned'], '--limit needs a value, and --pinned looks like an option.'],
  [['list', '--limit', 'ten'], '--limit must be a whole number from 1 to 100000, not "ten".'],
  [['list', '--limit', '1.5'], '--limit must be a whole number from 1 to 100000, not "1.5".'],
  [['list', '--json=yes'], '--json takes no value, but was given "yes".'],
  [['list', 'everything'], 'list takes options only; "everything" is too much.'],
  [['list', '--type', 'gocha'], '--type cannot be "gocha". Did you mean gotcha?'],
  [['get'], 'get needs the id of a memory.'],
  [['get', 'a', 'b'], 'get takes the id of a memory only; "b" is too much.'],
  [['search'], 'search needs a question.'],
  [['search', '   '], 'search needs a question.'],
  [['search', 'x', '--meaning', '2'], '--meaning must be a number from 0 to 1, not "2".'],
  [['remember'], 'There is nothing to remember: the text is empty.'],
  [['remember', 'x', '--global', '--path', 'src'], '--global and --path exclude each other.'],
  [['change', 'abcd'], 'change needs to know what to change.'],
  [['forget'], 'forget needs the ids of memories, or --all.'],
  [['forget', '--global'], '--global and --everything go with --all.'],
  [['forget', 'abcd', '--all'], 'forget takes ids or --all, not both.'],
  [['import', '/nowhere', '--format', 'yaml'], '--format cannot be "yaml".'],
  [['list', '--project', '/dev/null'], '--project /dev/null is not a folder.'],
])('%j is not understood, and says so', async (argv, message) => {
  const { exit, out, err, opened } = await typed(argv);
  expect(err.split('\n')[0]).toBe(message);
  expect(exit).toBe(2);
  expect(out).toBe('');
  expect(opened).toBe(0);

  const asJson = await typed(['--json', ...argv]);
  expect(asJson.exit).toBe(2);
  expect(asJson.out).toBe('');
  expect(JSON.parse(asJson.err)).toMatchObject({
    error: { message, hint: expect.any(String), code: 'usage' },
  });
});

test('a mistyped command points to the help', async () => {
  expect((await typed(['serach'])).err).toBe(
    'There is no command "serach". Did you mean search?\n`sqrl help` shows all commands.\n',
  );
});

test.each([
  ['not_found', 3],
  ['invalid', 1],
  ['store', 1],
  ['provider', 1],
  ['usage', 2],
  ['cancelled', 130],
] as const)('a problem of the kind %s ends with %d, its hint on the next line', async (code, exit) => {
  const answers = {
    get: () => {
      throw new Problem('It is so.', 'Try this.', code);
    },
  };
  expect(await typed(['get', 'abcd'], { answers })).toMatchObject({
    exit,
    out: '',
    err: 'It is so.\nTry this.\n',
    closed: 1,
  });
  const { err } = await typed(['get', 'abcd', '--json'], { answers });
  expect(JSON.parse(err)).toEqual({ error: { message: 'It is so.', hint: 'Try this.', code } });
});

test('a mistake of ours is one line and the way to the stack', async () => {
  const answers = {
    get: () => {
      throw new TypeError('x is not\na function');
    },
  };
  const { exit, err } = await typed(['get', 'abcd'], { answers });
  expect(exit).toBe(1);
  expect(err).toBe(
    'TypeError: x is not ⏎ a function\nThis should not happen. Run it again with SQRL_DEBUG=1 to see where it did.\n',
  );
  const debugged = await typed(['get', 'abcd'], { answers, env: { SQRL_DEBUG: '1' } });
  expect(debugged.err).toMatch(/cli\.test\.ts:\d+/);
});

test('what an error quotes is not obeyed by the terminal either', async () => {
  const { err } = await typed(['get\x1b[2J'], { terminal: true, env: { NO_COLOR: '1' } });
  expect(err).toContain('There is no command "get␛[2J"');
});

test('what happened while opening is told, whatever was asked', async () => {
  const notices = [{ message: 'The store was damaged.', hint: 'Two memories are lost.' }];
  const answers = { list: () => ({ memories: [], total: 0 }) };
  for (const argv of [['list'], ['list', '--json']])
    expect((await typed(argv, { answers, notices })).err).toContain(
      'The store was damaged.\nTwo memories are lost.\n',
    );
});

test('notices go to standard error, and into JSON only as the field they are', async () => {
  const notices = [{ message: 'The model is away.', hint: 'Words only.' }];
  const answers = { find: () => ({ hits: [{ memory: memory(), score: 1, why: [] }], notices }) };
  const plain = await typed(['search', 'x'], { answers });
  expect(plain.err).toBe('The model is away.\nWords only.\n');
  expect(plain.out).not.toContain('away');
  const asJson = await typed(['search', 'x', '--json'], { answers });
  expect(asJson.err).toBe('');
  expect(JSON.parse(asJson.out).notices).toEqual(notices);
});

test('--project is understood before the command, behind it, and relative to the present folder', async () => {
  const answers = { list: () => ({ memories: [], total: 0 }) };
  for (const argv of [
    ['--project', 'tmp', 'list'],
    ['list', '--project=tmp'],
    ['--project=/tmp', 'list'],
  ]) {
    expect((await typed(argv, { answers, cwd: '/' })).places).toEqual([{ project: '/tmp' }]);
  }
  expect((await typed(['list'], { answers })).places).toEqual([{}]);
});

test('a project whose folder is not here may be called by its name, and its files by theirs', async () => {
  const answers = { fileHistory: () => ({ path: 'src/a.ts', use: null, steps: [] }) };
  const { places, calls } = await typed(['history', 'file', 'src/a.ts', '--project', 'shop'], {
    answers,
    cwd: '/nowhere',
  });
  expect(places).toEqual([{ project: '/nowhere/shop', called: 'shop' }]);
  expect(calls).toEqual([{ verb: 'fileHistory', input: { path: 'src/a.ts' } }]);
});

test('--version and version say the same', async () => {
  for (const argv of [['--version'], ['-V'], ['version']])
    expect((await typed(argv)).out).toBe('sqrl 1.2.3\n');
  expect(JSON.parse((await typed(['--version', '--json'])).out)).toEqual({ version: '1.2.3' });
});

test('help is JSON too when asked', async () => {
  expect(JSON.parse((await typed(['help', '--json'])).out).commands).toHaveLength(names.length);
  expect(JSON.parse((await typed(['help', 'get', '--json'])).out)).toMatchObject({ name: 'get' });
  expect(JSON.parse((await typed(['get', '-h', '--json'])).out)).toMatchObject({ name: 'get' });
});

test('colours come with a terminal and go with --no-color', async () => {
  const answers = { get: () => memory() };
  const out = async (argv: string[], more: Circumstances) => (await typed(argv, { answers, ...more })).out;
  expect(await out(['get', 'abcd'], { terminal: true })).toContain('\x1b[');
  expect(await out(['get', 'abcd', '--no-color'], { terminal: true })).not.toContain('\x1b[');
  expect(await out(['get', 'abcd'], {})).not.toContain('\x1b[');
  expect(await out(['get', 'abcd'], { env: { FORCE_COLOR: '1' } })).toContain('\x1b[');
});

test('Ctrl-C ends with 130', async () => {
  const stop = new AbortController();
  const answers = {
    find: () => {
      stop.abort();
      throw new Error('aborted somewhere deep below');
    },
  };
  const { exit, err, closed } = await typed(['search', 'x'], { answers, signal: stop.signal });
  expect({ exit, err, closed }).toEqual({ exit: 130, err: 'Interrupted.\n', closed: 1 });
});

test('a reader that has gone away is nobody’s trouble', async () => {
  const answers = { list: () => ({ memories: [memory()], total: 1 }) };
  expect(await typed(['list'], { answers, fails: 'EPIPE' })).toMatchObject({ exit: 0, err: '', closed: 1 });
});

test('a full disk behind standard output is told, and is no success', async () => {
  const answers = { export: () => ({ text: 'x', memories: 1 }) };
  const { exit, err } = await typed(['export'], { answers, fails: 'ENOSPC' });
  expect({ exit, err: err.split('\n')[0] }).toEqual({
    exit: 1,
    err: 'The answer could not be written: ENOSPC: write.',
  });
});
