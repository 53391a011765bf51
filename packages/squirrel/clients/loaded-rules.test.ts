import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import { expect, onTestFinished, test } from 'vitest';
import { clientNamed } from './clients.ts';
import { importsIn, loadsByItself } from './loaded-rules.ts';

/** A project with these files, and what clients load of it. */
function project(files: Record<string, string>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-rules-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const loads = (client: HookClient, path: string) =>
    loadsByItself(clientNamed(client).rules, { root, home: join(root, 'home') })(join(root, path));
  return { root, loads };
}

test('each client loads its own rule files, and not those of others', () => {
  const own: Record<string, HookClient[]> = {
    'CLAUDE.md': ['claude-code'],
    '.claude/rules/api/errors.md': ['claude-code'],
    'AGENTS.md': ['codex', 'opencode', 'copilot', 'cursor'],
    'GEMINI.md': ['gemini'],
    '.github/copilot-instructions.md': ['copilot'],
    'docs/CONTRIBUTING.md': [],
  };
  const { loads } = project(Object.fromEntries(Object.keys(own).map((path) => [path, 'Use tabs.'])));
  const all = ['claude-code', 'codex', 'gemini', 'opencode', 'copilot', 'cursor'] as const;
  for (const [path, clients] of Object.entries(own))
    expect([path, all.filter((client) => loads(client, path))]).toEqual([path, clients]);
});

test('a person’s own file is loaded for every project', () => {
  const { loads } = project({ 'home/CLAUDE.md': 'Be brief.' });
  expect(loads('claude-code', 'home/CLAUDE.md')).toBe(true);
  expect(loads('codex', 'home/CLAUDE.md')).toBe(false);
});

test('what a rule file imports is loaded with it, and what that imports, but not what code quotes', () => {
  const { loads } = project({
    'CLAUDE.md': 'See @AGENTS.md and `@quoted.md`.\n```\n@fenced.md\n```\n',
    'AGENTS.md': '- @docs/style.md\n- Use tabs.',
    'docs/style.md': 'Again: @../CLAUDE.md, mail ada@example.com.',
    'quoted.md': 'No.',
    'fenced.md': 'No.',
  });
  for (const path of ['AGENTS.md', 'docs/style.md']) expect(loads('claude-code', path)).toBe(true);
  for (const path of ['quoted.md', 'fenced.md']) expect(loads('claude-code', path)).toBe(false);
  expect(loads('codex', 'AGENTS.md')).toBe(true);
  expect(loads('codex', 'docs/style.md')).toBe(false);
});

test('a link is the file that it leads to', () => {
  const { root, loads } = project({ 'AGENTS.md': 'Use tabs.' });
  expect(loads('claude-code', 'AGENTS.md')).toBe(false);
  symlinkSync('AGENTS.md', join(root, 'CLAUDE.md'));
  expect(loads('claude-code', 'AGENTS.md')).toBe(true);
});

test('the file of a folder is loaded by clients that look for it where they work', () => {
  const { loads } = project({ 'api/CLAUDE.md': 'Use tabs.', 'api/AGENTS.md': 'Use tabs.' });
  expect(loads('claude-code', 'api/CLAUDE.md')).toBe(true);
  expect(loads('codex', 'api/AGENTS.md')).toBe(false);
});

test('a file that is gone is not loaded', () => {
  expect(project({}).loads('claude-code', 'CLAUDE.md')).toBe(false);
});

test('imports are whole words of prose', () => {
  expect(importsIn('@a.md @./b/c.md x@d.md\n  - @../e.md')).toEqual(['a.md', './b/c.md', '../e.md']);
});
