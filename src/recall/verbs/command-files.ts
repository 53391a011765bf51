import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { filesOnCommands } from '../../learn/tasks/project-tasks.ts';
import type { Memory } from '../../model/memory.ts';

/**
 * The file of the project that speaks against a command learned from sessions: a lock file of another package manager, or
 * a package.json, Makefile, justfile or Taskfile without that task. Undefined if none does. A command that a person confirmed stands.
 */
export function fileAgainst(
  root: string,
  { key, text, verified, pinned }: Pick<Memory, 'key' | 'text' | 'verified' | 'pinned'>,
): string | undefined {
  if (!key?.startsWith('command.') || verified || pinned) return undefined;
  const { command = '', folder = '.' } = COMMAND.exec(text)?.groups ?? {};
  if (command === '' || folder.split('/').includes('..')) return undefined;
  const manager = command.split(' ', 1)[0]!;
  const locks = MANAGERS.has(manager)
    ? [folder, '.']
        .map((place) => Object.entries(LOCKS).filter(([file]) => existsSync(join(root, place, file))))
        .find((found) => found.length > 0)
    : undefined;
  if (locks && !locks.some(([, owner]) => owner === manager)) return locks[0]![0];
  return filesOnCommands(root).fileWithout(command, folder);
}

const COMMAND = /`(?<command>[^`]+)`(?: in (?<folder>[\w@./-]*[\w@-]))?/;

const LOCKS: Record<string, string> = {
  'package-lock.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
};

const MANAGERS: ReadonlySet<string> = new Set(Object.values(LOCKS));
