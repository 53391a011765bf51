import { execFile } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { promisify } from 'node:util';
import type { Source } from '@sqrl/base/model/memory.ts';
import { type Folder, folder } from '@sqrl/base/testing/folder.ts';
import { expect, test } from 'vitest';
import { appendToDailyLog, eraseFromDailyLogs } from './daily-log.ts';
import { markedId } from './markdown.ts';
import { readNote } from './read-note.ts';

const NOON = Date.UTC(2026, 10, 15, 12, 0, 5);

const memory = (id: string, text: string, source: Source = 'user_taught') => ({
  id,
  text,
  source,
  type: 'gotcha' as const,
});

function log(
  into: Folder,
  id: string,
  text: string,
  more: { at?: number; timeZone?: string; source?: Source } = {},
) {
  const { at = NOON, timeZone = 'UTC', source } = more;
  return appendToDailyLog({ folder: into.at('daily'), memory: memory(id, text, source), at, timeZone });
}

const today = (of: Folder) => readFileSync(of.at('daily/2026-11-15.md'), 'utf8');

test('a memory becomes one line of its day, with the time, the type and its id', () => {
  using home = folder();

  expect(log(home, 'ab12cd34ef56', 'Never deploy on Fridays')).toBeUndefined();
  log(home, 'zz12cd34ef56', 'The cache is\n\tshared by all\u2028tenants', { at: NOON + 1_000 });

  expect(today(home)).toBe(`# 2026-11-15

- 12:00:05 **gotcha** Never deploy on Fridays <!-- sqrl:ab12cd34ef56 -->
- 12:00:06 **gotcha** The cache is shared by all tenants <!-- sqrl:zz12cd34ef56 -->
`);
});

test('folder and file are for nobody else', () => {
  using home = folder();
  log(home, 'ab12', 'A secret of mine');

  expect(statSync(home.at('daily')).mode & 0o777).toBe(0o700);
  expect(statSync(home.at('daily/2026-11-15.md')).mode & 0o777).toBe(0o600);
  expect(readdirSync(home.at('daily'))).toEqual(['2026-11-15.md']);
});

test('the day is the person’s, not Greenwich’s', () => {
  using home = folder();
  const at = Date.UTC(2026, 10, 15, 23, 30);

  log(home, 'ab12', 'Said late in London', { at, timeZone: 'Europe/London' });
  log(home, 'cd34', 'Said early in Zurich', { at, timeZone: 'Europe/Zurich' });
  log(home, 'ef56', 'Said at noon in Honolulu', { at, timeZone: 'Pacific/Honolulu' });

  expect(today(home)).toContain('- 23:30:00 **gotcha** Said late in London');
  expect(readFileSync(home.at('daily/2026-11-16.md'), 'utf8')).toContain(
    '- 00:30:00 **gotcha** Said early in Zurich',
  );
  expect(today(home)).toContain('- 13:30:00 **gotcha** Said at noon in Honolulu');
});

test('a long text is cut at 200 characters, none of them in half', () => {
  using home = folder();
  log(home, 'ab12', '🐿'.repeat(201));
  log(home, 'cd34', '🐿'.repeat(200));
  log(home, 'ef56', `half a squirrel: ${'🐿'[0]}`);

  const [long, exact, half] = today(home).trim().split('\n').slice(2);
  expect(long).toBe(`- 12:00:05 **gotcha** ${'🐿'.repeat(199)}… <!-- sqrl:ab12 -->`);
  expect(exact).toContain(` ${'🐿'.repeat(200)} `);
  expect(half).toContain('half a squirrel: \ufffd');
});

test('a text cannot pretend to be another’s line', () => {
  using home = folder();
  log(home, 'ab12', 'evil <!-- sqrl:cd34 -->\n- and <!-- an open comment');
  log(home, 'cd34', 'The innocent one');

  eraseFromDailyLogs(home.at('daily'), ['cd34']);

  expect(today(home)).toContain(
    'evil &lt;!-- sqrl:cd34 --> - and &lt;!-- an open comment <!-- sqrl:ab12 -->',
  );
  expect(today(home)).not.toContain('innocent');
});

test('memories read from notes are not logged', () => {
  using home = folder();

  expect(log(home, 'ab12', 'From a note', { source: 'file_index' })).toBeUndefined();
  expect(existsSync(home.at('daily'))).toBe(false);
});

test('a log that cannot be written fails nothing: a notice says so', () => {
  using home = folder();
  writeFileSync(home.at('daily'), 'a file where the folder should be');

  expect(log(home, 'ab12', 'Something')).toMatchObject({
    message: expect.stringContaining('The daily log in'),
    hint: expect.stringContaining('kept all the same'),
  });
  expect(log(home, 'ab12', 'Something', { timeZone: 'Mars/Olympus' })?.message).toContain('Mars/Olympus');
});

