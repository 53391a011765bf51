import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cost, costOfCommand } from './cost.ts';

const NAME = '@colbymchenry/codegraph';
const VERSION = '1.6.1';

export interface PeerFigures {
  peer: string;
  /** What it costs to say its version: it begins anew with each command. */
  start: Cost;
  files: number;
  index: Cost & { filesPerCpuS: number };
  oneFile: Cost;
}

/** Has codegraph index a copy of the repository, and one file of it again after a change. */
export function runPeer(copy: string, changed: string, cache: string): PeerFigures {
  const command = installed(cache);
  const env = { ...process.env, HOME: cache, CODEGRAPH_TELEMETRY: '0', CODEGRAPH_NO_DAEMON: '1' };
  const start = costOfCommand([command, '--version'], copy, env);
  const index = costOfCommand([command, 'init', '-i', '.'], copy, env);
  const status = execFileSync(command, ['status', '.', '--json'], { cwd: copy, env, encoding: 'utf8' });
  const files = (JSON.parse(status) as { fileCount: number }).fileCount;
  appendFileSync(join(copy, changed), '\n// changed\n');
  const oneFile = costOfCommand([command, 'sync', '.'], copy, env);
  const filesPerCpuS = Math.round(files / index.cpuS);
  return { peer: `${NAME}@${VERSION}`, start, files, index: { ...index, filesPerCpuS }, oneFile };
}

function installed(cache: string): string {
  const command = join(cache, 'node_modules/.bin/codegraph');
  if (existsSync(command)) return command;
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--no-audit', '--no-fund', `${NAME}@${VERSION}`], {
    cwd: cache,
    stdio: 'ignore',
  });
  return command;
}
