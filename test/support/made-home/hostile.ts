import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import { LOGGERS } from './logs.ts';
import type { Random } from './random.ts';

/** Markup that calls `owned()` if anything takes it for markup; `where` says which text it stood in. No slash: it is also a file's name. */
export const harm = (where: string): string => `<img src=x onerror=owned()> ${where}`;

const FILE = `src/${harm('path')}.ts`;
const TEST = `src/${harm('other')}.ts`;

/** Writes a project that means harm in all it can say: its name, its files, its symbols, its commits and branch, its sessions. */
export function writeHostile(
  folder: string,
  { random, now, env }: { random: Random; now: number; env: NodeJS.ProcessEnv },
): string {
  const root = join(folder, 'projects', harm('name'));
  mkdirSync(join(root, 'src'), { recursive: true });
  const symbol = JSON.stringify(harm('symbol'));
  writeFileSync(join(root, FILE), `export class Shop {\n  [${symbol}]() {\n    return 1;\n  }\n}\n`);
  writeFileSync(
    join(root, TEST),
    `import { Shop } from './${harm('path')}.ts';\nexport const openShop = () => new Shop();\n`,
  );
  for (const args of [
    ['init', '-q', '-b', '<svg/onload=owned()>'],
    ['add', '-A'],
    ['commit', '-q', '-m', harm('commit')],
  ])
    spawnSync('git', ['-c', 'user.name=<b>Dev</b>', '-c', 'user.email=dev@example.com', ...args], {
      cwd: root,
      env: { ...env, GIT_CONFIG_NOSYSTEM: '1' },
    });
  LOGGERS['claude-code'](folder, {
    id: `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-8${random.hex(3)}-${random.hex(12)}`,
    cwd: root,
    startedAt: now - 7200_000,
    random,
    tokens: 1000,
    branch: '<svg/onload=owned()>',
    script: {
      task: harm('prompt'),
      turns: [
        { say: harm('prompt') },
        { reply: harm('reply') },
        { read: FILE },
        { edit: FILE },
        { run: `echo '${harm('command')}'`, output: harm('output'), fails: true },
        { run: `echo '${harm('command')}'`, output: harm('output'), fails: true },
        { use: `mcp__x__${harm('tool')}`, output: harm('tool output') },
        { say: `No, never use tabs here, always use ${harm('rule')}.` },
        { reply: 'Understood.' },
      ],
    },
  });
  return root;
}

/** Has memories of it hold the same wherever a memory holds text. */
export async function fillHostile(client: VerbClient): Promise<void> {
  await client.call('graphIndex', {});
  const { id } = await client.call('remember', {
    text: harm('memory'),
    tags: [harm('tag')],
    files: [FILE],
    symbols: [harm('symbol')],
    key: harm('key'),
    source: 'observer_inferred',
    needsReview: true,
    evidence: [
      { proof: 'explicit_statement', episode: null, events: [], quote: harm('quote'), at: Date.now() },
    ],
  });
  await client.call('correct', { id, text: harm('corrected'), because: harm('reason') });
  await client.call('remember', { text: `Never say: ${harm('contradiction')}`, files: [FILE] });
  await client.call('remember', {
    text: `Always use ${harm('rule')}`,
    files: [FILE],
    source: 'observer_inferred',
    needsReview: true,
    evidence: [
      { proof: 'explicit_statement', episode: null, events: [], quote: harm('prompt'), at: Date.now() },
    ],
  });
}
