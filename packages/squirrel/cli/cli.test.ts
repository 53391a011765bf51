import { Problem } from '@sqrl/base/problem.ts';
import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { type Circumstances, testMemory, typed } from './testing/world.ts';

const visible = commands.filter(({ hidden }) => !hidden);

test('without a command the overview shows at most twenty commands, one line each', async () => {
  const { exit, out, err } = await typed([]);
  expect(exit).toBe(0);
  expect(err).toBe('');
  expect(visible.length).toBeLessThanOrEqual(20);
  const line = ({ name, summary }: (typeof commands)[number]) =>
    new RegExp(`^  ${name} +${RegExp.escape(summary)}$`, 'm');
  for (const command of commands)
    if (command.hidden) expect(out).not.toMatch(line(command));
    else expect(out).toMatch(line(command));
  const all = await typed(['help', '--all']);
  for (const command of commands) expect(all.out).toMatch(line(command));
});

test('a subcommand is found after options too', async () => {
  const answers = { sessions: () => ({ sessions: [], total: 0 }) };
  const { calls } = await typed(['history', '--limit', '5', 'sessions'], { answers });
  expect(calls).toEqual([{ verb: 'sessions', input: { limit: 5 } }]);
});

test('a memory that another process writes to is waited for', async () => {
  let tries = 0;
  const list = () => {
    if (++tries < 3) throw new Problem('project.db is locked by another process.', '', 'busy');
    return { memories: [], total: 0, waiting: 0 };
  };
  expect(await typed(['list', '--json'], { answers: { list } })).toMatchObject({ exit: 3, err: '' });
  expect(tries).toBeGreaterThan(2);
});

test('the overview says what the exit codes mean', async () => {
  const { out } = await typed(['help']);
  for (const code of ['0 ', '1 ', '2 ', '3 ', '130']) expect(out).toMatch(new RegExp(`^  ${code} +\\w`, 'm'));
});

