// Joins what clients call at points of their sessions into one small file that loads nothing it can do without.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { OLDEST_NODE } from './bundle.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Bundles the hook program into `squirrel/hooks/hook.js` of a folder. */
export async function bundleHook(out: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };
  const build = await rolldown({
    cwd: root,
    input: 'packages/squirrel/hooks/hook.ts',
    platform: 'node',
    // Node's own modules do nothing by being loaded but take time: those that nothing is used of go.
    treeshake: { moduleSideEffects: [{ test: /^node:/, sideEffects: false }] },
    transform: { target: OLDEST_NODE, define: { SQRL_VERSION: JSON.stringify(version) } },
  });
  await build.write({ file: `${out}/squirrel/hooks/hook.js`, format: 'cjs', minify: true });
  await build.close();
  mkdirSync(`${out}/squirrel/hooks`, { recursive: true });
  // The older kind of module starts a little sooner.
  writeFileSync(`${out}/squirrel/hooks/package.json`, '{ "type": "commonjs" }\n');
}
