import { expect, test } from 'vitest';
import { isTest } from '../facts/is-test.ts';
import { type CodeMap, moduleMap } from './modules.ts';

/** A map from lines like `a.ts > b.ts` for imports and `a.ts:x > b.ts:y` for calls; `a.ts:` calls at its top. */
function code(
  paths: readonly string[],
  lines: readonly string[],
  manifests: Record<string, string> = {},
): CodeMap {
  const ends = lines.map((line) => line.split(' > ') as [string, string]);
  const fileOf = (end: string): string => end.split(':')[0]!;
  const ties = Map.groupBy(ends, ([from, to]) => `${fileOf(from)} ${fileOf(to)}`);
  return {
    files: paths.map((path) => ({ path, test: isTest(path) })),
    ties: [...ties.values()].flatMap((some) => {
      const [from, to] = some[0]!.map(fileOf) as [string, string];
      const calls = some.filter(([end]) => end.includes(':')).length;
      return from === to ? [] : [{ from, to, imports: some.length - calls, calls }];
    }),
    running: new Set(ends.flatMap(([from]) => (from.endsWith(':') ? [fileOf(from)] : []))),
    mains: ends.flatMap(([from]) => (from.endsWith('.go:main') ? [fileOf(from)] : [])),
    manifests: new Map(Object.entries(manifests)),
  };
}

const range = (count: number, make: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => make(n));

test('the folders of a repository are its modules, with what leans on what', () => {
  const { modules, couplings } = moduleMap(
    code(
      ['src/app.ts', 'src/cart/cart.ts', 'src/cart/line.ts', 'src/tax/tax.ts', 'src/cart/cart.test.ts'],
      [
        'src/app.ts > src/cart/cart.ts',
        'src/cart/cart.ts > src/cart/line.ts',
        'src/cart/cart.ts > src/tax/tax.ts',
        'src/cart/cart.ts:add > src/tax/tax.ts:rate',
        'src/cart/cart.test.ts > src/tax/tax.ts',
      ],
    ),
  );
  expect(modules).toMatchObject([
    { name: 'src', files: ['src/app.ts'], within: 0, across: 1 },
    { name: 'cart', folder: 'src/cart', tests: ['src/cart/cart.test.ts'], within: 1, across: 3 },
    { name: 'tax', files: ['src/tax/tax.ts'], within: 0, across: 2 },
  ]);
  expect(couplings).toEqual([
    { from: 'cart', to: 'tax', imports: 1, calls: 1 },
    { from: 'src', to: 'cart', imports: 1, calls: 0 },
  ]);
});

test('packages are modules of their own, by the names they give themselves', () => {
  const { modules } = moduleMap(
    code(['packages/a/src/index.ts', 'packages/b/src/index.ts', 'scripts/run.ts'], [], {
      'packages/a/package.json': '{"name": "@shop/a"}',
      'packages/b/package.json': '{"name": "@shop/b"}',
      'package.json': '{"private": true}',
    }),
  );
  expect(modules.map(({ name, files }) => [name, ...files])).toEqual([
    ['@shop/a', 'packages/a/src/index.ts'],
    ['@shop/b', 'packages/b/src/index.ts'],
    ['scripts', 'scripts/run.ts'],
  ]);
});

test('a large folder falls into the folders in it', () => {
  const paths = [
    ...range(40, (n) => `src/core/a/${n}.ts`),
    ...range(40, (n) => `src/core/b/${n}.ts`),
    'src/core/core.ts',
    ...range(30, (n) => `src/web/${n}.ts`),
  ];
  expect(moduleMap(code(paths, [])).modules.map(({ name, files }) => [name, files.length])).toEqual([
    ['a', 40],
    ['b', 40],
    ['core', 1],
    ['web', 30],
  ]);
});

