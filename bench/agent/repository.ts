import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentTask, Product } from './tasks.ts';

/** Writes the repository of a product, with the failing test of a task, and commits it. */
export function writeRepository(folder: string, { name, title, tasks }: Product, task?: AgentTask): void {
  const files: Record<string, string> = {
    'package.json': `${JSON.stringify({ name, type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
    'README.md': `# ${name}\n\n${title}. \`npm test\` runs the tests.\n`,
    ...Object.fromEntries(tasks.map(({ name: module, code }) => [`src/${module}.js`, code])),
    ...(task && { [`test/${task.name}.test.js`]: task.repro }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const args of [
    ['init', '--quiet', '--initial-branch', 'main'],
    // What makes each copy a clone of one repository, for memory as for git.
    ['remote', 'add', 'origin', `https://git.example.com/${name}.git`],
    ['add', '.'],
    [...AUTHOR, 'commit', '--quiet', '--message', title],
  ])
    execFileSync('git', args, { cwd: folder });
}

const AUTHOR = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', '-c', 'commit.gpgSign=false'];

/** Tests that a task's work has to pass. */
export type ReviewPart = 'repro' | 'hidden';

/** What a reviewer returns: the first test that fails, as the test runner prints it; undefined where all pass. */
export function review(
  folder: string,
  task: AgentTask,
  parts: readonly ReviewPart[] = ['repro', 'hidden'],
): string | undefined {
  const copy = mkdtempSync(join(tmpdir(), 'sqrl-bench-review-'));
  try {
    for (const path of ['package.json', 'src'])
      if (existsSync(join(folder, path))) cpSync(join(folder, path), join(copy, path), { recursive: true });
    mkdirSync(join(copy, 'test'));
    for (const part of parts) {
      const file = join('test', `${task.name}${part === 'hidden' ? '.rule' : ''}.test.js`);
      writeFileSync(join(copy, file), task[part]);
      const { status, stdout } = spawnSync(process.execPath, ['--test-reporter=tap', file], {
        ...{ cwd: copy, encoding: 'utf8', timeout: REVIEW_TIMEOUT_MS, env: { PATH: process.env.PATH } },
      });
      if (status !== 0) return firstFailure(stdout).replaceAll(copy, '.');
    }
    return undefined;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Work may not end. */
const REVIEW_TIMEOUT_MS = 60_000;

/** From the first `not ok` of a test to the end of what it says. */
function firstFailure(tap: string): string {
  const [failure] = /^( *)not ok [\s\S]*?^\1 {2}\.\.\.$/m.exec(tap) ?? [];
  const lines = (failure ?? tap).split('\n');
  return lines
    .filter(
      (line) =>
        !/^\s*(?:duration_ms|type|location|failureType|stack|---|\.\.\.)|\(node:internal|\(node:async_hooks|^\s+at /.test(
          line,
        ),
    )
    .join('\n')
    .slice(0, MAX_FAILURE_CHARS);
}

const MAX_FAILURE_CHARS = 1500;
