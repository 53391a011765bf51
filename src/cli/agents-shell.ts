import { AGENT_CLIENTS } from '../clients/clients.ts';
import type { World } from './world.ts';

/**
 * Whether an agent's shell runs a command, rather than a person at a terminal. Clients mark the shells of their agents;
 * one that does not cannot be distinguished from a script of the person's.
 */
export const isAgentsShell = ({ env, stdin }: Pick<World, 'env' | 'stdin'>): boolean =>
  !stdin.isTTY &&
  AGENT_CLIENTS.some(({ shellMarks }) =>
    shellMarks.some((name) => env[name] !== undefined && env[name] !== ''),
  );
