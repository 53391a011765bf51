import { execFileSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A throw-away home with a small repository in it, for a client to work in. */
export interface Place extends Disposable {
  root: string;
  home: string;
  project: string;
  /** All that a client is given of the environment. */
  env: Record<string, string>;
  /** Writes a file below the home. */
  write(path: string, content: string | object): void;
}

/** Makes a place; nothing of it is left when it is disposed of. */
export function makePlace(cache: string): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sqrl-clients-')));
  const home = join(root, 'home');
  const project = join(home, 'tiny');
  const write = (path: string, content: string | object) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  };
  // Through links and copies of its own, so that no path of this machine finds its way into a log.
  for (const folder of ['home/bin', 'tmp']) mkdirSync(join(root, folder), { recursive: true });
  symlinkSync(process.execPath, join(home, 'bin/node'));
  for (const ripgrep of globSync(RIPGREP, { cwd: cache }))
    symlinkSync(join(cache, ripgrep), join(home, 'bin/rg'));
  cpSync(fileURLToPath(new URL('mcp-memo.ts', import.meta.url)), join(home, 'bin/mcp-memo.ts'));
  const { NODE_COMPILE_CACHE } = process.env;
  const env = {
    PATH: `${join(home, 'bin')}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    TMPDIR: join(root, 'tmp'),
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
    SHELL: '/bin/bash',
    // Half of the time that a client takes to start goes into compiling its program.
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
  };
  for (const [name, content] of Object.entries(PROJECT)) write(`tiny/${name}`, content);
  for (const args of [
    ['init', '--quiet', '--initial-branch', 'main'],
    ['config', 'user.name', 'Dev'],
    ['config', 'user.email', 'dev@example.com'],
    ['add', '.'],
    ['commit', '--quiet', '--message', 'A small calculator'],
  ])
    execFileSync('git', args, { cwd: project, env });
  return { root, home, project, env, write, [Symbol.dispose]: () => remove(root) };
}

const remove = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });

/** opencode would download it. Codex brings one. */
const RIPGREP = 'codex/node_modules/@openai/codex-*/vendor/*/codex-path/rg';

/** The bug: `add` subtracts. Its test says so, and is quiet once it is mended. */
const PROJECT: Record<string, string> = {
  'calc.js': 'export function add(a, b) {\n  return a - b;\n}\n',
  'test.js': `import { add } from './calc.js';
if (add(2, 3) !== 5) {
  console.error('FAIL add(2, 3) =', add(2, 3));
  process.exit(1);
}
console.log('PASS');
`,
  'package.json': '{ "name": "tiny", "type": "module" }\n',
  'docs/notes.md': '# Notes\n\nThe calculator adds.\n',
  'docs/grüße.md': '# Grüße\n\nEin Rechner, der addiert. 加法。\n',
};

/** Processes of Squirrel in a place that still run. */
export const stillRunning = (place: Place): string[] =>
  globSync('/proc/[0-9]*/environ').flatMap((file) => {
    try {
      const isHere = readFileSync(file, 'utf8').includes(`HOME=${place.home}`);
      const command = readFileSync(file.replace('environ', 'cmdline'), 'utf8').replaceAll('\0', ' ');
      return isHere && command.includes('sqrl') ? [command] : [];
    } catch {
      return [];
    }
  });
