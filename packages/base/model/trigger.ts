import type { z } from 'zod';
import type { Tool } from './event.ts';
import type { triggerSchema } from './schemas.ts';

export const REMEDIES = [
  /** Another command line does it. */
  'instead',
  /** It goes well after another command line. */
  'first',
  /** Another command line is due afterwards. */
  'after',
  /** The same command goes well in another folder, or with variables set. */
  'with',
  /** The same command goes well without the word in front of it. */
  'without',
] as const;

export type Trigger = z.output<typeof triggerSchema>;

/** What to do about a failure. Its words are made by `learn/guards/guard-text.ts` and never read back. */
export type Remedy = NonNullable<Trigger['remedy']>;

export type KnownFailure = NonNullable<Trigger['failure']>;

export interface AgentAction {
  tool: Tool | null;
  command: string | null;
  /** The folder it is run in, below the repository; null for the repository itself. */
  folder?: string | null | undefined;
  files: readonly string[];
}
