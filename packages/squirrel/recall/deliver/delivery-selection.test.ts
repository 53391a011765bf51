import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileAgainst } from './delivery-text.ts';

const root = mkdtempSync(join(tmpdir(), 'sqrl-commands-'));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'web'));
writeFileSync(join(root, 'pnpm-lock.yaml'), '');
writeFileSync(join(root, 'package.json'), '{"scripts": {"build": "vite build"}}');
writeFileSync(join(root, 'web/package.json'), 'not JSON');

const learned = (command: string, own: { folder?: string; key?: null; verified?: true } = {}) => ({
  key: 'command.build',
  text: 'However it is worded.',
  record: { kind: 'command' as const, uses: [{ command, folders: [own.folder ?? '.'] }] },
  verified: false,
  pinned: false,
  ...own,
});

test('a lock file speaks against the commands of another package manager', () => {
  expect(fileAgainst(root, learned('npm run build'))).toBe('pnpm-lock.yaml');
  expect(fileAgainst(root, learned('npm run build', { folder: 'web' }))).toBe('pnpm-lock.yaml');
});

test('a script has to stand in package.json, where that can be read', () => {
  expect(fileAgainst(root, learned('pnpm run lint'))).toBe('package.json');
  expect(fileAgainst(root, learned('pnpm run lint', { folder: 'web' }))).toBeUndefined();
  expect(fileAgainst(root, learned('pnpm run build'))).toBeUndefined();
  expect(fileAgainst(root, learned('pnpm vitest run <file>'))).toBeUndefined();
});

test('a task has to stand in the file of its runner', () => {
  writeFileSync(join(root, 'Makefile'), 'test:\n\tpytest\n');
  expect(fileAgainst(root, learned('make test'))).toBeUndefined();
  expect(fileAgainst(root, learned('make lint'))).toBe('Makefile');
});

test('other programs, other matters and what a person confirmed are left alone', () => {
  expect(fileAgainst(root, learned('cargo test'))).toBeUndefined();
  expect(fileAgainst(root, learned('npm run build', { key: null }))).toBeUndefined();
  expect(fileAgainst(root, learned('npm run build', { verified: true }))).toBeUndefined();
});

test('a command that others named in their own words is looked up as well', () => {
  const told = { key: 'command.build', text: 'Build: `npm run build`', record: null };
  expect(fileAgainst(root, { ...told, verified: false, pinned: false })).toBe('pnpm-lock.yaml');
});
