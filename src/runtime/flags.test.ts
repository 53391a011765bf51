import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { LATER } from './collect-later.ts';
import { SELDOM } from './compile-less.ts';
import { ONCE } from './compile-patterns-once.ts';
import { MEASURED } from './flags.ts';

const isMeasured = process.versions.v8.startsWith(MEASURED);

test.runIf(isMeasured)('what is put back is what V8 has by itself', () => {
  // Not what `--v8-options` calls a default: some of those are changed by others before anything runs.
  const values = execFileSync(process.execPath, ['--print-flag-values', '-e', ''], { encoding: 'utf8' });
  for (const { flag, usual } of [...SELDOM, ...LATER, ...ONCE])
    expect(values).toContain(`\n${flag}=${usual}\n`);
});

test.each([
  ['./compile-less.ts', 'compileLess'],
  ['./collect-later.ts', 'collectLater'],
  ['./compile-patterns-once.ts', 'compilePatternsOnce'],
])('V8 takes the flags of %s without a word', (path, name) => {
  const file = new URL(path, import.meta.url).href;
  const program = `const { ${name} } = await import('${file}'); { using flags = ${name}(); } console.log('done');`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', program],
    { encoding: 'utf8', env: {} },
  );
  expect({ stdout, stderr }).toEqual({ stdout: 'done\n', stderr: '' });
});
