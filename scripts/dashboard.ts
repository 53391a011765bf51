// Builds the memory panel, with every text file also compressed, as the daemon serves it.
import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { typeCheckers } from './type-checkers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Checks the types of the panel and builds it into a folder. */
export async function buildDashboard(out: string): Promise<void> {
  const types = promisify(execFile)(
    `${root}node_modules/.bin/tsc`,
    ['-p', 'packages/dashboard', ...typeCheckers],
    {
      cwd: root,
    },
  );
  const page = build({
    configFile: `${root}packages/dashboard/vite.config.ts`,
    configLoader: 'native',
    build: { outDir: out },
    logLevel: 'warn',
  });
  await Promise.all([types, page]);
  await Promise.all(globSync(`${out}/**/*.{js,css,svg}`).map(compress));
}

async function compress(file: string): Promise<void> {
  const text = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(text, { params }));
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
}

if (import.meta.main) await buildDashboard(`${root}dist/dashboard`);
