import type { CallToolResult, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { HookClient } from '@sqrl/base/model/hook-events.ts';
import { printed } from '@sqrl/base/model/printed.ts';
import { isAgentsWord, type ToldMemory, toldMemory } from '@sqrl/base/model/sync/told.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { z } from 'zod';
import type { VerbClient } from '../protocol/client.ts';

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
type Hints =
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

export const READS: Hints = { readOnlyHint: true };

/** Makes a tool, so that what it is given has the types of its input. */
// biome-ignore lint/suspicious/noExplicitAny: a list of tools cannot name the input of each.
export const tool = <I extends z.ZodRawShape>(made: McpTool<I>): McpTool<any> => made;

/** The longest line of an answer, in characters: an agent can ask for the whole of a memory by its id. */
const MAX_LINE_CHARS = 600;

export function resultOf({ text, data, notices = [] }: ToolAnswer): CallToolResult {
  const notes = notices.map(inWords);
  return {
    content: [{ type: 'text', text: [text, ...notes.map((note) => `Note: ${note}`)].join('\n\n') }],
    structuredContent: notes.length > 0 ? { ...data, notes } : data,
  };
}

export function troubleOf(error: unknown, log: (line: string) => void): CallToolResult {
  if (!(error instanceof Problem)) log(error instanceof Error ? (error.stack ?? error.message) : `${error}`);
  return { isError: true, content: [{ type: 'text', text: messageOf(error) }] };
}

export function messageOf(error: unknown): string {
  if (error instanceof Problem) return inWords(error);
  const said = error instanceof Error ? error.message : String(error);
  return `Unexpected error: ${flat(said)}\nRetry once; if it fails again, continue without it and tell the user.`;
}

export const flat = (text: string, most = MAX_LINE_CHARS): string => printed(text, most);

/** A whole memory for an agent: words of others and of agents are quoted, and the team has its name. */
export const toldWhole = <M extends ToldMemory>(memory: M): M =>
  memory.userId || isAgentsWord(memory) ? { ...memory, text: toldMemory(memory) } : memory;

export const day = (at: number): string => new Date(at).toISOString().slice(0, 10);

const inWords = ({ message, hint }: { message: string; hint: string }): string =>
  hint === '' ? message : `${message}\n${hint}`;

/** Marks an argument that is taken and not listed: agents hardly ever need it, and every session would pay for it. */
export const UNLISTED = { unlisted: true } as const;

/** A schema whose JSON says what must be said and no more: every session pays for it. */
export function lean(
  schema: z.ZodObject,
  also: Readonly<Record<string, string>> = {},
): StandardSchemaWithJSON<Record<string, unknown>> {
  const json = (io: 'input' | 'output') => () => {
    const { $schema: _, ...told } = z.toJSONSchema(schema, {
      io,
      // A custom check has no JSON schema and becomes "any value".
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        // Length limits are left out to save tokens; a request that exceeds one gets an error that names it.
        for (const bound of ['minLength', 'maxLength', 'maxItems', 'minimum', 'maximum'] as const)
          delete jsonSchema[bound];
        // An answer may say more than its schema. Of arguments some are not listed, and a client may refuse what a closed
        // schema does not have; unknown ones are refused here.
        delete jsonSchema.additionalProperties;
      },
    });
    return io === 'input' ? listed(told) : (singleTypes(told) as typeof told);
  };
  const { validate, ...standard } = schema['~standard'];
  return {
    '~standard': {
      ...standard,
      validate: (value) => validate(renamed(value, also)),
      jsonSchema: { input: json('input'), output: json('output') },
    },
  };
}

/** What was given by other names, by the names that the schema has. */
const renamed = (value: unknown, also: Readonly<Record<string, string>>): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, one]) => [Object.hasOwn(also, name) ? also[name]! : name, one]),
      )
    : value;

function listed<T extends { properties?: Record<string, unknown> | undefined }>(told: T): T {
  const shown = Object.entries(told.properties ?? {}).filter(
    ([, one]) => (one as { unlisted?: boolean }).unlisted !== true,
  );
  return { ...told, properties: Object.fromEntries(shown) };
}

/** Several types at once are less portable than a choice of schemas. */
function singleTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(singleTypes);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { type, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, inner]) => [key, singleTypes(inner)]),
  );
  if (type === undefined) return rest;
  return Array.isArray(type) ? { ...rest, anyOf: type.map((each) => ({ type: each })) } : { type, ...rest };
}