test('a repository is entered where its packages say, and where a file runs that nobody imports', () => {
  const manifest = {
    name: 'shop',
    main: './dist/index.js',
    exports: {
      '.': { import: './dist/index.js' },
      './web': { types: './dist/web.d.ts', import: './dist/web.js' },
    },
    bin: { shop: 'bin/shop.mjs' },
  };
  const { modules } = moduleMap(
    code(
      [
        'src/index.ts',
        'src/web.ts',
        'src/used.ts',
        'bin/shop.mjs',
        'scripts/build.ts',
        'app/cart/page.tsx',
        'x.test.ts',
      ],
      [
        'src/index.ts > src/used.ts',
        'src/used.ts: > src/used.ts:start',
        'scripts/build.ts: > src/used.ts:start',
        'x.test.ts: > src/used.ts:start',
      ],
      { 'package.json': JSON.stringify(manifest) },
    ),
  );
  const found = modules.flatMap(({ entryPoints }) => entryPoints.map(({ path, as }) => `${path} ${as}`));
  expect(found.sort()).toEqual([
    'app/cart/page.tsx route',
    'bin/shop.mjs command',
    'scripts/build.ts script',
    'src/index.ts main',
    'src/web.ts export',
  ]);
});

test('commands of Python, Go and Rust are entry points too', () => {
  const { modules } = moduleMap(
    code(
      ['shop/cli.py', 'shop/__main__.py', 'cmd/serve/serve.go', 'src/main.rs', 'lib/other.go'],
      ['cmd/serve/serve.go:main > lib/other.go:run'],
      {
        'pyproject.toml': '[project]\nname = "shop"\nscripts = { shop = "shop.cli:main" }',
        'go.mod': 'module x.org/y',
      },
    ),
  );
  const found = modules.flatMap(({ entryPoints }) => entryPoints.map(({ path }) => path));
  expect(found.sort()).toEqual(['cmd/serve/serve.go', 'shop/__main__.py', 'shop/cli.py', 'src/main.rs']);
});

test('a manifest that cannot be read says nothing', () => {
  const manifests = {
    'package.json': '{"name": ',
    'pyproject.toml': '= what',
    'Cargo.toml': '[package]\nname = "crab"',
  };
  const { modules } = moduleMap(code(['a.ts'], [], manifests));
  expect(modules).toMatchObject([{ name: 'crab', files: ['a.ts'], entryPoints: [] }]);
});

test('tests belong to the module of their folder, or to the one they import most', () => {
  const { modules } = moduleMap(
    code(
      [
        'src/cart/cart.ts',
        'src/cart/cart.test.ts',
        'src/tax/tax.ts',
        'src/tax/rate.ts',
        'tests/all.test.ts',
        'tests/x.json.ts',
        'tests/cart.test.ts',
      ],
      [
        'tests/cart.test.ts > src/tax/tax.ts',
        'tests/cart.test.ts > src/tax/rate.ts',
        'tests/cart.test.ts > src/cart/cart.ts',
        'tests/all.test.ts > src/cart/cart.ts',
        'tests/all.test.ts > src/tax/tax.ts',
        'tests/all.test.ts > src/tax/rate.ts',
      ],
    ),
  );
  expect(modules.map(({ name, tests }) => [name, ...tests])).toEqual([
    ['cart', 'src/cart/cart.test.ts'],
    ['tax', 'tests/all.test.ts', 'tests/cart.test.ts'],
    ['tests', 'tests/x.json.ts'],
  ]);
});

test('every file is in exactly one module, and an empty repository has none', () => {
  const paths = [...range(100, (n) => `src/${n % 7}/${n % 3}/${n}.ts`), 'a.ts', 'x/y/z.ts'];
  const { modules } = moduleMap(code(paths, []));
  expect(modules.flatMap(({ files }) => files).sort()).toEqual([...paths].sort());
  expect(new Set(modules.map(({ name }) => name)).size).toBe(modules.length);
  expect(moduleMap(code([], []))).toEqual({ modules: [], couplings: [] });
});
