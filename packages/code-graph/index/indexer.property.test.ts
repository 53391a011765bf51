import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runs } from '@sqrl/base/testing/runs.ts';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dump } from '../testing/dump.ts';
import { type IndexerOptions, openIndexer } from './indexer.ts';

const PATHS = [
  'src/a.ts',
  'src/b.ts',
  'src/c.tsx',
  'src/d/index.ts',
  'lib/e.js',
  'tsconfig.json',
  'package.json',
];
const path = fc.constantFrom(...PATHS);
const name = fc.constantFrom('one', 'two', 'three');
const type = name.map((word) => `C${word}`);
const from = fc.constantFrom('./a.ts', './b', './c', './d', '../src/a', '@/b', 'lib', '../lib/e.js', '#in');

/** Lines of code that lean on other files in every way that is followed. */
const line = fc.oneof(
  fc.tuple(name, from).map(([what, where]) => `import { ${what} } from '${where}';`),
  fc.tuple(type, from).map(([what, where]) => `import { ${what} } from '${where}';`),
  fc.tuple(name, from).map(([what, where]) => `import * as ${what}s from '${where}'; ${what}s.${what}();`),
  fc.tuple(name, from).map(([what, where]) => `export { ${what} as other } from '${where}';`),
  from.map((where) => `export * from '${where}';`),
  name.map((what) => `export function ${what}() { return one() + two(); }`),
  name.map((what) => `export default ${what};`),
  fc
    .tuple(type, type, name)
    .map(([own, above, what]) => `export class ${own} extends ${above} { ${what}() { this.three(); } }`),
  fc.tuple(type, type).map(([own, of]) => `export interface ${own} { field: ${of}; two(): ${of} }`),
  fc
    .tuple(name, type)
    .map(([what, of]) => `export const ${what} = () => { const made = new ${of}(); return made; };`),
  fc
    .tuple(name, type)
    .map(([what, of]) => `export function ${what}(use: (it: ${of}) => void): ${of} { return use(1); }`),
  fc.tuple(name, name).map(([what, of]) => `${what}((it) => it.two().one()); ${of}().${what}();`),
  type.map((of) => `declare const some: ${of}; some.field.two(); some.two().three();`),
);
const source = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
const settings = fc.constantFrom(
  '{}',
  '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }',
  '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/d/*", "src/*"] } } }',
  '{ "name": "lib", "exports": { ".": "./lib/e.js" }, "imports": { "#in": "./src/a.ts" } }',
  '{ "name": "lib", "main": "src/b.ts", "imports": { "#in": "./src/d/index.ts" } }',
  'broken {',
);
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
      const options: IndexerOptions = { root, env: {}, now: () => 1 };
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
    { numRuns: runs(30) },
  );
});

const SETTINGS = /\.json$/;

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
