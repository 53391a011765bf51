// Looks at the sources without running them, in every way at once; what failed is told at the end.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

const CHECKS = [
  ['tsc', '--noEmit'],
  ['biome', 'check', '--error-on-warnings', '.'],
  ['knip'],
  ['vitest', 'run', 'test/direction.test.ts'],
] as const;

const failed = (await Promise.all(CHECKS.map(troubleOf))).filter((trouble) => trouble !== undefined);
for (const trouble of failed) console.error(trouble);
process.exitCode = failed.length > 0 ? 1 : 0;

/** What a check complains of; nothing where it is content. */
function troubleOf([name, ...args]: readonly [string, ...string[]]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(
      `${root}node_modules/.bin/${name}`,
      args,
      { cwd: root, maxBuffer: 2 ** 26 },
      (error, out, err) => {
        console.log(`${error ? 'not well' : 'well'}: ${[name, ...args].join(' ')}`);
        resolve(error ? `\n${name} ${args.join(' ')}\n${out}${err}` : undefined);
      },
    );
  });
}
