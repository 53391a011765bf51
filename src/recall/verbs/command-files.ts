import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readForeignFile } from '../../base/foreign-file.ts';
import type { Memory } from '../../model/memory.ts';

/**
 * The file of the project that speaks against a command learned from sessions: a lock file of another package manager, or
 * a package.json without that script. Undefined if none does. A command that a person confirmed stands.
 */
export function fileAgainst(
  root: string,
  { key, text, verified, pinned }: Pick<Memory, 'key' | 'text' | 'verified' | 'pinned'>,
): string | undefined {
  if (!key?.startsWith('command.') || verified || pinned) return undefined;
  const { manager, run, script, folder = '.' } = COMMAND.exec(text)?.groups ?? {};
  if (manager === undefined || folder.split('/').includes('..')) return undefined;
  const locks = [folder, '.']
    .map((place) => Object.entries(LOCKS).filter(([file]) => existsSync(join(root, place, file))))
    .find((found) => found.length > 0);
  if (locks && !locks.some(([, owner]) => owner === manager)) return locks[0]![0];
  // Without a word for running, pnpm, yarn and bun start programs of packages too.
  const isScript = run !== undefined || (manager === 'npm' && (script === 'test' || script === 'start'));
  const scripts = isScript ? scriptsIn(root, folder) : undefined;
  return scripts && !Object.hasOwn(scripts, script!) ? 'package.json' : undefined;
}

const COMMAND =
  /`(?<manager>npm|pnpm|yarn|bun) (?<run>run )?(?<script>[\w:.-]+)[^`]*`(?: in (?<folder>[\w@./-]+))?/;

const LOCKS: Record<string, string> = {
  'package-lock.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
};

function scriptsIn(root: string, folder: string): object | undefined {
  const path = join(root, folder, 'package.json');
  const file = readForeignFile(path, { maxBytes: MAX_BYTES, what: 'a package.json', below: root });
  try {
    const scripts = 'bytes' in file ? JSON.parse(file.bytes.toString()).scripts : undefined;
    return typeof scripts === 'object' && scripts !== null ? scripts : undefined;
  } catch {
    return undefined;
  }
}

const MAX_BYTES = 262_144;
