// squirrel-memory: finds the package this plugin belongs to and runs its MCP server or its hook program. Clients copy
// plugins into folders of their own, from where the package can only be found by what `sqrl init` noted, or in PATH.
//   node run.mjs mcp
//   node run.mjs hook CLIENT EVENT
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [what, ...words] = process.argv.slice(2);
const found = places().find((folder) => existsSync(join(folder, 'dist', 'squirrel', 'sqrl.js')));
const program =
  found &&
  (what === 'hook' ? join(found, 'dist', 'squirrel', 'hooks', 'hook.js') : join(found, 'bin', 'sqrl.mjs'));
if (program && existsSync(program)) {
  process.argv = [process.argv[0], program, ...(what === 'hook' ? words : [what, ...words])];
  await import(pathToFileURL(program).href);
} else if (what !== 'hook') {
  console.error(
    'The package squirrel-memory was not found. Install it with: npm install --global squirrel-memory',
  );
  process.exitCode = 1;
}

function places() {
  const inPackage = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  return [inPackage, noted(), ...inPath()].filter((folder) => folder !== undefined);
}

function noted() {
  try {
    const home = process.env.SQRL_HOME || join(homedir(), '.sqrl');
    return dirname(dirname(JSON.parse(readFileSync(join(home, 'installed.json'), 'utf8')).script));
  } catch {
    return undefined;
  }
}

function* inPath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const command = join(folder, 'sqrl');
    if (folder !== '' && existsSync(command)) yield dirname(dirname(realpathSync(command)));
  }
}
