import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { differencesOf, writeProvenance } from '../scripts/provenance.ts';
import { SBOM } from '../scripts/sbom.ts';
import { isBuilt, MADE_OF, sourceState } from '../scripts/source-state.ts';
import { temporaryFolder } from './support/home.ts';

test('a build is as the sources are: another text, name, file or Node is another build, a test is none', () => {
  const root = temporaryFolder();
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  for (const folder of ['packages/squirrel/store', 'packages/v1.2', 'packages/dashboard'])
    mkdirSync(join(root, folder), { recursive: true });
  write('package-lock.json', '{}');
  write('packages/squirrel/store/open.ts', 'export const open = 1;\n');
  write('packages/dashboard/main.tsx', 'open();\n');
  const seen = [sourceState(root)];
  write('packages/squirrel/store/open.test.ts', 'test();\n');
  expect(sourceState(root)).toBe(seen[0]);

  const changes = [
    () => write('packages/squirrel/store/open.ts', 'export const open = 2;\n'),
    () =>
      renameSync(
        join(root, 'packages/squirrel/store/open.ts'),
        join(root, 'packages/squirrel/store/opened.ts'),
      ),
    () => write('packages/dashboard/index.html', '<html>\n'),
    () => rmSync(join(root, 'packages/dashboard/main.tsx')),
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
  write('packages/squirrel/store/opened.ts', '');
  expect(isBuilt(root)).toBe(false);
});

const root = fileURLToPath(new URL('..', import.meta.url));

test.skipIf(!isBuilt(root))('the SBOM lists every package whose code is in the build', () => {
  const { components } = JSON.parse(readFileSync(join(root, 'dist', SBOM), 'utf8')) as {
    components: { 'bom-ref': string; version?: string; properties?: { value: string }[] }[];
  };
  const bundled = components.filter(({ properties }) => properties?.[0]?.value === 'bundled');
  const inCode = globSync('dist/**/*.js', { cwd: root })
    .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/^\/\/ (node_modules\/\S+)$/gm)])
    .map(([, path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path!)![0]);
  expect(inCode.length).toBeGreaterThan(100);
  const listed = new Set(bundled.map((component) => component['bom-ref']));
  expect([...new Set(inCode)].filter((path) => !listed.has(path))).toEqual([]);
  expect(bundled.every(({ version }) => version !== undefined)).toBe(true);
});

test.skipIf(!isBuilt(root))('what starts often loads neither schemas nor stores nor the redactor', () => {
  /** The files that one imports as it is loaded, and those that they import. */
  const loadedBy = (path: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(path)) return seen;
    seen.add(path);
    const text = readFileSync(path, 'utf8');
    for (const [, to] of text.matchAll(/^import [^;]*?"(\.[^"]+)";$/gm))
      loadedBy(join(dirname(path), to!), seen);
    return seen;
  };
  for (const entry of ['squirrel/sqrl.js', 'sdk/sdk.js', 'embedder/worker.js', 'squirrel/cli/progress.js']) {
    const names = [...loadedBy(join(root, 'dist', entry))].map((path) => basename(path));
    expect(names.length).toBeGreaterThan(1);
    expect(
      names.filter((name) => /^(?:zod|redact|common)-/.test(name)),
      entry,
    ).toEqual([]);
  }
});

test.skipIf(!isBuilt(root))('the build needs nothing that Node 22.20 lacks', () => {
  const NEWER =
    /\bRegExp\.escape\(|\bPromise\.try\(|new (?:Async)?DisposableStack\(|\bError\.isError\(|^\s*(?:await )?using [a-z_]\w* =/m;
  // As pg's pool does.
  const ASKED_FIRST = 'if (typeof Promise.try === "function") return Promise.try(f);';
  const wrong = globSync('dist/**/*.js', { cwd: root })
    .filter((path) => !path.includes('dashboard'))
    .filter((path) => NEWER.test(readFileSync(join(root, path), 'utf8').replaceAll(ASKED_FIRST, '')));
  expect(wrong).toEqual([]);
  const { engines, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(engines.node).toBe('^22.20.0 || >=24');
  // npm warns of each of these when the package is installed.
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
    expect(scripts[name]).toBeUndefined();
});

test('a changed, added or missing file of a package is found by its provenance', () => {
  const folder = temporaryFolder();
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  for (const part of ['parts', 'squirrel']) mkdirSync(join(folder, 'dist', part), { recursive: true });
  write('package.json', '{}');
  write('package-lock.json', '{}');
  write('dist/squirrel/sqrl.js', 'run();\n');
  write('dist/parts/a.js', 'a();\n');
  expect(differencesOf(folder)).toEqual(['dist/provenance.json is missing']);
  writeProvenance(folder);
  expect(differencesOf(folder, folder)).toEqual([]);

  write('dist/squirrel/sqrl.js', 'steal(); run();\n');
  write('dist/parts/b.js', 'b();\n');
  rmSync(join(folder, 'dist/parts/a.js'));
  expect(differencesOf(folder)).toEqual([
    'dist/parts/a.js is in the statement and not in the package',
    'dist/parts/b.js is in the package and not in the statement',
    'dist/squirrel/sqrl.js differs from the statement',
  ]);
});
