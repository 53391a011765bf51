import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { fileAgainst } from './command-files.ts';

const root = mkdtempSync(join(tmpdir(), 'sqrl-commands-'));
afterAll(() => rmSync(root, { recursive: true }));
mkdirSync(join(root, 'web'));
writeFileSync(join(root, 'pnpm-lock.yaml'), '');
writeFileSync(join(root, 'package.json'), '{"scripts": {"build": "vite build"}}');
writeFileSync(join(root, 'web/package.json'), 'not JSON');

const learned = (text: string, own = {}) => ({
  key: 'command.build',
  text,
  verified: false,
  pinned: false,
  ...own,
});

test('a lock file speaks against the commands of another package manager', () => {
  expect(fileAgainst(root, learned('The project builds with `npm run build` (passed in 9 sessions).'))).toBe(
    'pnpm-lock.yaml',
  );
  expect(fileAgainst(root, learned('The project builds with `npm run build` in web (passed).'))).toBe(
    'pnpm-lock.yaml',
  );
});

test('a script has to stand in package.json, where that can be read', () => {
  expect(fileAgainst(root, learned('Lint with `pnpm run lint`.'))).toBe('package.json');
  expect(fileAgainst(root, learned('Lint with `pnpm run lint` in web.'))).toBeUndefined();
  expect(fileAgainst(root, learned('The project builds with `pnpm run build`.'))).toBeUndefined();
  expect(fileAgainst(root, learned('A single test runs with `pnpm vitest run <file>`.'))).toBeUndefined();
});

test('a task has to stand in the file of its runner', () => {
  writeFileSync(join(root, 'Makefile'), 'test:\n\tpytest\n');
  expect(fileAgainst(root, learned('Tests run with `make test` (passed in 3 sessions).'))).toBeUndefined();
  expect(fileAgainst(root, learned('Lint with `make lint` (passed in 3 sessions).'))).toBe('Makefile');
});

test('other programs, other matters and what a person confirmed are left alone', () => {
  expect(fileAgainst(root, learned('Tests run with `cargo test`.'))).toBeUndefined();
  expect(fileAgainst(root, learned('Use `npm run build`.', { key: null }))).toBeUndefined();
  expect(fileAgainst(root, learned('Use `npm run build`.', { verified: true }))).toBeUndefined();
});
