import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { machine } from '@sqrl/squirrel/cli/testing/process.ts';
import { afterAll, expect, test } from 'vitest';
import { anew, settingsIn, typing } from './support/typing.ts';

const here = machine();
afterAll(() => here[Symbol.dispose]());

/** The machine with a file of settings, or with none. */
function withSettings(text?: string) {
  const path = join(here.home, 'config.toml');
  if (text === undefined) rmSync(path, { force: true });
  else writeFileSync(path, text);
  const type = typing(here.project, anew(here.home, here.project), Date.now, { settings: settingsIn(path) });
  return {
    config: (...argv: string[]) => type(['config', ...argv]),
    read: () => readFileSync(path, 'utf8'),
    path,
  };
}

test('every setting is told with its meaning, its value, and where that comes from', async () => {
  const { config, path } = withSettings('[search]\nmeaning = 0.5 # half\n');
  const { out } = await config();
  expect(out).toMatch(/^search\.meaning = 0\.5 {2}from the file; default 0\.7\n {4}Weight of meaning/m);
  expect(out).toMatch(/^daemon\.start = false {2}default$/m);
  expect(out).toMatch(/^llm\.model = – {2}not set$/m);
  const said = JSON.parse((await config('list', 'search', '--json')).out);
  expect(said.path).toBe(path);
  expect(said.settings).toContainEqual({
    key: 'search.meaning',
    means: 'Weight of meaning, 0 to 1; words get at most the rest',
    kind: 'number',
    value: 0.5,
    default: 0.7,
    from: 'file',
    guarded: false,
  });
  expect(said.settings.every(({ key }: { key: string }) => key.startsWith('search.'))).toBe(true);
});

test('one is read alone, as scripts want it', async () => {
  const { config } = withSettings('[daemon]\nidle_minutes = 5\n');
  expect(await config('get', 'daemon.idle_minutes')).toMatchObject({ exit: 0, out: '5\n' });
  expect(await config('get', 'llm.model')).toMatchObject({ exit: 3, out: '' });
  // What holds without it is said, also where that is not one value.
  expect((await config('get', 'delivery.guards')).err).toMatch(
    /^Not set\. Calls that break a rule of yours or failed .* Default: "stop-once"; for failures "tell"/,
  );
  expect((await config('get', 'nope')).err).toContain('The section cannot be "nope".');
});

test('one is set and unset, and everything else in the file stays as it is', async () => {
  const before =
    '# mine\r\n[daemon] # quiet\r\nidle_minutes = 5 # a while\r\n\r\n[search]\r\nrerank = false\r\n';
  const { config, read } = withSettings(before);
  expect(await config('set', 'daemon.start', 'true')).toMatchObject({
    exit: 0,
    out: 'daemon.start = true (from the file; default false)\n',
  });
  expect(read()).toBe(before.replace('# a while\r\n', '# a while\r\nstart = true\r\n'));
  await config('set', 'daemon.idle_minutes', '7');
  expect(read()).toContain('idle_minutes = 7 # a while');
  await config('set', 'daemon.idle_minutes', '5');
  expect((await config('unset', 'daemon.start')).out).toContain('daemon.start = false (default)');
  expect(read()).toBe(before);
  await config('set', 'notes.time_zone', 'Europe/Zurich');
  expect(read()).toBe(`${before}\r\n[notes]\r\ntime_zone = "Europe/Zurich"\r\n`);
});

