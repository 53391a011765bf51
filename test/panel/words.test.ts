import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../dashboard/', import.meta.url));
const files = globSync('**/*.{ts,tsx}', { cwd: root }).sort();
const textOf = (file: string): string => readFileSync(root + file, 'utf8');
const wordFiles = files.filter((file) => / = catalogue\(/.test(textOf(file)));

type Texts = Record<string, string | { one: string; other: string }>;
/** As `catalogue` makes them; the page has types of its own, which this program does not know. */
type Catalogue = { en: Texts; fr: Texts };

/** The catalogues of a file. */
async function cataloguesOf(file: string): Promise<[name: string, words: Catalogue][]> {
  const exported = (await import(root + file)) as Record<string, Catalogue>;
  return Object.entries(exported).filter(([name]) => name.endsWith('Words'));
}

/** What stands in braces, for every number a text is told apart by. */
const factsOf = (text: Texts[string]): string[][] =>
  (typeof text === 'string' ? [text] : [text.one, text.other]).map((one) =>
    [...one.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort(),
  );

test('there are texts to look at', () => {
  expect(wordFiles.length).toBeGreaterThan(3);
});

test.each(wordFiles)('%s says everything in every language, with the same facts', async (file) => {
  for (const [, { en, fr }] of await cataloguesOf(file)) {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
    for (const [key, text] of Object.entries(en)) {
      const many = (of: Texts[string]) => new Set(factsOf(of).at(-1));
      expect(many(fr[key]!), key).toEqual(many(text));
      expect(typeof fr[key], key).toBe(typeof text);
    }
  }
});

test.each(wordFiles)('nothing in %s is left untranslated, or without a word', async (file) => {
  for (const [, { en, fr }] of await cataloguesOf(file)) {
    for (const texts of [en, fr])
      for (const [key, text] of Object.entries(texts))
        for (const one of typeof text === 'string' ? [text] : [text.one, text.other])
          expect(one.trim(), key).not.toBe('');
    // A sentence that is the same in both was forgotten; single words may be.
    const same = Object.keys(en).filter((key) => JSON.stringify(en[key]) === JSON.stringify(fr[key]));
    expect(same.filter((key) => /\w+ \w+ \w+/.test(JSON.stringify(en[key])))).toEqual([]);
  }
});

test.each(wordFiles)('every text of %s is said somewhere', async (file) => {
  for (const [name, { en }] of await cataloguesOf(file)) {
    const users = files
      .filter((one) => one !== file && textOf(one).includes(name))
      .map(textOf)
      .join('\n');
    const patterns = [...users.matchAll(/`([\w. ]*\$\{[^`]*)`/g)].map(
      ([, text]) =>
        new RegExp(
          `^${text!
            .split(/\$\{[^}]*\}/)
            .map(escaped)
            .join('.+')}$`,
        ),
    );
    const unused = Object.keys(en).filter(
      (key) => !users.includes(`'${key}'`) && !patterns.some((pattern) => pattern.test(key)),
    );
    expect(unused).toEqual([]);
  }
});

test('no text stands in the page itself', () => {
  const wrong = files
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      [...textOf(file).matchAll(/>\s*([A-Z][a-z]+ [a-z][^<>{}]*)\s*</g)].map(
        ([, text]) => `${file}: ${text}`,
      ),
    );
  expect(wrong).toEqual([]);
});

test('the page imports from the program only types, and what brings nothing along', () => {
  const wrong = files
    .filter((file) => file !== 'vite.config.ts')
    .flatMap((file) =>
      [...textOf(file).matchAll(/^import (?!type )([^;]*?) from '((?:\.\.\/)+src\/[^']+)';/gm)]
        .filter(
          ([, , path]) =>
            !/\/src\/(?:model\/(?:memory|event|said|citation|sync\/person)|base\/text\/content-words)\.ts$/.test(
              path!,
            ),
        )
        .map(([whole]) => `${file}: ${whole}`),
    );
  expect(wrong).toEqual([]);
});

const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
