import { statSync } from 'node:fs';
import type { LogReader } from '../ingest/read-log.ts';
import { claudeCode } from '../sources/claude-code.ts';
import { codex } from '../sources/codex.ts';
import { copilot } from '../sources/copilot.ts';
import { cursor } from '../sources/cursor.ts';
import { gemini } from '../sources/gemini.ts';
import { git } from '../sources/git.ts';
import { commitsOf } from '../sources/git-log.ts';
import { opencode } from '../sources/opencode.ts';
import { specstory } from '../sources/specstory.ts';

/** What readers need of their surroundings: where git is found, and what it needs to start. */
export type Surroundings = Readonly<Record<string, string | undefined>>;

/** Every client whose logs can be read. Adding one is a new file in `sources` and a new line here. */
export const readersIn = (env: Surroundings): LogReader[] => [
  claudeCode,
  codex,
  gemini,
  copilot,
  opencode,
  cursor,
  specstory,
  { ...git, changes: (log, state) => commitsOf(log.path, { state, env }) },
];

/** The reader of what CI runs leave; loaded only when it is wanted, since it brings a parser of XML along. */
export async function readerOfCi(): Promise<LogReader> {
  const { ci } = await import('../sources/ci.ts');
  return { ...ci, open: (log) => ci.open(log, { at: statSync(log.path).mtimeMs, cwd: log.cwd }) };
}
