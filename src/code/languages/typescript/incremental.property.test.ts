import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../base/testing/runs.ts';
import { openStore } from '../../../store/open.ts';
import { type IndexerOptions, openIndexer } from '../../index/indexer.ts';
import { dump } from '../../testing/dump.ts';

const place = fc.constantFrom('./a', './b', './d', './c.js', '@/b', 'lib', 'lib/b');
const name = fc.constantFrom('One', 'Two', 'make', 'go');

/** Lines of code that lean on other files in every way that is followed. */
const line = fc.oneof(
  fc.tuple(name, place).map(([what, from]) => `import { ${what} } from '${from}';`),
  fc.tuple(name, place).map(([what, from]) => `import * as ${what} from '${from}';`),
  fc.tuple(name, place).map(([what, from]) => `export { ${what} } from '${from}';`),
  place.map((from) => `export * from '${from}';`),
  fc.tuple(name, name).map(([one, two]) => `export class ${one} extends ${two} { run() { this.walk(); } }`),
  name.map((one) => `export class ${one} { walk() { return new Two(); } onlyHere() {} }`),
  fc.tuple(name, name).map(([one, two]) => `export interface ${one} { field: ${two}; walk(): ${two} }`),
  fc
    .tuple(name, name)
    .map(([one, two]) => `export const ${one} = () => { const made = new ${two}(); return made; };`),
  fc
    .tuple(name, name)
    .map(([one, two]) => `export function ${one}(use: (it: ${two}) => void): ${two} { return use(1); }`),
  fc.tuple(name, name).map(([one, two]) => `${one}((it) => it.walk().run()); ${two}.${one}();`),
  name.map(
    (one) =>
      `declare const some: ${one}; some.field.walk(); some.walk().onlyHere(); (other as any).onlyHere();`,
  ),
);
const code = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));
const SETTINGS: Record<string, readonly string[]> = {
  'tsconfig.json': [
    '{}',
    '{"compilerOptions":{"paths":{"@/*":["./*"]}}}',
    '{"compilerOptions":{"baseUrl":"."}}',
  ],
  'lib/package.json': [
    '{}',
    '{"name":"lib","main":"./b.ts"}',
    '{"name":"lib","exports":{".":"../a.ts","./b":"./b.ts"}}',
  ],
};
const change = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom('a.ts', 'b.ts', 'c.js', 'd/index.ts', 'lib/b.ts'), code) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...Object.entries(SETTINGS).flatMap(([path, texts]) => texts.map((text) => [path, text] as const)),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constantFrom('a.ts', 'b.ts', 'd/index.ts', 'tsconfig.json'),
      fc.constant(undefined),
    ),
  },
);

test('linking again what changed equals linking everything', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 16 }), async (changes) => {
      const root = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
      const options: IndexerOptions = { root, env: {}, now: () => 1 };
      try {
        using store = openStore(':memory:', { now: () => 1 });
        using indexer = openIndexer(store, options);
        for (const [i, [path, text]] of changes.entries()) {
          write(join(root, path), text, i);
          if (i % 2 === 1) await indexer.update();
        }
        await indexer.update();
        using fresh = openStore(':memory:', { now: () => 1 });
        using again = openIndexer(fresh, options);
        await again.update();
        expect(dump(store)).toEqual(dump(fresh));
      } finally {
        rmSync(root, { recursive: true });
      }
    }),
    { numRuns: runs(15) },
  );
});

function write(path: string, text: string | undefined, time: number): void {
  if (text === undefined) {
    rmSync(path, { force: true });
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  // Two changes within a millisecond must not look like one.
  utimesSync(path, 1_000_000 + time, 1_000_000 + time);
}
