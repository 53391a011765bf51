// Installs the real agent clients that the fixtures are made with, outside of the project: they take over a gigabyte.
//   npm run clients -- [install|list] [--only claude-code,codex]
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder, choosePins, installedVersion, type Pin } from '../test/clients/client-cache.ts';

const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
const cache = cacheFolder(process.env);
const chosen = choosePins(values.only?.split(',').filter(Boolean) ?? []);

console.log(`Clients in ${cache}`);
if ((positionals[0] ?? 'install') === 'list') for (const pin of chosen) tell(pin);
else if (chosen.map(install).includes(false)) process.exitCode = 1;

/** Installs one client unless it is there already, and says how that went. */
function install(pin: Pin): boolean {
  if (installedVersion(cache, pin) === pin.version) return tell(pin);
  const folder = join(cache, pin.client);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Without a package.json npm would climb to the nearest project above and install there.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const packages = [`${pin.package}@${pin.version}`, ...(pin.install ?? [])];
  const args = ['install', ...packages, '--no-audit', '--no-fund', '--loglevel', 'error'];
  const { status, error } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (error) console.error(error.message);
  return tell(pin, status ?? undefined);
}

function tell(pin: Pin, status?: number): boolean {
  const version = installedVersion(cache, pin);
  const there = version === pin.version;
  const size = there ? `${Math.round(sizeOf(join(cache, pin.client)) / 1e6)} MB` : '';
  const trouble = status
    ? `npm exited with status ${status}`
    : version
      ? `version ${version} is installed instead`
      : 'not installed';
  console.log(`  ${pin.client.padEnd(16)} ${pin.version.padEnd(10)} ${there ? size : trouble}`);
  return there;
}

/** Bytes on disk, a hard-linked file counted once: Claude Code links its binary over its launcher. */
function sizeOf(folder: string, seen = new Set<number>()): number {
  let sum = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sum += sizeOf(path, seen);
    const { ino, size } = lstatSync(path);
    if (!entry.isFile() || seen.has(ino)) continue;
    seen.add(ino);
    sum += size;
  }
  return sum;
}
