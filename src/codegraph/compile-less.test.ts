import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { FLAGS, MEASURED } from './compile-less.ts';

const isMeasured = process.versions.v8.startsWith(MEASURED);

test.runIf(isMeasured)('what is put back after a first index is what V8 has by itself', () => {
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  for (const { flag, usual } of FLAGS) expect(options).toContain(`default: ${flag}=${usual}\n`);
});

test('V8 takes the flags without a word', () => {
  const file = new URL('./compile-less.ts', import.meta.url).href;
  const program = `const { compileLess } = await import('${file}'); { using less = compileLess(); } console.log('done');`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', '--input-type=module', '-e', program],
    { encoding: 'utf8', env: {} },
  );
  expect({ stdout, stderr }).toEqual({ stdout: 'done\n', stderr: '' });
});