test('a file that is not there is made, and is its owner’s alone', async () => {
  const { config, read, path } = withSettings();
  await config('set', 'graph.embed', 'off');
  expect(read()).toBe('[graph]\nembed = "off"\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await config('unset', 'graph.embed');
  expect(read()).toBe('');
});

test.each([
  [['set', 'graph.embed', 'auto2'], 2, 'Did you mean auto?'],
  [['set', 'search.meaning', '1.5'], 2, 'search.meaning cannot be "1.5":'],
  [['set', 'search.meaning', 'half'], 2, 'must be a number, not "half"'],
  [['set', 'llm.url', 'nowhere', '--yes'], 2, 'llm.url cannot be "nowhere": Invalid URL'],
  [['set', 'daemon.start', 'maybe'], 2, 'daemon.start cannot be "maybe"'],
  [['set', 'notes.time_zone', 'Mars'], 2, 'Unknown time zone'],
  [['set', 'llm.provider', 'anthropic'], 2, 'This provider needs llm.model'],
  [['set', 'llm.api_key_env', 'AWS_SECRET_ACCESS_KEY', '--yes'], 2, 'known provider'],
  [['set', 'llm.url', 'https://evil.example'], 2, 'Pass --yes to confirm.'],
  [['set', 'embedder.url', 'https://evil.example', '--json'], 2, 'Pass --yes to confirm.'],
  [['get', 'daemon.strat'], 2, 'Did you mean daemon.start?'],
  [['set', 'start', 'true'], 2, 'Unknown setting start.'],
  [['sett', 'a', 'b'], 2, 'Did you mean set?'],
  [['search.meaning', '0.4'], 2, 'Run `sqrl config set search.meaning 0.4`.'],
])('%j is refused and nothing is written', async (argv, exit, because) => {
  const { config, read } = withSettings('[search]\nmeaning = 0.5\n');
  const said = await config(...argv);
  expect(said.err).toContain(because);
  expect(said.exit).toBe(exit);
  expect(read()).toBe('[search]\nmeaning = 0.5\n');
});

test('wrong lines of a file are told, and can be mended one after the other', async () => {
  const { config, read } = withSettings('[search]\nmeaning = 5\nspeed = 1\n');
  expect(await config()).toMatchObject({
    exit: 1,
    err: expect.stringContaining('config.toml:2: search.meaning'),
  });
  expect(await config('set', 'search.meaning', '7')).toMatchObject({ exit: 2 });
  expect(read()).toContain('meaning = 5');
  expect(await config('unset', 'search.speed')).toMatchObject({
    exit: 1,
    err: expect.stringMatching(/search.speed was changed, but the file still has an error: .*config.toml:2/),
  });
  expect(await config('set', 'search.meaning', '0.6')).toMatchObject({ exit: 0 });
  expect(read()).toBe('[search]\nmeaning = 0.6\n');
});

test('a script says --yes where texts and keys may go elsewhere, and an agent cannot', async () => {
  const { config, read } = withSettings('');
  const agent = ['config', 'set', 'llm.url', 'https://evil.example', '--yes'];
  expect(await here.sqrl(agent, { env: { CLAUDECODE: '1' } })).toMatchObject({
    exit: 1,
    err: expect.stringContaining("An agent's shell cannot change settings"),
  });
  expect(read()).toBe('');
  expect(await config('set', 'llm.url', 'http://127.0.0.1:8080', '--yes')).toMatchObject({ exit: 0 });
  expect(read()).toBe('[llm]\nurl = "http://127.0.0.1:8080"\n');
  // Without it texts would go to the usual service.
  expect(await config('unset', 'llm.url')).toMatchObject({ exit: 2 });
  expect(read()).toContain('8080');
  // Nothing to change is nothing to ask.
  expect(await config('set', 'llm.url', 'http://127.0.0.1:8080')).toMatchObject({ exit: 0 });
  expect(await config('unset', 'llm.url', '--yes')).toMatchObject({ exit: 0 });
  const script = ['config', 'set', 'search.meaning', '0.4'];
  expect(await here.sqrl(script, { env: { CLAUDECODE: '1' } })).toMatchObject({ exit: 1 });
  expect(await here.sqrl(script)).toMatchObject({ exit: 0 });
});

test('a key alone is shown, and so is a section', async () => {
  const { config } = withSettings('[search]\nmeaning = 0.5\n');
  expect((await config('search.meaning')).out).toBe('0.5\n');
  const { out } = await config('get', 'search');
  expect(out).toContain('search.meaning = 0.5');
  expect(out).not.toContain('daemon.start');
});
