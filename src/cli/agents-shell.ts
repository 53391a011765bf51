import type { World } from './world.ts';

/**
 * Whether an agent's shell runs a command, rather than a person at a terminal. Clients mark the shells of their agents;
 * one that does not cannot be told from a script of the person's.
 */
export const isAgentsShell = ({ env, stdin }: Pick<World, 'env' | 'stdin'>): boolean =>
  !stdin.isTTY && MARKS.some((name) => env[name] !== undefined && env[name] !== '');

const MARKS = [
  'CLAUDECODE',
  'CODEX_SANDBOX',
  'CODEX_SANDBOX_NETWORK_DISABLED',
  'GEMINI_CLI',
  'CURSOR_AGENT',
  'OPENCODE',
];
