import { z } from 'zod';
import { readToml } from '../base/toml/read.ts';
import { isKeyVariable, KEY_VARIABLE_WANTED } from './guarded-settings.ts';

const keyVariable = z
  .string()
  .refine(isKeyVariable, KEY_VARIABLE_WANTED)
  .optional()
  .describe('The environment variable that holds the endpoint’s key');

/** Every setting there is. Default and description sit beside each key; help and docs derive from them. */
export const settings = z.strictObject({
  embedder: z
    .strictObject({
      provider: z
        .enum(['bundled', 'ollama', 'openai'])
        .default('bundled')
        .describe(
          'Who turns text into vectors: the model in this package, Ollama, or an OpenAI-compatible endpoint',
        ),
      model: z
        .string()
        .optional()
        .describe('The model: squirrel-s3, squirrel-s2 or minilm when bundled; "auto" or a name otherwise'),
      url: z.url().optional().describe('Where Ollama or the endpoint answers'),
      api_key_env: keyVariable,
      dims: z.int().min(32).max(8192).default(1024).describe('How many dimensions to ask an endpoint for'),
      timeout_ms: z.int().min(100).max(600_000).default(20_000).describe('How long an endpoint may take'),
    })
    .prefault({}),
  search: z
    .strictObject({
      meaning: z.number().min(0).max(1).default(0.7).describe('How much meaning counts; words have the rest'),
      rerank: z.boolean().default(true).describe('Look at the best answers once more, token by token'),
    })
    .prefault({}),
  reranker: z
    .strictObject({
      provider: z
        .enum(['local', 'endpoint'])
        .default('local')
        .describe('The bundled embedder, or an endpoint that speaks /rerank'),
      url: z.url().optional().describe('Where the endpoint answers'),
      model: z.string().optional().describe('The endpoint’s model'),
      api_key_env: keyVariable,
      timeout_ms: z.int().min(100).max(60_000).default(2000).describe('How long the endpoint may take'),
    })
    .prefault({}),
  delivery: z
    .strictObject({
      session_tokens: z
        .int()
        .min(0)
        .max(1_000_000)
        .default(6000)
        .describe('How many tokens a session is told unasked, all its points together'),
      holdout: z
        .boolean()
        .default(true)
        .describe(
          'Tell 5 sessions of 100 nothing and 10 only what stands at their beginning, to see whether it helps',
        ),
    })
    .prefault({}),
  llm: z
    .strictObject({
      provider: z
        .enum(['off', 'anthropic', 'openai', 'ollama', 'program'])
        .default('off')
        .describe(
          'Which language model may be asked to find and word memories: none, Anthropic, an OpenAI-compatible endpoint, Ollama, or an agent program on this machine',
        ),
      program: z
        .enum(['claude', 'codex', 'gemini'])
        .default('claude')
        .describe(
          'The agent program that is asked, where the provider is "program"; it must be installed and signed in',
        ),
      model: z.string().min(1).optional().describe('The model; a program has one of its own'),
      url: z.url().optional().describe('Where the endpoint answers, if not at its usual address'),
      api_key_env: keyVariable,
      daily_tokens: z
        .int()
        .min(0)
        .default(200_000)
        .describe('How many tokens may be spent in a day, questions and answers together'),
      daily_cost: z.number().min(0).default(1).describe('How many dollars may be spent in a day'),
      price_input: z
        .number()
        .min(0)
        .optional()
        .describe(
          'What a million tokens of questions cost, in dollars; 5 for Anthropic and OpenAI, else nothing',
        ),
      price_output: z
        .number()
        .min(0)
        .optional()
        .describe(
          'What a million tokens of answers cost, in dollars; 25 for Anthropic and OpenAI, else nothing',
        ),
      timeout_ms: z.int().min(100).max(600_000).default(60_000).describe('How long an answer may take'),
      new_tasks: z
        .boolean()
        .default(false)
        .describe('Ask also where rules cannot tell whether a prompt begins a new task'),
      imagined_answers: z
        .boolean()
        .default(false)
        .describe('Ask also, where a search finds little, what an answer might say, and search for that'),
    })
    .refine(({ provider, model }) => model !== undefined || provider === 'off' || provider === 'program', {
      message: 'The provider needs the name of a model: llm.model',
      path: ['provider'],
    })
    .prefault({}),
  graph: z
    .strictObject({
      embed: z
        .enum(['auto', 'on', 'off'])
        .default('auto')
        .describe(
          'Whether pieces of code are found by meaning too: where the model in this package is quick enough, with any embedder, or never',
        ),
    })
    .prefault({}),
  daemon: z
    .strictObject({
      start: z
        .boolean()
        .default(false)
        .describe('Whether a command starts the daemon where none runs; one that runs is spoken to anyway'),
      idle_minutes: z
        .number()
        .min(0)
        .max(100_000)
        .default(0)
        .describe('After so many minutes without anything to do the daemon ends; 0 lets it sleep on'),
      follow: z
        .boolean()
        .default(true)
        .describe('Whether the daemon follows what agents write, and the code of projects at work'),
    })
    .prefault({}),
  notes: z
    .strictObject({
      daily_log: z
        .boolean()
        .default(true)
        .describe('Write what was remembered to notes/daily, a Markdown file a day'),
      time_zone: z
        .string()
        .refine(isTimeZone, 'No such time zone; write it as "Europe/Zurich"')
        .optional()
        .describe('Where a day begins, as "Europe/Zurich"; the machine’s own zone otherwise'),
    })
    .prefault({}),
});

export type Settings = z.output<typeof settings>;

/** Reads a settings file's text; a wrong value is refused with its line. */
export const readSettings = (text: string, path: string): Settings => readToml(settings, text, path, RETIRED);

/** Settings of earlier versions. A file that still has them is read without them. */
const RETIRED = ['search.fusion', 'search.pool', 'search.rerank_ms', 'llm.module_names'];

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
