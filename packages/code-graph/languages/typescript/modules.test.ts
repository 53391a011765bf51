import { expect, test } from 'vitest';
import { testLinks } from '../../testing/small-world.ts';

/** Where the only import of `a.ts`, or of the file given, leads. */
async function importOf(
  specifier: string,
  files: readonly string[] | Record<string, string>,
  from = 'src/a.ts',
) {
  const others = Array.isArray(files)
    ? Object.fromEntries(files.map((path) => [path, '']))
    : (files as Record<string, string>);
  const links = await testLinks({ [from]: `import '${specifier}';`, ...others });
  return links.map((link) => /-imports-> (.*) \(/.exec(link)?.[1]);
}

test.each([
  ['./b', ['src/b.ts'], 'src/b.ts'],
  ['./b', ['src/b.js', 'src/b.ts'], 'src/b.ts'],
  ['./b', ['src/b/index.tsx'], 'src/b/index.tsx'],
  ['./b.js', ['src/b.ts'], 'src/b.ts'],
  ['./b.js', ['src/b.js'], 'src/b.js'],
  ['./b.jsx', ['src/b.tsx'], 'src/b.tsx'],
  ['./b.mjs', ['src/b.mts'], 'src/b.mts'],
  ['./b.ts', ['src/b.ts'], 'src/b.ts'],
  ['./b', ['src/b.d.ts'], 'src/b.d.ts'],
  ['./b.vue?raw', ['src/b.vue'], 'src/b.vue'],
  ['..', ['index.ts'], 'index.ts'],
  ['.', ['src/index.ts'], 'src/index.ts'],
  ['../../outside', ['outside.ts'], undefined],
  ['b', ['src/b.ts'], undefined],
  ['node:fs', ['fs.ts'], undefined],
])('%s among %j is %s', async (specifier, files, expected) => {
  expect(await importOf(specifier, files)).toEqual(expected === undefined ? [] : [expected]);
});

test('paths and baseUrl of tsconfig are followed, through comments, extends and references', async () => {
  const paths = '{ /* all */ "compilerOptions": { "paths": { "@/*": ["./src/*"], }, }, }';
  expect(await importOf('@/b', { 'tsconfig.json': paths, 'src/b.ts': '' })).toEqual(['src/b.ts']);
  const extended = {
    'tsconfig.json': '{"extends":"./config/base"}',
    'config/base.json': '{"compilerOptions":{"baseUrl":"../lib"}}',
  };
  expect(await importOf('deep/b', { ...extended, 'lib/deep/b.ts': '' })).toEqual(['lib/deep/b.ts']);
  const referring = {
    'tsconfig.json': '{"files":[],"references":[{"path":"./tsconfig.app.json"}]}',
    'tsconfig.app.json': paths,
  };
  expect(await importOf('@/b', { ...referring, 'src/b.ts': '' })).toEqual(['src/b.ts']);
  expect(await importOf('@/b', { 'tsconfig.json': '{"extends":"./tsconfig.json"}', 'src/b.ts': '' })).toEqual(
    [],
  );
});

test.each([
  ['lib', '{"name":"lib","main":"./dist/index.js"}', 'packages/lib/src/index.ts'],
  ['lib', '{"name":"lib","exports":"./src/index.ts"}', 'packages/lib/src/index.ts'],
  [
    'lib',
    '{"name":"lib","exports":{".":{"@lib/source":"./src/main.ts","import":"./src/index.ts"}}}',
    'packages/lib/src/main.ts',
  ],
  [
    'lib/main',
    '{"name":"lib","exports":{"./main":{"types":"./dist/types/main.d.ts"}}}',
    'packages/lib/src/main.ts',
  ],
  ['lib/main', '{"name":"lib","exports":{"./*":{"import":"./dist/*.js"}}}', 'packages/lib/src/main.ts'],
  ['lib/src/main', '{"name":"lib"}', 'packages/lib/src/main.ts'],
  ['lib/none', '{"name":"lib","exports":{".":"./src/index.ts"}}', undefined],
  ['other', '{"name":"lib"}', undefined],
  ['lib', '{ broken', undefined],
])('the package %s of a workspace with %s is %s', async (specifier, manifest, expected) => {
  const files = {
    'packages/lib/package.json': manifest,
    'packages/lib/src/index.ts': '',
    'packages/lib/src/main.ts': '',
  };
  expect(await importOf(specifier, files)).toEqual(expected === undefined ? [] : [expected]);
});

test('imports of the package itself are followed', async () => {
  const files = { 'package.json': '{"imports":{"#b/*":"./src/b/*.ts"}}', 'src/b/c.ts': '' };
  expect(await importOf('#b/c', files)).toEqual(['src/b/c.ts']);
});
