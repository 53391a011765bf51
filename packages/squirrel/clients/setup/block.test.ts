import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { applySetup } from './carry-out.ts';
import { gitTargets, writtenGitTargets } from './git-targets.ts';
import { originalOf, readInstalled } from './installed.ts';
import { isNeeded, noteOf, planFile } from './plan.ts';
import { withoutOurs } from './put.ts';
import type { SetupContext } from './surroundings.ts';

function machine(): SetupContext & { project: string } {
  const person = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
  onTestFinished(() => rmSync(person, { recursive: true, force: true }));
  const project = join(person, 'my shop');
  mkdirSync(join(project, '.git', 'hooks'), { recursive: true });
  const memory = join(person, "it's here");
  return {
    person,
    platform: 'linux',
    env: {},
    memory,
    node: process.execPath,
    script: join(person, 'sqrl.mjs'),
    project,
  };
}

const plan = (here: SetupContext) => gitTargets(here).map((target) => planFile({ client: null, target }));

test('git is told of the driver and the check once, and everything is taken back to the byte', () => {
  const here = machine();
  const [settings, hook] = [
    join(here.person, '.gitconfig'),
    join(here.project, '.git', 'hooks', 'pre-commit'),
  ];
  const before = { [settings]: '[user]\n\tname = Ann', [hook]: '#!/bin/bash\nset -e\nexec make lint\n' };
  for (const [path, text] of Object.entries(before)) writeFileSync(path, text);
  chmodSync(hook, 0o755);
  applySetup(plan(here), { here, notes: undefined, now: 1, version: '1' });
  expect(plan(here).filter(isNeeded)).toEqual([]);
  // Git reads what was written, spaces and quotes in paths included.
  const value = execFileSync('git', ['config', '-f', settings, 'merge.sqrl.driver'], {
    encoding: 'utf8',
  }).trim();
  expect(value).toBe(
    `SQRL_HOME='${here.person}/it'\\''s here' ${here.node} ${here.script} merge-driver %O %A %B 2>/dev/null || git merge-file %A %O %B`,
  );
  expect(execFileSync('git', ['config', '-f', settings, 'user.name'], { encoding: 'utf8' }).trim()).toBe(
    'Ann',
  );
  // Ours comes before what was there, which may end the script.
  expect(readFileSync(hook, 'utf8')).toMatch(
    /^#!\/bin\/bash\n# >>> sqrl[\s\S]*check-shared[\s\S]*# <<< sqrl\nset -e\nexec make lint\n$/,
  );
  execFileSync('sh', ['-n', hook]);
  expect(statSync(hook).mode & 0o777).toBe(0o755);
  const notes = readInstalled(here.memory);
  for (const target of gitTargets(here)) {
    expect(originalOf(noteOf(notes, target.path)!)).toBe(before[target.path]);
    // In a file that was changed since, the comments around it say what is ours.
    const text = readFileSync(target.path, 'utf8');
    expect(withoutOurs(target, text, undefined)!.trimEnd()).toBe(before[target.path]!.trimEnd());
  }
});

test('new files are made for git and go again; a hook that is not a shell script, or lies elsewhere, is left alone', () => {
  const here = machine();
  applySetup(plan(here), { here, notes: undefined, now: 1, version: '1' });
  for (const target of gitTargets(here)) {
    const text = readFileSync(target.path, 'utf8');
    expect(withoutOurs(target, text, { original: '', created: true })).toBeUndefined();
  }
  const hook = join(here.project, '.git', 'hooks', 'pre-commit');
  expect(statSync(hook).mode & 0o111).toBe(0o111);
  writeFileSync(hook, '#!/usr/bin/env python3\nprint(1)\n');
  expect(plan(here)[1]).toMatchObject({ refused: { because: 'it is not a shell script' } });
  writeFileSync(join(here.project, '.git', 'config'), '[core]\n\thooksPath = .husky\n');
  expect(gitTargets(here)).toHaveLength(1);
  // From wherever it is taken back, what was written is found.
  const notes = readInstalled(here.memory);
  expect(writtenGitTargets({ ...here, project: undefined }, notes).map(({ path }) => path)).toContain(hook);
});
