// Runs every check of the sources at once, and prints the output of those that failed at the end.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { typeCheckers } from './type-checkers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const CHECKS = [
  ['tsc', '--noEmit', ...typeCheckers],
  ['biome', 'check', '--error-on-warnings', '.'],
  ['knip'],
  // Where the tests follow, it is among them.
  ...(process.argv.includes('--before-tests') ? [] : [['vitest', 'run', 'test/direction.test.ts'] as const]),
] as const;

const failed = (await Promise.all(CHECKS.map(outputIfFailed))).filter((output) => output !== undefined);
for (const output of failed) console.error(output);
process.exitCode = failed.length > 0 ? 1 : 0;

/** The output of a check that failed; undefined where it passed. */
function outputIfFailed([name, ...args]: readonly [string, ...string[]]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(
      `${root}node_modules/.bin/${name}`,
      args,
      { cwd: root, maxBuffer: 2 ** 26 },
      (error, out, err) => {
        console.log(`${error ? 'FAILED' : 'ok'}: ${[name, ...args].join(' ')}`);
        resolve(error ? `\n${name} ${args.join(' ')}\n${out}${err}` : undefined);
      },
    );
  });
}
