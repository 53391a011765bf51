import { chmodSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { HOOK_EVENTS } from '@sqrl/squirrel/clients/hook-events.ts';
import { expect, test } from 'vitest';
import { claudeLog } from './support/claude-log.ts';
import { patient } from './support/patient.ts';
import { person } from './support/person.ts';
import { settingsFiles } from './support/settings-files.ts';

patient();

interface Found {
  about: string;
  state: 'good' | 'look' | 'bad';
  says: string;
  mend?: string;
  fixable: boolean;
}

/** What the doctor says, and how it ends. */
async function examined(ann: ReturnType<typeof person>, ...argv: string[]) {
  const { out, exit } = await ann.sqrl('doctor', '--json', ...argv);
  const { findings, fixed } = JSON.parse(out) as { findings: Found[]; fixed: string[] };
  const of = (about: string) => findings.filter((one) => one.about === about);
  return { exit, findings, fixed, of, bad: findings.filter(({ state }) => state === 'bad') };
}

test('on a machine without agents nothing is wrong, and it says what to do', async () => {
  const ann = person();
  const { exit, bad, of } = await examined(ann);
  expect({ exit, bad }).toEqual({ exit: 0, bad: [] });
  expect(of('clients')).toMatchObject([{ state: 'look', mend: expect.stringContaining('sqrl init') }]);
  expect(of('daemon')).toMatchObject([{ state: 'look', mend: 'Run `sqrl start`.', fixable: true }]);
  expect(of('mcp')).toMatchObject([{ state: 'good' }]);
});

test('what was set up answers; what is broken since is found, and mended where that is safe', async () => {
  const ann = person({ '.claude/settings.json': '{ "model": "sonnet" }' });
  await ann.sqrl('init', '--yes', '--no-history');
  const well = await examined(ann);
  expect({ exit: well.exit, bad: well.bad }).toEqual({ exit: 0, bad: [] });
  expect(well.of('claude-code')[0]).toMatchObject({ state: 'good' });
  expect(well.of('hooks')[0]).toMatchObject({ state: 'good', says: expect.stringContaining('answers') });
  expect(well.of('daemon')[0]).toMatchObject({ state: 'good' });

  chmodSync(ann.at('.sqrl'), 0o755);
  ann.write('.claude/settings.json', ann.read('.claude/settings.json').replaceAll('sqrl-hook', 'sqrl-gone'));
  const ill = await examined(ann);
  expect(ill.exit).toBe(1);
  expect(ill.bad.map(({ about }) => about)).toEqual(['home', 'claude-code']);
  expect(ill.bad.every(({ fixable, mend }) => fixable && mend)).toBe(true);

  const mended = await examined(ann, '--fix');
  expect({ exit: mended.exit, bad: mended.bad }).toEqual({ exit: 0, bad: [] });
  expect(mended.fixed).toHaveLength(2);
  expect(statSync(ann.at('.sqrl')).mode & 0o777).toBe(0o700);
  expect(ann.read('.claude/settings.json')).toContain('sqrl-hook');
});

test('hooks that point nowhere are found: a launcher that is gone, and a package that was removed', async () => {
  const ann = person(settingsFiles['claude-code']);
  await ann.type('init', '--yes', '--no-history', '--no-daemon');
  const launcher = ann.read('.sqrl/sqrl-hook');
  ann.write('.sqrl/sqrl-hook', launcher.replace(/^hook=.*$/m, 'hook=/gone/dist/squirrel/hooks/hook.js'));
  expect((await examined(ann)).of('hooks')[0]).toMatchObject({
    state: 'bad',
    says: expect.stringContaining('/gone/dist/squirrel/hooks/hook.js is gone'),
  });
  rmSync(ann.at('.sqrl/sqrl-hook'));
  ann.write('.gemini/settings.json', '{ "x": "node /gone/dist/squirrel/hooks/hook.js gemini SessionStart" }');
  const { bad } = await examined(ann);
  expect(bad.filter(({ about }) => about === 'hooks').map(({ says }) => says)).toEqual([
    expect.stringContaining('is missing: hooks do nothing'),
    expect.stringContaining(
      '.gemini/settings.json points nowhere: /gone/dist/squirrel/hooks/hook.js is gone',
    ),
  ]);
  await examined(ann, '--fix');
  expect(ann.read('.sqrl/sqrl-hook')).toBe(launcher);
});

test('a daemon that was stopped is told, with the command that starts it; then not everything works', async () => {
  const ann = person();
  await ann.sqrl('start');
  expect((await ann.sqrl('doctor')).out).not.toContain('check the daemon');
  await ann.sqrl('stop');
  const stopped = await ann.sqrl('doctor');
  expect(stopped.out).toMatch(/The daemon was stopped by `sqrl stop` .*\n.*→ Run `sqrl start`./);
  expect(stopped.out).not.toContain('Everything works.');

  // The clock was set back, or somebody changed the mark.
  const tomorrow = new Date(Date.now() + 86_400_000);
  utimesSync(ann.at('.sqrl/daemon.stopped'), tomorrow, tomorrow);
  expect((await ann.sqrl('doctor')).out).toMatch(/No daemon is running.*\n.*→ Run `sqrl start`./);
  expect((await ann.sqrl('doctor', '--fix')).out).toMatch(/The daemon runs as process \d+/);
});

test('settings that cannot be read are told with their line, and everything else is looked at all the same', async () => {
  const ann = person();
  ann.write('.sqrl/config.toml', '[search]\nmeaning = "much"\n');
  chmodSync(ann.at('.sqrl'), 0o700);
  const { exit, of } = await examined(ann);
  expect(exit).toBe(1);
  expect(of('settings')).toMatchObject([{ state: 'bad', says: expect.stringMatching(/line 2|:2/) }]);
  expect(of('disk')).toMatchObject([{ state: 'good' }]);
});

test('hooks that Codex does not trust are told, until its person trusts them', async () => {
  const ann = person(settingsFiles.codex);
  await ann.type('init', '--yes', '--no-history', '--no-daemon');
  const before = await examined(ann);
  expect(before.of('codex')).toContainEqual(
    expect.objectContaining({
      state: 'bad',
      says: expect.stringContaining('not trusted'),
      mend: expect.stringContaining('/hooks'),
    }),
  );
  const trusted = HOOK_EVENTS.codex.map(
    ({ event }) => `[hooks.state."${ann.at('.codex/hooks.json')}:${event}:0:0"]\ntrusted_hash = "sha256:1"\n`,
  );
  writeFileSync(ann.at('.codex/config.toml'), `${ann.read('.codex/config.toml')}\n${trusted.join('\n')}`);
  const after = await examined(ann);
  expect(after.of('codex').filter(({ state }) => state === 'bad')).toEqual([]);
});

test('a comment that makes Claude Code ignore its hooks is told at setup and afterwards', async () => {
  const ann = person({ '.claude/settings.json': '{\n  // the fast one\n  "model": "sonnet"\n}\n' });
  const { out } = await ann.type('init', '--yes', '--no-history', '--no-daemon');
  expect(out.replace(/\n +/g, ' ')).toMatch(/settings\.json, line 2: a comment .* ignores every hook\./);
  const told = (await examined(ann)).of('claude-code');
  expect(told).toContainEqual(expect.objectContaining({ state: 'bad', mend: 'Remove it.' }));
});

test('a client that works without calling its hooks is told', async () => {
  const ann = person({ '.claude/settings.json': '{}' });
  await ann.type('init', '--yes', '--no-history', '--no-daemon');
  const hours = (n: number) => Date.now() - n * 3_600_000;
  ann.write(
    '.sqrl/installed.json',
    ann.read('.sqrl/installed.json').replace(/"at": \d+/, `"at": ${hours(72)}`),
  );
  ann.write(
    '.claude/projects/-shop/one.jsonl',
    claudeLog({
      session: 'one',
      cwd: ann.project,
      startedAt: hours(1),
      turns: [{ say: 'Hello.' }, { reply: 'Hi.' }],
    }),
  );
  await ann.type('ingest', '--no-daemon');
  const ignored = (await examined(ann)).of('claude-code').at(-1)!;
  expect(ignored).toMatchObject({ state: 'bad', says: expect.stringContaining('hook call was never') });
  ann.write('.sqrl/hook-calls.json', JSON.stringify({ 'claude-code': hours(1) }));
  expect((await examined(ann)).of('claude-code').at(-1)).toMatchObject({ state: 'good' });
});
