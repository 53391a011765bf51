import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of one test's own, gone when the test is. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  // So that a process of another user can look in.
  chmodSync(folder, 0o755);
  return folder;
}

/** The files below a folder whose bytes hold a phrase, in whatever case. */
export const filesWith = (folder: string, phrase: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .filter((name) => readFileSync(join(folder, name)).toString('latin1').toLowerCase().includes(phrase));
