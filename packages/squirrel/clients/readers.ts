import { statSync } from 'node:fs';
import type { LogReader } from '@sqrl/base/model/reader.ts';
import { AGENT_CLIENTS } from './clients.ts';
import { commitsOf, git } from './git/logs.ts';
import { specstory } from './specstory/logs.ts';

/** What readers need of their surroundings: where git is found, and what it needs to start. */
export type ReaderEnvironment = Readonly<Record<string, string | undefined>>;

/** The readers of all clients, of VS Code's chats, of SpecStory's histories and of commits. */
export const readersIn = async (env: ReaderEnvironment): Promise<LogReader[]> => [
  ...(await Promise.all(AGENT_CLIENTS.map((client) => client.reader()))),
  (await import('./vscode/logs.ts')).vscodeLogs,
  specstory,
  { ...git, changes: (log, state) => commitsOf(log.path, { state, env }) },
];

/** The reader of what CI runs leave; loaded only when it is wanted, since it brings a parser of XML along. */
export async function readerOfCi(): Promise<LogReader> {
  const { ci } = await import('./ci/logs.ts');
  return { ...ci, open: (log) => ci.open(log, { at: statSync(log.path).mtimeMs, cwd: log.cwd }) };
}