test('a line the person left open is not written into', () => {
  using home = folder();
  log(home, 'ab12', 'The first');
  appendFileSync(home.at('daily/2026-11-15.md'), '- a word of mine');
  log(home, 'cd34', 'The second');

  expect(today(home)).toContain('- a word of mine\n- 12:00:05 **gotcha** The second');
});

test('forgetting takes the lines of the forgotten from every day, and a day with nothing left goes', () => {
  using home = folder();
  log(home, 'ab12', 'The first');
  log(home, 'cd34', 'The second');
  appendFileSync(home.at('daily/2026-11-15.md'), '- größer, von Hand\r\n');
  log(home, 'ab12', 'Only this, the day after', { at: NOON + 86_400_000 });
  writeFileSync(home.at('daily/ideas.md'), 'not a log <!-- sqrl:ab12 -->\n');

  eraseFromDailyLogs(home.at('daily'), ['ab12', 'unknown']);

  expect(today(home)).toBe(
    '# 2026-11-15\n\n- 12:00:05 **gotcha** The second <!-- sqrl:cd34 -->\n- größer, von Hand\r\n',
  );
  expect(statSync(home.at('daily/2026-11-15.md')).mode & 0o777).toBe(0o600);
  expect(readdirSync(home.at('daily')).sort()).toEqual(['2026-11-15.md', 'ideas.md']);
});

test('erasing every memory leaves what a person wrote, and only that', () => {
  using home = folder();
  log(home, 'ab12', 'The first');
  log(home, 'cd34', 'Another day', { at: NOON + 86_400_000 });
  appendFileSync(home.at('daily/2026-11-15.md'), '- a word of mine\n');
  writeFileSync(home.at('daily/2020-01-01.md'), 'A diary of my own.\n');

  eraseFromDailyLogs(home.at('daily'), ['ab12', 'cd34']);

  expect(readdirSync(home.at('daily')).sort()).toEqual(['2020-01-01.md', '2026-11-15.md']);
  expect(today(home)).toBe('# 2026-11-15\n\n- a word of mine\n');
  expect(readFileSync(home.at('daily/2020-01-01.md'), 'utf8')).toBe('A diary of my own.\n');
});

test('erasing where nothing was ever logged is no trouble', () => {
  using home = folder();

  expect(() => eraseFromDailyLogs(home.at('daily'), ['ab12'])).not.toThrow();
});

test('a log that cannot be looked through is a problem, not a silence', () => {
  using home = folder();
  log(home, 'ab12', 'The first');
  mkdirSync(home.at('daily/2026-11-16.md'));

  expect(() => eraseFromDailyLogs(home.at('daily'), ['ab12'])).toThrow(
    /2026-11-16\.md may still contain forgotten memories: EISDIR/,
  );
});

test('the log is a note like others, but only lines written by hand are read from it', () => {
  using home = folder();
  log(home, 'ab12', 'Never deploy on Fridays');
  appendFileSync(home.at('daily/2026-11-15.md'), '- Ask Ada about the invoices\n');
  log(home, 'cd34', 'The cache is shared by all tenants');

  const reading = readNote({
    path: 'daily/2026-11-15.md',
    bytes: Buffer.from(today(home)),
    at: NOON,
  });

  expect(reading.drafts?.map(({ text }) => text)).toEqual(['2026-11-15: Ask Ada about the invoices']);
});

test('two processes that log at once never write into each other’s lines', async () => {
  using home = folder();
  mkdirSync(home.at('daily'), { recursive: true });
  const module = new URL('./daily-log.ts', import.meta.url).href;
  const program = (name: string) => `
    import { appendToDailyLog } from ${JSON.stringify(module)};
    for (let i = 0; i < 150; i++) {
      const memory = { id: '${name}' + i, type: 'gotcha', source: 'user_taught', text: '${name.repeat(100)}' };
      const notice = appendToDailyLog({ folder: ${JSON.stringify(home.at('daily'))}, memory, at: ${NOON}, timeZone: 'UTC' });
      if (notice) throw new Error(notice.message);
    }`;
  const run = promisify(execFile);
  await Promise.all(
    ['aa', 'bb', 'cc'].map((name) => run(process.execPath, ['--input-type=module', '-e', program(name)])),
  );

  const lines = today(home).split('\n');
  expect(lines.slice(0, 2)).toEqual(['# 2026-11-15', '']);
  expect(lines.at(-1)).toBe('');
  const written = lines.slice(2, -1).filter((line) => line !== '');
  expect(written).toHaveLength(450);
  for (const line of written)
    expect(line).toMatch(/^- 12:00:05 \*\*gotcha\*\* (aa|bb|cc)\1{99} <!-- sqrl:\1\d+ -->$/);
  expect(new Set(written.map(markedId)).size).toBe(450);
});
