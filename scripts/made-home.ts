import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import { makeHome } from '../test/support/made-home/made-home.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    memories: { type: 'string', default: '5000' },
    sessions: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    hostile: { type: 'boolean', default: false },
  },
});
const [folder] = positionals;
if (folder === undefined || positionals.length > 1) {
  console.error('Usage: npm run made-home -- DIR [--memories N] [--sessions N] [--seed N] [--hostile]');
  process.exit(64);
}
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty. Pass a new or empty folder.`);
  process.exit(64);
}
mkdirSync(folder, { recursive: true });
const embedder = bundledEmbedder();
const began = performance.now();
const { projects } = await makeHome({
  folder: resolve(folder),
  atRest: true,
  embedder,
  memories: Number(values.memories),
  sessions: Number(values.sessions),
  seed: Number(values.seed),
  hostile: values.hostile,
  say: (what) => console.error(`${((performance.now() - began) / 1000).toFixed(1)} s  ${what}`),
});
await embedder.unload();
console.log(`Made in ${((performance.now() - began) / 1000).toFixed(1)} s. To see it:`);
console.log(`  cd ${projects[0]} && HOME=${resolve(folder)} SQRL_HOME=${resolve(folder)}/.sqrl sqrl ui`);
