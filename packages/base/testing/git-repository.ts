import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A repository of one test's own, gone when the test is. */
export interface GitRepository {
  root: string;
  env: Record<string, string>;
  git(...args: string[]): string;
  /** Writes files, or deletes those that are null. */
  write(files: Readonly<Record<string, string | null>>): void;
  /** Writes files and commits everything, a day after the commit before; gives the commit's hash. */
  commit(files: Readonly<Record<string, string | null>>, subject?: string): string;
}

/** Makes an empty repository. */
export function gitRepository(): GitRepository {
  const root = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  let day = 0;
  const env = { PATH: process.env.PATH ?? '', HOME: root };
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, env: { ...env, ...author(day) }, encoding: 'utf8' }).trim();
  const write: GitRepository['write'] = (files) => {
    for (const [path, text] of Object.entries(files)) {
      if (text === null) rmSync(join(root, path));
      else {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
    }
  };
  git('init', '-q', '-b', 'main');
  return {
    root,
    env,
    git,
    write,
    commit(files, subject = `change ${day + 1}`) {
      day++;
      write(files);
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', subject);
      return git('rev-parse', 'HEAD');
    },
  };
}

/** When the commit of a day is made. */
export const commitDay = (day: number): number => Date.UTC(2026, 0, 1) + day * 24 * 3600 * 1000;

function author(day: number): Record<string, string> {
  const date = new Date(commitDay(day)).toISOString();
  return {
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
    GIT_CONFIG_NOSYSTEM: '1',
  };
}
