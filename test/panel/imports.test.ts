import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../packages/dashboard/', import.meta.url));
const files = globSync('**/*.{ts,tsx}', { cwd: root }).sort();
const textOf = (file: string): string => readFileSync(root + file, 'utf8');

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
