import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NOWHERE } from '../../clients/folders.ts';
import { awaitedIn } from './folders-to-watch.ts';

test('a folder that is not there is awaited where its way ends, step by step', () => {
  const person = mkdtempSync(join(tmpdir(), 'sqrl-awaited-'));
  const opencode = join(person, '.local', 'share', 'opencode');
  const awaited = () => {
    const { names, folders } = awaitedIn({ ...NOWHERE, opencode }, new Set());
    return [[...names], [...folders]];
  };
  // Of the others, which would appear at the top of the disk, none is awaited.
  expect(awaited()).toEqual([[join(person, '.local')], [person]]);
  mkdirSync(join(person, '.local'));
  expect(awaited()).toEqual([[join(person, '.local', 'share')], [join(person, '.local')]]);
  mkdirSync(opencode, { recursive: true });
  expect(awaited()).toEqual([[], []]);
  rmSync(person, { recursive: true });
});
