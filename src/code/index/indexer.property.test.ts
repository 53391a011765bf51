import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../base/testing/runs.ts';
import { openStore } from '../../store/open.ts';
import { dump } from '../testing/dump.ts';
import { openToyReader, toyLinker } from '../testing/toy.ts';
import { type IndexerOptions, openIndexer } from './indexer.ts';

const PATHS = ['a.toy', 'b.toy', 'c.toy', 'd/index.toy', 'd/e.toy', 'toy.cfg', 'd/toy.cfg'];
const path = fc.constantFrom(...PATHS);
const name = fc.constantFrom('one', 'two', 'three');
const place = fc.constantFrom('./a', './b', './c', './d', '../a', '../b', 'far');
const line = fc.oneof(
  fc.tuple(fc.constantFrom('use', 'pass'), place),
  fc.tuple(fc.constantFrom('def', 'call', 'any'), name),
);
const settings = fc.constantFrom('', 'alias far a', 'alias far d', 'alias far b\nalias ./a c');
const source = fc
  .array(line, { maxLength: 7 })
  .map((lines) => lines.map((words) => words.join(' ')).join('\n'));
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('write' as const), path, source, settings }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), path }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), path, to: path }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('update' as const),
      /** After so many files it is ended. */
      stopAfter: fc.oneof(fc.constant(1000), fc.nat(6)),
      /** Whether the process that did it lives on. */
      reopen: fc.boolean(),
      only: fc.boolean(),
    }),
  },
);

test('indexing what changed, in any order and however often it is interrupted, equals indexing from scratch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const root = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
      const options: IndexerOptions = {
        root,
        env: {},
        now: () => 1,
        linkers: [toyLinker],
        openReader: openToyReader,
      };
      try {
        using store = openStore(':memory:', { now: () => 1 });
        let indexer = openIndexer(store, options);
        const touched = new Set<string>();
        for (const one of steps) {
          if (one.do !== 'update') change(root, one, touched);
          else {
            if (one.reopen) indexer = openIndexer(store, options);
            let left = one.stopAfter;
            const stopped = () => left-- <= 0;
            const done = await indexer.update({ stopped, ...(one.only && { only: [...touched] }) });
            if (!done.stopped) touched.clear();
          }
        }
        await indexer.update();
        using fresh = openStore(':memory:', { now: () => 1 });
        await openIndexer(fresh, options).update();
        expect(dump(store)).toEqual(dump(fresh));
      } finally {
        rmSync(root, { recursive: true });
      }
    }),
    { numRuns: runs(40) },
  );
});

const SETTINGS = /\.(?:cfg|json)$/;

type TreeChange =
  | { do: 'write'; path: string; source: string; settings: string }
  | { do: 'remove'; path: string }
  | { do: 'move'; path: string; to: string };

/** Two changes within a millisecond must not look like one. */
let time = 1_000_000;
const utimes = (path: string): void => utimesSync(path, ++time, time);

function change(root: string, one: TreeChange, touched: Set<string>): void {
  const at = join(root, one.path);
  touched.add(one.path);
  if (one.do === 'remove') rmSync(at, { force: true });
  else if (one.do === 'write') {
    mkdirSync(dirname(at), { recursive: true });
    writeFileSync(at, SETTINGS.test(one.path) ? one.settings : one.source);
    utimes(at);
  } else {
    const to = join(root, one.to);
    touched.add(one.to);
    mkdirSync(dirname(to), { recursive: true });
    try {
      renameSync(at, to);
      utimes(to);
    } catch {
      // There was nothing to move.
    }
  }
}

const TS_PATHS = [
  'src/a.ts',
  'src/b.ts',
  'src/c.tsx',
  'src/d/index.ts',
  'lib/e.js',
  'tsconfig.json',
  'package.json',
];
const from = fc.constantFrom('./a.ts', './b', './c', './d', '../src/a', '@/b', 'lib', '../lib/e.js', '#in');
const TS_LINES = fc.oneof(
  fc.tuple(name, from).map(([what, where]) => `import { ${what} } from '${where}';`),
  fc.tuple(name, from).map(([what, where]) => `import * as ${what}s from '${where}'; ${what}s.${what}();`),
  fc.tuple(name, from).map(([what, where]) => `export { ${what} as other } from '${where}';`),
  from.map((where) => `export * from '${where}';`),
  name.map((what) => `export function ${what}() { return one() + two(); }`),
  fc
    .tuple(name, name)
    .map(([what, above]) => `export class C${what} extends C${above} { ${what}() { this.${above}(); } }`),
  fc.tuple(name, name).map(([what, of]) => `const v${what} = new C${of}(); v${what}.${what}();`),
  name.map((what) => `export default ${what};`),
);
const tsSource = fc.array(TS_LINES, { maxLength: 8 }).map((lines) => lines.join('\n'));
const tsSettings = fc.constantFrom(
  '{}',
  '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }',
  '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/d/*", "src/*"] } } }',
  '{ "name": "lib", "exports": { ".": "./lib/e.js" }, "imports": { "#in": "./src/a.ts" } }',
  '{ "name": "lib", "main": "src/b.ts", "imports": { "#in": "./src/d/index.ts" } }',
  'broken {',
);
const tsPath = fc.constantFrom(...TS_PATHS);
const tsStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      path: tsPath,
      source: tsSource,
      settings: tsSettings,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), path: tsPath }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), path: tsPath, to: tsPath }) },
  { weight: 4, arbitrary: fc.constant({ do: 'update' as const }) },
);

test('so it is with TypeScript, its settings and its packages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tsStep, { minLength: 4, maxLength: 20 }), async (steps) => {
      const root = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
      const options: IndexerOptions = { root, env: {}, now: () => 1 };
      try {
        using store = openStore(':memory:', { now: () => 1 });
        using indexer = openIndexer(store, options);
        for (const one of steps)
          if (one.do === 'update') await indexer.update();
          else change(root, one, new Set());
        await indexer.update();
        using fresh = openStore(':memory:', { now: () => 1 });
        using scratch = openIndexer(fresh, options);
        await scratch.update();
        expect(dump(store)).toEqual(dump(fresh));
      } finally {
        rmSync(root, { recursive: true });
      }
    }),
    { numRuns: runs(15) },
  );
});
