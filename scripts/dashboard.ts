// Builds the memory panel, with every text file also compressed, as the daemon serves it.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Checks the types of the panel and builds it into a folder. */
export async function buildDashboard(out: string): Promise<void> {
  execFileSync(`${root}node_modules/.bin/tsc`, ['-p', 'dashboard'], { cwd: root, stdio: 'inherit' });
  await build({
    configFile: `${root}dashboard/vite.config.ts`,
    configLoader: 'native',
    build: { outDir: out },
    logLevel: 'warn',
  });
  for (const file of globSync(`${out}/**/*.{js,css,svg}`)) {
    const text = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
    writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
    writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  }
}

if (import.meta.main) await buildDashboard(`${root}dist/dashboard`);
