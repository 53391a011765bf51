import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import type { z } from 'zod';
import type { VerbClient } from '../protocol/client.ts';

/** What a tool may ask of the memory, on behalf of one call. */
export interface ToolContext {
  call: VerbClient['call'];
  now(): number;
  /** The client that the agent works in, where it is one that we know. */
  client?: HookClient | undefined;
}

/** What a tool answers: for clients that show text, and the same as data for those that show data. */
export interface ToolAnswer {
  text: string;
  data: Record<string, unknown>;
  notices?: readonly { message: string; hint: string }[];
}

/** What a client may know of a tool before it lets an agent use it. */
export type Hints =
  | { readOnlyHint: true }
  | { readOnlyHint: false; destructiveHint: boolean; idempotentHint: boolean };

/** One thing an agent can do. Its file is its whole truth: what it is, what goes in and out, what it does. */
export interface McpTool<I extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  description: string;
  input: I;
  output: z.ZodObject;
  hints: Hints;
  /** Shown to an agent from the start, where a client would have it look for tools first. */
  always?: boolean;
  /** Names of arguments in the specifications, and what they are called here: taken, and not listed. */
  also?: Readonly<Record<string, string>>;
  run(given: z.output<z.ZodObject<I>>, ask: ToolContext): Promise<ToolAnswer>;
}

/** Reads only. */
export const READS: Hints = { readOnlyHint: true };

/** Makes a tool, so that what it is given has the types of its input. */
// biome-ignore lint/suspicious/noExplicitAny: a list of tools cannot name the input of each.
export const tool = <I extends z.ZodRawShape>(made: McpTool<I>): McpTool<any> => made;
