import { expect, test, vi } from 'vitest';
import { folder } from './testing/folder.ts';
import { watchFolders } from './watch-folders.ts';

test.each([
  ['each folder by itself', false],
  ['the whole tree at once', true],
])('watching %s, what stirs is told with its path from the root', async (_, whole) => {
  using notes = folder();
  notes.write('sub/deep/a.md', 'a');
  const stirred: string[] = [];
  const failed = vi.fn();
  const eyes = watchFolders(notes.path, { stir: (path) => stirred.push(path), failed }, whole);
  try {
    for (const each of ['', 'sub', 'sub/deep', 'not/there']) eyes.add(each);

    notes.write('sub/deep/a.md', 'more');
    notes.write('b.md', 'b');

    await vi.waitFor(
      () => expect(stirred).toEqual(expect.arrayContaining(['sub/deep/a.md', 'b.md'])),
      60_000,
    );
    expect(failed).not.toHaveBeenCalled();
  } finally {
    eyes.close();
  }
});
