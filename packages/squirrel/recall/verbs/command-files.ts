import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { TaskFiles } from '../../learn/tasks/project-tasks.ts';

type CommandMemory = Pick<Memory, 'key' | 'text' | 'record' | 'verified' | 'pinned'>;

/**
 * The file of the project that speaks against a command learned from sessions: a lock file of another package manager, or
 * a package.json, Makefile, justfile or Taskfile without that task. Undefined if none does, or does not for each command
 * of the memory. A command that a person confirmed stands.
 */
export function fileAgainst(root: string, memory: CommandMemory): string | undefined {
  if (!memory.key?.startsWith('command.') || memory.verified || memory.pinned) return undefined;
  const files = usesOf(memory).map((use) => fileAgainstUse(root, use));
  return files.every((file) => file !== undefined) ? files[0] : undefined;
}

interface CommandUse {
  command: string;
  folder: string;
}

/** What was learned has its commands as data; the words of others name one in backquotes. */
const usesOf = ({ text, record }: CommandMemory): CommandUse[] =>
  record?.kind === 'command'
    ? record.uses.flatMap(({ command, folders }) => folders.map((folder) => ({ command, folder })))
    : [...text.matchAll(/`([^`]+)`/g)].slice(0, 1).map(([, command]) => ({ command: command!, folder: '.' }));

function fileAgainstUse(root: string, { command, folder }: CommandUse): string | undefined {
  if (folder.split('/').includes('..')) return undefined;
  const manager = command.split(' ', 1)[0]!;
  const locks = MANAGERS.has(manager)
    ? [folder, '.']
        .map((place) => Object.entries(LOCKS).filter(([file]) => existsSync(join(root, place, file))))
        .find((found) => found.length > 0)
    : undefined;
  if (locks && !locks.some(([, owner]) => owner === manager)) return locks[0]![0];
  return new TaskFiles(root).fileWithout(command, folder);
}

const LOCKS: Record<string, string> = {
  'package-lock.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
};

const MANAGERS: ReadonlySet<string> = new Set(Object.values(LOCKS));
