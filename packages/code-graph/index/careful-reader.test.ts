import type { Store } from '@sqrl/base/sqlite/query.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import { expect, test } from 'vitest';
import type { UnparsedReason } from '../parse/left-out.ts';
import { type CodeReader, parseAsLines } from '../parse/parse.ts';
import { addCodeFile, unparsedFiles } from '../tables/files.ts';
import { carefulReader } from './careful-reader.ts';

/** A reader that cannot parse a text which names its trouble. */
function countingReader(): CodeReader & { tried: string[] } {
  const tried: string[] = [];
  return {
    tried,
    read(path, content) {
      tried.push(path);
      const because = /: (.+)/.exec(String(content))?.[1] as UnparsedReason | undefined;
      return parseAsLines(path, String(content), because);
    },
    broken: false,
    close() {},
  };
}

function opened(store: Store, paths: readonly string[]) {
  for (const path of paths) addCodeFile(store, path);
  return countingReader();
}

test.each(['broke the parser', 'took too long'])(
  'a text that %s is not tried again, whatever it is called',
  (because) => {
    using store = openStore(':memory:', { now: () => 0 });
    const reader = opened(store, ['a.c', 'b.c']);
    carefulReader(store, reader).read('a.c', `trouble: ${because}`);
    const later = carefulReader(store, reader);
    expect(later.read('b.c', `trouble: ${because}`)).toMatchObject({ language: null, because });
    expect(reader.tried).toEqual(['a.c']);
    expect(unparsedFiles(store)).toMatchObject([
      { path: 'a.c', because },
      { path: 'b.c', because },
    ]);

    later.read('a.c', 'no more');
    expect(reader.tried).toEqual(['a.c', 'a.c']);
    expect(unparsedFiles(store)).toMatchObject([{ path: 'b.c' }]);
  },
);

test('what is too large or too tangled costs nothing to find out again', () => {
  using store = openStore(':memory:', { now: () => 0 });
  const reader = opened(store, ['a.c']);
  const careful = carefulReader(store, reader);
  careful.read('a.c', 'trouble: too large');
  careful.read('a.c', 'trouble: too large');
  expect(reader.tried).toHaveLength(2);
  expect(unparsedFiles(store)).toMatchObject([{ path: 'a.c', because: 'too large' }]);
});

test('the file that held up a thread is not parsed by the next, unless it is another by now', () => {
  using store = openStore(':memory:', { now: () => 0 });
  const reader = opened(store, ['a.c']);
  const text = 'endless';
  const careful = carefulReader(store, reader, { stuck: { path: 'a.c', length: text.length } });
  expect(careful.read('a.c', text)).toMatchObject({ because: 'took too long' });
  expect(reader.tried).toEqual([]);
  careful.read('a.c', 'it ends now');
  expect(reader.tried).toEqual(['a.c']);
});

test('what is being read is shown until it is read', () => {
  using store = openStore(':memory:', { now: () => 0 });
  const shown: unknown[] = [];
  const careful = carefulReader(store, opened(store, []), { reading: (file) => shown.push(file) });
  careful.read('a.c', 'text');
  expect(shown).toEqual([{ path: 'a.c', length: 4 }, undefined]);
});
