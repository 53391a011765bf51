import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from '@sqrl/base/model/project.ts';
import { replaceFile } from '@sqrl/base/replace-file.ts';

export const homeOf = (root: string) => ({
  root,
  config: join(root, 'config.toml'),
  /** When memories are promoted, archived and deleted. */
  policy: join(root, 'memory_policy.toml'),
  user: join(root, 'user.db'),
  projects: join(root, 'projects'),
  project: (project: Pick<Project, 'id'>) => join(root, 'projects', project.id, 'project.db'),
  /** Why hooks printed nothing. */
  hookLog: join(root, 'hook.log'),
  /** When each client last called a hook. */
  hookCalls: join(root, 'hook-calls.json'),
  /** Markdown that a person keeps; it is read into the user's memory. */
  notes: join(root, 'notes'),
  daily: join(root, 'notes', 'daily'),
});

export type Home = ReturnType<typeof homeOf>;

/** How many calls of the hook program ended without an answer since a time, because it came too late. */
export function hooksTimedOut(log: string, since: number): number {
  const lines = [`${log}.1`, log].flatMap((path) => textOf(path).split('\n'));
  return lines.filter((line) => {
    const at = LATE.exec(line)?.[1];
    return at !== undefined && Date.parse(at) >= since;
  }).length;
}

/** As the hook program writes it: when, the client, the event and what was amiss. */
const LATE = /^(\S{20,30}) \S+ \S+: (?:timed out after \d+ ms|started too late)$/;

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** How often a client's call is noted again. */
export const HOOK_NOTE_INTERVAL_MS = 600_000;

/** When each client last called a hook, in milliseconds; up to that interval late. */
export function lastHookCalls(path: string): Readonly<Record<string, number>> {
  try {
    return JSON.parse(textOf(path)) as Record<string, number>;
  } catch {
    return {};
  }
}

/** Notes that a client called a hook; without it `sqrl doctor` cannot tell hooks that are ignored from a quiet week. */
export function noteHookCall(path: string, client: string, now: number): void {
  try {
    replaceFile(path, JSON.stringify({ ...lastHookCalls(path), [client]: now }), 0o600);
  } catch {
    // A full disk must not cost the agent its answer.
  }
}
