import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** What a build is made of, below the root of the repository. */
const PARTS = ['{packages,scripts}/**/*.*', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** Where a build says what it was made of. */
export const MADE_OF = 'made-of';

/** Whether there is a build, and it is as the sources are now. */
export function isBuilt(root: string): boolean {
  const mark = join(root, 'dist', MADE_OF);
  return existsSync(mark) && readFileSync(mark, 'utf8') === sourceState(root);
}

/** A hash of the sources of a build: the same hash means the same build. */
export function sourceState(root: string, node = process.version): string {
  const state = createHash('sha256').update(node);
  const paths = globSync(PARTS, {
    cwd: root,
    exclude: ['**/*.test.ts', '**/training/**', '**/dist{,.new}/**'],
  })
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => path.replaceAll(sep, '/'));
  for (const path of paths.sort()) state.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  return state.digest('hex');
}
