import { z } from 'zod';
import { readToml } from '../base/toml/read.ts';
import { isKeyVariable, KEY_VARIABLE_WANTED } from './guarded-settings.ts';

const keyVariable = z
  .string()
  .refine(isKeyVariable, KEY_VARIABLE_WANTED)
  .optional()
  .describe('Environment variable with the endpoint’s API key');

/** Every setting there is. Default and description stand next to each key; help and docs derive from them. */
export const settingsSchema = z.strictObject({
  embedder: z
    .strictObject({
      provider: z
        .enum(['bundled', 'ollama', 'openai'])
        .default('bundled')
        .describe('Embedder: the bundled model, Ollama, or an OpenAI-compatible endpoint'),
      model: z
        .string()
        .optional()
        .describe('Model name: squirrel-s3, squirrel-s2 or minilm if bundled; else "auto" or a name'),
      url: z.url().optional().describe('URL of Ollama or the endpoint'),
      api_key_env: keyVariable,
      dims: z.int().min(32).max(8192).default(1024).describe('Vector dimensions to request from an endpoint'),
      timeout_ms: z.int().min(100).max(600_000).default(20_000).describe('Timeout of the endpoint'),
    })
    .prefault({}),
  search: z
    .strictObject({
      meaning: z
        .number()
        .min(0)
        .max(1)
        .default(0.7)
        .describe('Weight of meaning, 0 to 1; words get at most the rest'),
      rerank: z.boolean().default(true).describe('Rerank the best results token by token'),
    })
    .prefault({}),
  reranker: z
    .strictObject({
      provider: z
        .enum(['local', 'endpoint'])
        .default('local')
        .describe('Reranker: the bundled embedder, or an endpoint with /rerank'),
      url: z.url().optional().describe('URL of the endpoint'),
      model: z.string().optional().describe('The endpoint’s model'),
      api_key_env: keyVariable,
      timeout_ms: z.int().min(100).max(60_000).default(2000).describe('Timeout of the endpoint'),
    })
    .prefault({}),
  delivery: z
    .strictObject({
      session_tokens: z
        .int()
        .min(0)
        .max(1_000_000)
        .default(6000)
        .describe('Token limit for everything delivered in one session'),
      holdout: z
        .boolean()
        .default(true)
        .describe(
          'Keep 5 % of sessions as a control group without memories (10 % start-only) to measure the effect',
        ),
    })
    .prefault({}),
  llm: z
    .strictObject({
      provider: z
        .enum(['off', 'anthropic', 'openai', 'ollama', 'program'])
        .default('off')
        .describe(
          'Language model that may find and word memories: off, Anthropic, an OpenAI-compatible endpoint, Ollama, or an agent program on this machine',
        ),
      program: z
        .enum(['claude', 'codex', 'gemini'])
        .default('claude')
        .describe('Agent program for provider "program"; must be installed and signed in'),
      model: z.string().min(1).optional().describe('Model name; not used with provider "program"'),
      url: z.url().optional().describe('URL of the endpoint, if not the provider’s default'),
      api_key_env: keyVariable,
      daily_tokens: z.int().min(0).default(200_000).describe('Daily token limit, input and output together'),
      daily_cost: z.number().min(0).default(1).describe('Daily cost limit in US dollars'),
      price_input: z
        .number()
        .min(0)
        .optional()
        .describe('US dollars per million input tokens; default 5 for Anthropic and OpenAI, else 0'),
      price_output: z
        .number()
        .min(0)
        .optional()
        .describe('US dollars per million output tokens; default 25 for Anthropic and OpenAI, else 0'),
      timeout_ms: z.int().min(100).max(600_000).default(60_000).describe('Timeout of one call'),
      new_tasks: z
        .boolean()
        .default(false)
        .describe('Also ask the model whether a prompt starts a new task, if the rules cannot tell'),
      imagined_answers: z
        .boolean()
        .default(false)
        .describe('If a search finds little, also ask the model for a likely answer and search for that'),
    })
    .refine(({ provider, model }) => model !== undefined || provider === 'off' || provider === 'program', {
      message: 'This provider needs llm.model',
      path: ['provider'],
    })
    .prefault({}),
  graph: z
    .strictObject({
      embed: z
        .enum(['auto', 'on', 'off'])
        .default('auto')
        .describe(
          'Embed source code: "auto" (if the bundled model is fast enough), "on" (any embedder) or "off"',
        ),
    })
    .prefault({}),
  daemon: z
    .strictObject({
      start: z
        .boolean()
        .default(false)
        .describe('Start the daemon when a command needs it; a running daemon is always used'),
      idle_minutes: z
        .number()
        .min(0)
        .max(100_000)
        .default(0)
        .describe('Stop the daemon after this many idle minutes; 0 = never'),
      follow: z.boolean().default(true).describe('Follow client logs and the code of active projects'),
    })
    .prefault({}),
  notes: z
    .strictObject({
      daily_log: z
        .boolean()
        .default(true)
        .describe('Write new memories to notes/daily, one Markdown file per day'),
      time_zone: z
        .string()
        .refine(isTimeZone, 'Unknown time zone; example: "Europe/Zurich"')
        .optional()
        .describe('Time zone of days, such as "Europe/Zurich"; default: the machine’s zone'),
    })
    .prefault({}),
});

export type Settings = z.output<typeof settingsSchema>;

/** Reads a settings file's text; a wrong value is refused with its line. */
export const readSettings = (text: string, path: string): Settings =>
  readToml(settingsSchema, text, path, RETIRED);

/** Settings of earlier versions. A file that still has them is read without them. */
const RETIRED = ['search.fusion', 'search.pool', 'search.rerank_ms', 'llm.module_names'];

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
