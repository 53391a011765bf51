import { statSync } from 'node:fs';
import type { LogReader } from '../model/reader.ts';
import { claudeCode } from './claude-code/logs.ts';
import { codex } from './codex/logs.ts';
import { copilot } from './copilot/logs.ts';
import { cursor } from './cursor/logs.ts';
import { gemini } from './gemini/logs.ts';
import { commitsOf } from './git/log.ts';
import { git } from './git/logs.ts';
import { opencode } from './opencode/logs.ts';
import { specstory } from './specstory/logs.ts';

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
  const { ci } = await import('./ci/logs.ts');
  return { ...ci, open: (log) => ci.open(log, { at: statSync(log.path).mtimeMs, cwd: log.cwd }) };
}
