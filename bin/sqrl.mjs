#!/usr/bin/env node
// The launcher. Written for any Node that knows ES modules, since its first job is to leave a too old one.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const bundled = [
  fileURLToPath(new URL('node_modules/node/bin/node', root)),
  fileURLToPath(new URL('../node/bin/node', root)), // installed next to this package, in the same node_modules
];

const [major, minor] = process.versions.node.split('.').map(Number);

// Node 22 calls its SQLite experimental.
const { emitWarning } = process;
process.emitWarning = (warning, ...rest) =>
  String(warning).startsWith('SQLite is') ? undefined : emitWarning.call(process, warning, ...rest);

// Older ones, and all of 23, have an SQLite that lacks full-text search or numbered parameters.
if (major >= 24 || (major === 22 && minor >= 20)) {
  const program = new URL('dist/squirrel/sqrl.js', root);
  if (existsSync(program)) await import(program.href);
  else {
    console.error('sqrl is not built yet. Run: npm run build');
    process.exitCode = 1;
  }
} else {
  const node = bundled.find((path) => existsSync(path));
  if (node === undefined) {
    console.error(
      `sqrl needs Node 22.20 or newer (23 excepted), and this is Node ${process.versions.node}. ${whatToType()}`,
    );
    process.exitCode = 1;
  } else {
    // Loaded only here: it costs a third of the time in which Node starts.
    const { spawn } = await import('node:child_process');
    const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
      stdio: 'inherit',
    });
    // Ctrl-C reaches the child by itself: passed on as well, it would count as the second one, which kills.
    process.on('SIGINT', () => {});
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code, signal) => {
      if (signal) {
        process.removeAllListeners(signal);
        process.kill(process.pid, signal);
      } else process.exitCode = code ?? 1;
    });
    child.on('error', (error) => {
      console.error(`sqrl could not start the bundled Node: ${error.message}`);
      process.exitCode = 1;
    });
  }
}

/** How a newer Node comes onto this machine, by the version manager that is there. */
function whatToType() {
  const { NVM_DIR, FNM_DIR, VOLTA_HOME } = process.env;
  const ways = [
    [NVM_DIR, 'nvm install 24'],
    [FNM_DIR, 'fnm install 24 && fnm default 24'],
    [VOLTA_HOME, 'volta install node@24'],
    [process.platform === 'darwin', 'brew install node@24'],
    [process.platform === 'win32', 'winget install OpenJS.NodeJS.LTS'],
  ];
  const way = ways.find(([isHere]) => isHere)?.[1];
  const again = 'npm install -g squirrel-memory';
  return way
    ? `Type: ${way} && ${again}`
    : `Install Node 24 (https://nodejs.org/en/download), then type: ${again}`;
}
