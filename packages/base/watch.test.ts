import { mkdirSync, rmSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { folder } from './testing/folder.ts';
import { watchFolders } from './watch.ts';

test.each([
  ['each folder by itself', false],
  ['the whole tree at once', true],
])('watching %s, a change is told with its path from the root', async (_, recursive) => {
  using notes = folder();
  notes.write('sub/deep/a.md', 'a');
  const changed: string[] = [];
  const onFailure = vi.fn();
  const onChange = (path: string) => void changed.push(path);
  const watcher = watchFolders({ root: notes.path, onChange, onFailure, recursive });
  try {
    for (const each of ['', 'sub', 'sub/deep', 'not/there']) watcher.add(each);

    notes.write('sub/deep/a.md', 'more');
    notes.write('b.md', 'b');

    await vi.waitFor(
      () => expect(changed).toEqual(expect.arrayContaining(['sub/deep/a.md', 'b.md'])),
      60_000,
    );
    expect(onFailure).not.toHaveBeenCalled();
  } finally {
    watcher.close();
  }
});

test('only the folders that were set are watched, by absolute paths without a root', async () => {
  using logs = folder();
  for (const name of ['a', 'b', 'c']) logs.write(`${name}/log.jsonl`, '');
  const changed: string[] = [];
  const watcher = watchFolders({ onChange: (path) => void changed.push(path), onFailure: vi.fn() });
  try {
    expect(watcher.set(new Set([logs.at('a'), logs.at('b')]))).toBe(true);
    expect(watcher.set(new Set([logs.at('b')]))).toBe(false);
    expect(watcher.set(new Set([logs.at('b'), logs.at('not-there')]))).toBe(false);

    logs.write('a/log.jsonl', 'more');
    logs.write('b/log.jsonl', 'more');

    await vi.waitFor(() => expect(changed).toContain(logs.at('b/log.jsonl')), 600_000);
    expect(changed).not.toContain(logs.at('a/log.jsonl'));
  } finally {
    watcher.close();
  }
});

test('a folder that is deleted and created again can be watched again', async () => {
  using logs = folder();
  logs.write('a/log.jsonl', '');
  const changed: string[] = [];
  const onChange = (path: string, isEntry: boolean) => {
    changed.push(path);
    if (isEntry) watcher.add(logs.at('a'));
  };
  const watcher = watchFolders({ onChange, onFailure: vi.fn() });
  try {
    watcher.add(logs.path);
    watcher.add(logs.at('a'));
    rmSync(logs.at('a'), { recursive: true });
    await vi.waitFor(() => expect(changed).toContain(''), 600_000);
    mkdirSync(logs.at('a'));
    await vi.waitFor(() => {
      logs.write('a/new.jsonl', `${changed.length}`);
      expect(changed).toContain(logs.at('a/new.jsonl'));
    }, 600_000);
  } finally {
    watcher.close();
  }
});
