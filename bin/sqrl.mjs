#!/usr/bin/env node
// The launcher. Written for any Node that knows ES modules, since its first job is to leave a too old one.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NEEDED = 24;
const root = new URL('../', import.meta.url);
const bundled = [
  fileURLToPath(new URL('node_modules/node/bin/node', root)),
  fileURLToPath(new URL('../node/bin/node', root)), // installed next to this package, in the same node_modules
];

if (Number.parseInt(process.versions.node, 10) >= NEEDED) {
  await import(new URL('dist/sqrl.js', root).href);
} else {
  const node = bundled.find((path) => existsSync(path));
  if (node === undefined) {
    console.error(
      `sqrl requires Node ${NEEDED} or newer, but this is Node ${process.versions.node} and no bundled Node was found. Install Node ${NEEDED} and try again.`,
    );
    process.exitCode = 1;
  } else {
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
