import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isBuilt, MADE_OF, sourceState } from '../scripts/source-state.ts';
import { temporaryFolder } from './support/home.ts';

test('a build is as the sources are: another text, name, file or Node is another build, a test is none', () => {
  const root = temporaryFolder();
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  for (const folder of ['src/store', 'src/v1.2', 'dashboard'])
    mkdirSync(join(root, folder), { recursive: true });
  write('package-lock.json', '{}');
  write('src/store/open.ts', 'export const open = 1;\n');
  write('dashboard/main.tsx', 'open();\n');
  const seen = [sourceState(root)];
  write('src/store/open.test.ts', 'test();\n');
  expect(sourceState(root)).toBe(seen[0]);

  const changes = [
    () => write('src/store/open.ts', 'export const open = 2;\n'),
    () => renameSync(join(root, 'src/store/open.ts'), join(root, 'src/store/opened.ts')),
    () => write('dashboard/index.html', '<html>\n'),
    () => rmSync(join(root, 'dashboard/main.tsx')),
    () => write('package-lock.json', '{ }'),
  ];
  for (const change of changes) {
    change();
    expect(seen).not.toContain(sourceState(root));
    seen.push(sourceState(root));
  }
  expect(seen).not.toContain(sourceState(root, 'v99.0.0'));

  expect(isBuilt(root)).toBe(false);
  mkdirSync(join(root, 'dist'));
  write(`dist/${MADE_OF}`, sourceState(root));
  expect(isBuilt(root)).toBe(true);
  write('src/store/opened.ts', '');
  expect(isBuilt(root)).toBe(false);
});
