import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'test/**/README.md'], { cwd: root })
  .map((page) => page.replaceAll('\\', '/'))
  // What it tells of may be gone.
  .filter((page) => page !== 'CHANGELOG.md');

/** A whole path in backticks; a word in capitals stands for a name. */
const PATH =
  /`((?:packages|test|bench|scripts|plugins|docs|examples|bin)\/[\w./-]+\.(?:tsx?|mjs|md|json|sh))`/g;
const PLACEHOLDER = /\b(?:NAME|GROUP)\b/;

test.each(pages)('%s names files that are there', (page) => {
  const named = Array.from(readFileSync(join(root, page), 'utf8').matchAll(PATH), ([, path]) => path!);
  const gone = named.filter((path) => !PLACEHOLDER.test(path) && !existsSync(join(root, path)));
  expect(gone, 'name the file that took its place').toEqual([]);
});