test.each(commands)(
  '$name explains itself: usage, an example, and every option it takes',
  async ({ name, load }) => {
    const { options, help } = await load();
    for (const way of [
      ['help', ...name.split(' ')],
      [...name.split(' '), '--help'],
      [...name.split(' '), '-h'],
      ['--help', ...name.split(' ')],
      ['-h', ...name.split(' ')],
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
  const { calls } = await typed(['ask', '--hits', '--', '--help'], {
    answers: { find: () => ({ hits: [], passages: [], commits: [], code: [], weak: false, notices: [] }) },
  });
  expect(calls).toMatchObject([{ verb: 'find', input: { question: '--help' } }]);
});

test.each([
  [['serach', 'x'], 'Unknown command "serach". Did you mean ask --hits?'],
  [['delete', 'x'], 'Unknown command "delete". Did you mean forget?'],
  [['frobnicate'], 'Unknown command "frobnicate".'],
  [['setup'], 'Unknown command "setup". Did you mean init?'],
  [['install'], 'Unknown command "install". Did you mean init?'],
  [['dashboard'], 'Unknown command "dashboard". Did you mean ui?'],
  [['graph', 'CartService'], 'graph needs a question.'],
  [['pause', '2h'], 'pause: unexpected argument "2h".'],
  [['help', 'remembr'], 'Unknown command "remembr". Did you mean remember?'],
  [['--jsno', 'list'], 'Unknown option --jsno. Did you mean --json?'],
  [['list', '--limt', '3'], 'list: unknown option --limt. Did you mean --limit?'],
  [['list', '-x'], 'list: unknown option -x.'],
  [['list', '--limit'], '--limit needs a value.'],
  [['list', '--limit', '--pinned'], '--limit needs a value, and --pinned looks like an option.'],
  [['list', '--limit', 'ten'], '--limit must be a whole number from 1 to 100000, not "ten".'],
  [['list', '--limit', '1.5'], '--limit must be a whole number from 1 to 100000, not "1.5".'],
  [['list', '--json=yes'], '--json does not take a value, but got "yes".'],
  [['list', 'everything'], 'list: unexpected argument "everything".'],
  [['list', '--type', 'gocha'], '--type cannot be "gocha". Did you mean gotcha?'],
  [['show'], 'show needs the id of a memory, a message or a commit.'],
  [['show', 'a', 'b'], 'show: unexpected argument "b".'],
  [['ask', '--hits'], 'ask needs a question.'],
  [['ask', '--hits', '   '], 'ask needs a question.'],
  [['ask', '--hits', 'x', '--meaning', '2'], '--meaning must be a number from 0 to 1, not "2".'],
  [['remember'], 'Nothing to remember: the text is empty.'],
  [['remember', 'x', '--global', '--path', 'src'], '--global and --path cannot be combined.'],
  [['edit', 'abcd'], 'edit needs a new text or an option.'],
  [['ask', 'x', '--meaning', '1'], '--meaning can be used with --hits only.'],
  [['ask', 'x', '--hits', '--briefing'], '--hits and --briefing cannot be combined.'],
  [['context', 'x', '--write'], '--write can be used with --views only.'],
  [['review', '--confirm', 'a', '--because', 'b'], '--because can be used with --reject only.'],
  [['forget'], 'forget needs the ids of memories, or --all.'],
  [['forget', '--global'], '--global can be used with --all only.'],
  [['forget', 'abcd', '--all'], 'forget takes ids or --all, not both.'],
  [['backup', 'import', '/nowhere', '--format', 'yaml'], '--format cannot be "yaml".'],
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
    'Unknown command "serach". Did you mean ask --hits?\nRun `sqrl help` for the list of commands.\n',
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
  expect(await typed(['show', 'abcd'], { answers })).toMatchObject({
    exit,
    out: '',
    err: 'It is so.\nTry this.\n',
    closed: 1,
  });
  const { err } = await typed(['show', 'abcd', '--json'], { answers });
  expect(JSON.parse(err)).toEqual({ error: { message: 'It is so.', hint: 'Try this.', code } });
});

test('a mistake of ours is one line and the way to the stack', async () => {
  const answers = {
    get: () => {
      throw new TypeError('x is not\na function');
    },
  };
  const { exit, err } = await typed(['show', 'abcd'], { answers });
  expect(exit).toBe(1);
  expect(err).toBe(
    'TypeError: x is not ⏎ a function\nThis is a bug. Run the command again with SQRL_DEBUG=1 for a stack trace.\n',
  );
  const debugged = await typed(['show', 'abcd'], { answers, env: { SQRL_DEBUG: '1' } });
  expect(debugged.err).toMatch(/cli\.test\.ts:\d+/);
});

test('what an error quotes is not obeyed by the terminal either', async () => {
  const { err } = await typed(['get\x1b[2J'], { terminal: true, env: { NO_COLOR: '1' } });
  expect(err).toContain('Unknown command "get␛[2J"');
});

test('notices from opening the memory are shown by every command', async () => {
  const notices = [{ message: 'The store was damaged.', hint: 'Two memories are lost.' }];
  const answers = { list: () => ({ memories: [], total: 0 }) };
  for (const argv of [['list'], ['list', '--json']])
    expect((await typed(argv, { answers, notices })).err).toContain(
      'The store was damaged.\nTwo memories are lost.\n',
    );
});

test('notices go to standard error, and into JSON only as the field they are', async () => {
  const notices = [{ message: 'The model is away.', hint: 'Words only.' }];
  const answers = {
    find: () => ({
      hits: [{ memory: testMemory(), score: 1, why: [] }],
      passages: [],
      commits: [],
      code: [],
      weak: false,
      notices,
    }),
  };
  const plain = await typed(['ask', '--hits', 'x'], { answers });
  expect(plain.err).toBe('The model is away.\nWords only.\n');
  expect(plain.out).not.toContain('away');
  const asJson = await typed(['ask', '--hits', 'x', '--json'], { answers });
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
  // Where nothing is found it asks whether there is any history.
  expect(calls).toEqual([
    { verb: 'fileHistory', input: { path: 'src/a.ts' } },
    { verb: 'tasks', input: { limit: 1 } },
  ]);
});

test('--version and version say the same', async () => {
  for (const argv of [['--version'], ['-V'], ['version']])
    expect((await typed(argv)).out).toBe('sqrl 1.2.3\n');
  expect(JSON.parse((await typed(['--version', '--json'])).out)).toEqual({ version: '1.2.3' });
});

test('help is JSON too when asked', async () => {
  expect(JSON.parse((await typed(['help', '--json'])).out).commands).toHaveLength(visible.length);
  expect(JSON.parse((await typed(['help', 'show', '--json'])).out)).toMatchObject({ name: 'show' });
  expect(JSON.parse((await typed(['show', '-h', '--json'])).out)).toMatchObject({ name: 'show' });
});

test('colours come with a terminal and go with --no-color', async () => {
  const answers = { get: () => testMemory() };
  const out = async (argv: string[], more: Circumstances) => (await typed(argv, { answers, ...more })).out;
  expect(await out(['show', 'abcd'], { terminal: true })).toContain('\x1b[');
  expect(await out(['show', 'abcd', '--no-color'], { terminal: true })).not.toContain('\x1b[');
  expect(await out(['show', 'abcd'], {})).not.toContain('\x1b[');
  expect(await out(['show', 'abcd'], { env: { FORCE_COLOR: '1' } })).toContain('\x1b[');
});

test('a terminal breaks long errors at words; JSON stays as it is', async () => {
  const at = { terminal: true, columns: 40 };
  const { err } = await typed(['list', '--type', 'rul', '--no-color'], at);
  expect(err.split('\n').every((line) => line.length <= 40)).toBe(true);
  expect(err.replaceAll('\n', ' ')).toContain('Choose one of: gotcha, decision,');
  const { err: json } = await typed(['list', '--type', 'rul', '--json'], at);
  expect(JSON.parse(json).error.hint).toContain('Choose one of: gotcha, decision,');
});

test('Ctrl-C ends with 130', async () => {
  const stop = new AbortController();
  const answers = {
    find: () => {
      stop.abort();
      throw new Error('aborted somewhere deep below');
    },
  };
  const { exit, err, closed } = await typed(['ask', '--hits', 'x'], { answers, signal: stop.signal });
  expect({ exit, err, closed }).toEqual({ exit: 130, err: 'Interrupted.\n', closed: 1 });
});

test('a closed pipe is not an error', async () => {
  const answers = { list: () => ({ memories: [testMemory()], total: 1 }) };
  expect(await typed(['list', '--all'], { answers, fails: 'EPIPE' })).toMatchObject({
    exit: 0,
    err: '',
    closed: 1,
  });
});

test('a full disk under standard output is reported as a failure', async () => {
  const answers = { export: () => ({ text: 'x', memories: 1 }) };
  const { exit, err } = await typed(['backup', 'export'], { answers, fails: 'ENOSPC' });
  expect({ exit, err: err.split('\n')[0] }).toEqual({
    exit: 1,
    err: 'Could not write the answer: ENOSPC: write.',
  });
});
